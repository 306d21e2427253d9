package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Estimates of slopes by differences of neighbours: central ones inside, one-sided ones of order
 * {@code edge_order} at both ends; differentiated through what they call.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SlopeKernels {
  private static final String OPERATOR = "gradient";

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SlopeKernels(Aten aten) {
    this.aten = aten;
  }

  /** Estimates slopes along {@code dim}, or along all dimensions if it is null. */
  public Tensor[] even(Tensor self, Scalar spacing, Long dim, long edgeOrder) {
    Scalar distance = spacing == null ? Scalar.ONE : spacing;
    return evenAlong(self, distance, dims(self, dim), edgeOrder);
  }

  /** Estimates slopes along dimensions with one distance. */
  public Tensor[] evenAlong(Tensor self, Scalar spacing, long[] dim, long edgeOrder) {
    Scalar[] spacings = new Scalar[dim.length];
    Arrays.fill(spacings, spacing);
    return spacedAlong(self, spacings, dim, edgeOrder);
  }

  /** Estimates slopes along dimensions with distance 1. */
  public Tensor[] unitAlong(Tensor self, long[] dim, long edgeOrder) {
    return evenAlong(self, Scalar.ONE, dim, edgeOrder);
  }

  /** Estimates slopes along {@code dim}, or along all dimensions, with a distance for each. */
  public Tensor[] spaced(Tensor self, Scalar[] spacing, Long dim, long edgeOrder) {
    return spacedAlong(self, spacing, dims(self, dim), edgeOrder);
  }

  /** Estimates slopes along dimensions with a distance for each. */
  public Tensor[] spacedAlong(Tensor self, Scalar[] spacing, long[] dim, long edgeOrder) {
    int[] dims = checked(self, spacing.length, dim, edgeOrder);
    Tensor[] slopes = new Tensor[dims.length];
    for (int i = 0; i < dims.length; i++) {
      slopes[i] = new Line(self, dims[i]).even(spacing[i], edgeOrder == 2);
    }
    return slopes;
  }

  /** Estimates slopes along {@code dim}, or along all dimensions, between given points. */
  public Tensor[] placed(Tensor self, Tensor[] spacing, Long dim, long edgeOrder) {
    return placedAlong(self, spacing, dims(self, dim), edgeOrder);
  }

  /** Estimates slopes along dimensions between given points, a vector for each dimension. */
  public Tensor[] placedAlong(Tensor self, Tensor[] spacing, long[] dim, long edgeOrder) {
    int[] dims = checked(self, spacing.length, dim, edgeOrder);
    Tensor[] slopes = new Tensor[dims.length];
    for (int i = 0; i < dims.length; i++) {
      if (spacing[i].rank() != 1 || spacing[i].size(0) != self.size(dims[i])) {
        throw new ShapeMismatch(
            OPERATOR, "expected a point for each index", spacing[i].sizes(), self.sizes());
      }
      slopes[i] = new Line(self, dims[i]).placed(spacing[i], edgeOrder == 2);
    }
    return slopes;
  }

  private static long[] dims(Tensor self, Long dim) {
    return dim == null ? LongStream.range(0, self.rank()).toArray() : new long[] {dim};
  }

  private static int[] checked(Tensor self, int spacings, long[] dim, long edgeOrder) {
    if (self.dtype() == DType.UINT8) {
      throw new TypeMismatch(OPERATOR, "uint8 is not supported, as differences may be negative");
    }
    if (edgeOrder != 1 && edgeOrder != 2) {
      throw new InvalidArgument(
          OPERATOR, "edge_order", "is %d, expected 1 or 2".formatted(edgeOrder));
    }
    if (spacings != dim.length) {
      throw new InvalidArgument(
          OPERATOR, "spacing", "has %d entries for %d dimensions".formatted(spacings, dim.length));
    }
    int[] dims = Dimensions.wrapDistinct(OPERATOR, dim, self.rank());
    for (int each : dims) {
      if (self.rank() == 0 || self.size(each) <= edgeOrder) {
        throw new ShapeMismatch(
            OPERATOR,
            "expected at least %d elements in each dimension".formatted(edgeOrder + 1),
            self.sizes());
      }
    }
    return dims;
  }

  /** The values along one dimension. */
  private final class Line {
    private final Tensor self;
    private final int dim;

    Line(Tensor self, int dim) {
      this.self = self;
      this.dim = dim;
    }

    Tensor even(Scalar distance, boolean isSecondOrder) {
      Tensor center = aten.div(aten.div(aten.sub(from(2), until(-2)), distance), 2L);
      Tensor first;
      Tensor last;
      if (isSecondOrder) {
        first = weighted(at(0), -1.5, at(1), 2, at(2), -0.5);
        last = weighted(at(-3), 0.5, at(-2), -2, at(-1), 1.5);
      } else {
        first = aten.sub(at(1), at(0));
        last = aten.sub(at(-1), at(-2));
      }
      return joined(aten.div(first, distance), center, aten.div(last, distance));
    }

    private Tensor weighted(Tensor a, double ofA, Tensor b, double ofB, Tensor c, double ofC) {
      return aten.add(aten.add(aten.mul(a, ofA), aten.mul(b, ofB)), aten.mul(c, ofC));
    }

    Tensor placed(Tensor points, boolean isSecondOrder) {
      Tensor widths = shaped(aten.diff(points));
      Line gaps = new Line(widths, dim);
      Tensor left = gaps.until(-1);
      Tensor right = gaps.from(1);
      Tensor both = aten.add(left, right);
      Tensor a = aten.div(aten.neg(right), aten.mul(left, both));
      Tensor b = aten.div(aten.sub(right, left), aten.mul(left, right));
      Tensor c = aten.div(left, aten.mul(right, both));
      Tensor center = combined(a, until(-2), b, between(), c, from(2));
      if (!isSecondOrder) {
        Tensor first = aten.div(aten.sub(at(1), at(0)), gaps.at(0));
        return joined(first, center, aten.div(aten.sub(at(-1), at(-2)), gaps.at(-1)));
      }
      Tensor first = edge(gaps.at(0), gaps.at(1), at(0), at(1), at(2));
      Tensor last = edge(gaps.at(-1), gaps.at(-2), at(-1), at(-2), at(-3));
      return joined(first, center, aten.neg(last));
    }

    /** Returns the slope at {@code a}, whose neighbours are at distances in one direction. */
    private Tensor edge(Tensor near, Tensor far, Tensor a, Tensor b, Tensor c) {
      Tensor both = aten.add(near, far);
      Tensor ofA = aten.div(aten.neg(aten.add(near, both)), aten.mul(near, both));
      Tensor ofB = aten.div(both, aten.mul(near, far));
      Tensor ofC = aten.div(aten.neg(near), aten.mul(far, both));
      return combined(ofA, a, ofB, b, ofC, c);
    }

    private Tensor combined(Tensor a, Tensor x, Tensor b, Tensor y, Tensor c, Tensor z) {
      return aten.add(aten.add(aten.mul(a, x), aten.mul(b, y)), aten.mul(c, z));
    }

    private Tensor joined(Tensor first, Tensor center, Tensor last) {
      return aten.cat(new Tensor[] {first, center, last}, dim);
    }

    private Tensor shaped(Tensor vector) {
      long[] shape = new long[self.rank()];
      Arrays.fill(shape, 1);
      shape[dim] = vector.size(0);
      return aten.reshape(vector, shape);
    }

    private Tensor at(long index) {
      long place = index < 0 ? self.size(dim) + index : index;
      return aten.narrow(self, dim, place, 1);
    }

    private Tensor from(long start) {
      return aten.slice(self, dim, start, null);
    }

    private Tensor until(long end) {
      return aten.slice(self, dim, 0L, end);
    }

    private Tensor between() {
      return aten.slice(self, dim, 1L, -1L);
    }
  }
}
