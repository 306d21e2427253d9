package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Cross products, dot products of conjugates, and matrices of the powers of vectors.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class VectorKernels {
  private static final int SPACE = 3;

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public VectorKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Multiplies vectors of three elements along a dimension; the other dimensions broadcast. */
  public Tensor linalgCross(Tensor self, Tensor other, long dim) {
    if (self.rank() != other.rank()) {
      throw new ShapeMismatch(
          "linalg_cross", "expected as many dimensions", self.sizes(), other.sizes());
    }
    int along = Dimensions.wrap("linalg_cross", dim, self.rank());
    if (self.rank() == 0 || self.size(along) != SPACE || other.size(along) != SPACE) {
      throw new ShapeMismatch(
          "linalg_cross", "expected three elements along dim", self.sizes(), other.sizes());
    }
    if (self.dtype() != other.dtype() || self.dtype() == DType.BOOL) {
      throw new TypeMismatch(
          "linalg_cross",
          "expected numbers of one type, found %s and %s".formatted(self.dtype(), other.dtype()));
    }
    long[] sizes = Broadcast.sizes("linalg_cross", self.sizes(), other.sizes());
    Tensor left = aten.expand(self, sizes, false);
    Tensor right = aten.expand(other, sizes, false);
    return aten.sub(
        aten.mul(turned(left, -1, along), turned(right, 1, along)),
        aten.mul(turned(left, 1, along), turned(right, -1, along)));
  }

  private Tensor turned(Tensor tensor, long shift, long dim) {
    return aten.roll(tensor, new long[] {shift}, dim);
  }

  /** Writes {@link #linalgCross} into {@code out}. */
  public Tensor linalgCrossOut(Tensor self, Tensor other, long dim, Tensor out) {
    return given.into("linalg_cross", linalgCross(self, other, dim), out);
  }

  /** Multiplies along {@code dim}, or along the first dimension of size 3. */
  public Tensor cross(Tensor self, Tensor other, Long dim) {
    return aten.linalgCross(self, other, dim == null ? firstOfThree(self) : dim);
  }

  private static long firstOfThree(Tensor self) {
    for (int dim = 0; dim < self.rank(); dim++) {
      if (self.size(dim) == SPACE) {
        return dim;
      }
    }
    throw new ShapeMismatch("cross", "expected a dimension of size 3", self.sizes());
  }

  /** Writes {@link #cross} into {@code out}. */
  public Tensor crossOut(Tensor self, Tensor other, Long dim, Tensor out) {
    return given.into("cross", cross(self, other, dim), out);
  }

  /** Multiplies the conjugates of a vector by another vector and adds up. */
  public Tensor vdot(Tensor self, Tensor other) {
    return aten.dot(aten.conj(self), other);
  }

  /** Multiplies as {@link #vdot} does, into {@code out}. */
  public Tensor vdotOut(Tensor self, Tensor other, Tensor out) {
    return intoOther("vdot", vdot(self, other), out, self, other);
  }

  /** Multiplies two vectors into {@code out}. */
  public Tensor dotOut(Tensor self, Tensor tensor, Tensor out) {
    return intoOther("dot", aten.dot(self, tensor), out, self, tensor);
  }

  /** Multiplies a matrix by a vector into {@code out}. */
  public Tensor mvOut(Tensor self, Tensor vec, Tensor out) {
    return intoOther("mv", aten.mv(self, vec), out, self, vec);
  }

  /** Writes a result; an input is not resized for it. */
  private Tensor intoOther(String operator, Tensor result, Tensor out, Tensor... inputs) {
    boolean isInput = Arrays.stream(inputs).anyMatch(input -> input == out);
    if (isInput && !Arrays.equals(out.sizes(), result.sizes())) {
      throw new InvalidArgument(
          operator, "out", "is an input and would be resized; pass another tensor");
    }
    return given.into(operator, result, out);
  }

  /** Returns the powers 0 to N-1 of each element as a new last dimension. */
  public Tensor linalgVander(Tensor x, Long n) {
    if (x.rank() == 0) {
      throw new ShapeMismatch("linalg_vander", "expected at least one dimension", x.sizes());
    }
    if (x.dtype() == DType.BOOL) {
      throw new TypeMismatch("linalg_vander", "expected numbers, found bool");
    }
    TypeRules.refuse("linalg_vander", TypeRules.HALF, x.dtype());
    long count = n == null ? x.size(x.rank() - 1) : n;
    if (count <= 1) {
      throw new InvalidArgument("linalg_vander", "N", "is %d, expected 2 or more".formatted(count));
    }
    long[] sizes = Arrays.copyOf(x.sizes(), x.rank() + 1);
    sizes[x.rank()] = count - 1;
    Tensor powers = aten.cumprod(aten.expand(aten.unsqueeze(x, -1), sizes, false), -1);
    sizes[x.rank()] = 1;
    return aten.cat(new Tensor[] {aten.newOnes(powers, sizes), powers}, -1);
  }

  /** Returns the powers of the elements of a vector as columns, the highest first by default. */
  public Tensor vander(Tensor x, Long n, boolean increasing) {
    if (x.rank() != 1) {
      throw new ShapeMismatch("vander", "expected a vector", x.sizes());
    }
    long count = n == null ? x.size(0) : n;
    if (count < 0) {
      throw new InvalidArgument("vander", "N", "is %d, expected 0 or more".formatted(count));
    }
    boolean isWhole = !x.dtype().isFloating() && !x.dtype().isComplex();
    Tensor numbers = isWhole ? aten.to(x, DType.INT64) : x;
    Tensor columns = aten.newOnes(numbers, x.size(0), Math.min(count, 1));
    if (count > 1) {
      Tensor base = aten.expand(aten.unsqueeze(numbers, 1), x.size(0), count - 1);
      columns = aten.cat(new Tensor[] {columns, aten.cumprod(base, 1)}, 1);
    }
    return increasing ? columns : aten.flip(columns, 1);
  }
}
