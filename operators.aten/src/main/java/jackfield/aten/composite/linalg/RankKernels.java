package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgInvEx;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Ranks and condition numbers of matrices.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class RankKernels {
  private static final String RANK = "linalg_matrix_rank";
  private static final String COND = "linalg_cond";
  private static final long[] LAST = {-1};
  private static final Double NONE = null;

  private final Aten aten;
  private final GivenResults given;
  private final SingularTolerance tolerance;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public RankKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
    this.tolerance = new SingularTolerance(aten);
  }

  /** Returns ranks for tolerances that are tensors; null for the standard ones. */
  public Tensor rankTensor(Tensor input, Tensor atol, Tensor rtol, boolean hermitian) {
    SingularTolerance.check(RANK, input);
    checkReal(atol);
    checkReal(rtol);
    return rank(
        input,
        atol == null ? tolerance.absolute(input, NONE) : atol,
        rtol == null ? tolerance.relative(input, atol) : rtol,
        hermitian);
  }

  private static void checkReal(Tensor number) {
    if (number != null && number.dtype().isComplex()) {
      throw new TypeMismatch(RANK, "expected real tolerances, found " + number.dtype());
    }
  }

  private Tensor rank(Tensor input, Tensor atol, Tensor rtol, boolean hermitian) {
    if (input.elementCount() == 0) {
      long[] batch = Arrays.copyOf(input.sizes(), input.rank() - 2);
      return aten.newZeros(input, batch, DType.INT64);
    }
    Tensor values = hermitian ? aten.abs(aten.linalgEigvalsh(input)) : aten.linalgSvdvals(input);
    return aten.sum(tolerance.counts(values, atol, rtol), LAST);
  }

  /** Writes {@link #rankTensor} into {@code out}, converted to its type. */
  public Tensor rankTensorOut(
      Tensor input, Tensor atol, Tensor rtol, boolean hermitian, Tensor out) {
    return given.castInto(RANK, rankTensor(input, atol, rtol, hermitian), out);
  }

  /** Returns ranks for tolerances that are numbers; null for the standard ones. */
  public Tensor rank(Tensor self, Double atol, Double rtol, boolean hermitian) {
    SingularTolerance.check(RANK, self);
    Tensor relative = tolerance.relative(self, atol, rtol);
    return rank(self, tolerance.absolute(self, atol), relative, hermitian);
  }

  /** Writes {@link #rank} into {@code out}, converted to its type. */
  public Tensor rankOut(Tensor self, Double atol, Double rtol, boolean hermitian, Tensor out) {
    return given.castInto(RANK, rank(self, atol, rtol, hermitian), out);
  }

  /** Returns ranks for an absolute tolerance. */
  public Tensor rankTol(Tensor self, double tol, boolean hermitian) {
    return rank(self, tol, 0.0, hermitian);
  }

  /**
   * Returns condition numbers: by 2 or -2, the quotient of the extreme singular values, otherwise
   * the product of the norms of a matrix and its inverse.
   *
   * @param p null for 2
   */
  public Tensor cond(Tensor self, Scalar p) {
    SingularTolerance.check(COND, self);
    double norm = p == null ? 2 : p.toDouble();
    double order = Math.abs(norm);
    if (order != 1 && order != 2 && order != Double.POSITIVE_INFINITY) {
      throw new InvalidArgument(
          COND, "p", "is %s, expected 1, 2, inf or a negative of these".formatted(norm));
    }
    if (order != 2) {
      checkSquare(self);
    }
    if (self.elementCount() == 0) {
      return none(self);
    }
    if (order != 2) {
      Tensor inverse = inverse(self);
      return product(aten.linalgMatrixNorm(self, p), aten.linalgMatrixNorm(inverse, p));
    }
    Tensor values = aten.linalgSvdvals(self);
    Tensor largest = aten.select(values, -1, 0);
    Tensor least = aten.select(values, -1, values.size(values.rank() - 1) - 1);
    return norm > 0 ? aten.div(largest, least) : aten.div(least, largest);
  }

  private static void checkSquare(Tensor self) {
    if (self.size(self.rank() - 1) != self.size(self.rank() - 2)) {
      throw new ShapeMismatch(COND, "expected square matrices for this norm", self.sizes());
    }
  }

  private Tensor none(Tensor self) {
    long[] batch = Arrays.copyOf(self.sizes(), self.rank() - 2);
    return aten.newZeros(self, batch, self.dtype().realType());
  }

  /** Returns inverses, infinite for singular matrices. */
  private Tensor inverse(Tensor self) {
    LinalgInvEx.Result found = aten.linalgInvEx(self);
    Tensor isSingular = aten.gt(aten.unsqueeze(aten.unsqueeze(found.info(), -1), -1), 0);
    return aten.maskedFill_(found.inverse(), isSingular, Double.POSITIVE_INFINITY);
  }

  /** Multiplies norms; 0 times infinity is infinity. */
  private Tensor product(Tensor norm, Tensor ofInverse) {
    return aten.nanToNum(
        aten.mul(norm, ofInverse),
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY);
  }

  /** Writes {@link #cond} into {@code out}, converted to its type. */
  public Tensor condOut(Tensor self, Scalar p, Tensor out) {
    return given.castInto(COND, cond(self, p), out);
  }

  /** Returns condition numbers by the Frobenius norm, fro, or the nuclear norm, nuc. */
  public Tensor condNamed(Tensor self, String p) {
    SingularTolerance.check(COND, self);
    checkSquare(self);
    if (!p.equals("fro") && !p.equals("nuc")) {
      throw new InvalidArgument(COND, "p", "is \"%s\", expected fro or nuc".formatted(p));
    }
    if (self.elementCount() == 0) {
      return none(self);
    }
    if (p.equals("fro")) {
      Tensor inverse = inverse(self);
      return product(aten.linalgMatrixNorm(self, p), aten.linalgMatrixNorm(inverse, p));
    }
    Tensor values = aten.linalgSvdvals(self);
    return aten.mul(aten.sum(values, LAST), aten.sum(aten.reciprocal(values), LAST));
  }

  /** Writes {@link #condNamed} into {@code out}, converted to its type. */
  public Tensor condNamedOut(Tensor self, String p, Tensor out) {
    return given.castInto(COND, condNamed(self, p), out);
  }
}
