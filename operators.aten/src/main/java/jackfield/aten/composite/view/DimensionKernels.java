package jackfield.aten.composite.view;

import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Views and in-place kernels that reorder, add or drop dimensions. They work on every backend,
 * since they access no element.
 *
 * <p><em>Errors</em>: {@link InvalidArgument} for dimensions out of range.
 *
 * <p><em>Source</em>: PyTorch 2.6, strides of dimensions of size 1 included.
 */
public final class DimensionKernels {
  private DimensionKernels() {}

  /** Sizes and strides of a result. */
  private record Geometry(long[] sizes, long[] strides) {
    Tensor of(Tensor self) {
      return self.alias(sizes, strides, self.offset());
    }

    Tensor into(Tensor self) {
      self.setGeometry(sizes, strides, self.offset());
      return self;
    }
  }

  /** Exchanges two dimensions. */
  public static Tensor transpose(Tensor self, long dim0, long dim1) {
    return exchanged("transpose", self, dim0, dim1).of(self);
  }

  /** Exchanges two dimensions of the tensor itself. */
  public static Tensor transposeInPlace(Tensor self, long dim0, long dim1) {
    return exchanged("transpose_", self, dim0, dim1).into(self);
  }

  /** Exchanges the dimensions of a matrix; returns vectors and numbers as they are. */
  public static Tensor t(Tensor self) {
    return exchanged("t", self, 0, lastOfMatrix("t", self)).of(self);
  }

  /** Exchanges the dimensions of the matrix itself. */
  public static Tensor tInPlace(Tensor self) {
    return exchanged("t_", self, 0, lastOfMatrix("t_", self)).into(self);
  }

  private static int lastOfMatrix(String operator, Tensor self) {
    if (self.rank() > 2) {
      throw new ShapeMismatch(operator, "expected at most two dimensions", self.sizes());
    }
    return self.rank() < 2 ? 0 : 1;
  }

  private static Geometry exchanged(String operator, Tensor self, long dim0, long dim1) {
    int first = Dimensions.wrap(operator, dim0, self.rank());
    int second = Dimensions.wrap(operator, dim1, self.rank());
    long[] sizes = self.sizes().clone();
    long[] strides = self.strides().clone();
    if (first != second) {
      exchange(sizes, first, second);
      exchange(strides, first, second);
    }
    return new Geometry(sizes, strides);
  }

  private static void exchange(long[] values, int first, int second) {
    long value = values[first];
    values[first] = values[second];
    values[second] = value;
  }

  /** Returns a view with the dimensions in the given order. */
  public static Tensor permute(Tensor self, long[] dims) {
    if (dims.length != self.rank()) {
      throw new InvalidArgument(
          "permute",
          "dims",
          "%s does not name each of %d dimensions".formatted(Arrays.toString(dims), self.rank()));
    }
    int[] order = Dimensions.wrapDistinct("permute", dims, self.rank());
    return new Geometry(picked(self.sizes(), order), picked(self.strides(), order)).of(self);
  }

  private static long[] picked(long[] values, int[] positions) {
    return Arrays.stream(positions).mapToLong(position -> values[position]).toArray();
  }

  /** Adds a dimension of size 1. */
  public static Tensor unsqueeze(Tensor self, long dim) {
    return widened("unsqueeze", self, dim).of(self);
  }

  /** Adds a dimension of size 1 to the tensor itself. */
  public static Tensor unsqueezeInPlace(Tensor self, long dim) {
    return widened("unsqueeze_", self, dim).into(self);
  }

  private static Geometry widened(String operator, Tensor self, long dim) {
    int rank = self.rank();
    int at = Dimensions.wrap(operator, dim, rank + 1);
    long stride = at == rank ? 1 : Shapes.product(self.size(at), self.stride(at));
    return new Geometry(with(self.sizes(), at, 1), with(self.strides(), at, stride));
  }

  private static long[] with(long[] values, int position, long value) {
    long[] more = new long[values.length + 1];
    System.arraycopy(values, 0, more, 0, position);
    more[position] = value;
    System.arraycopy(values, position, more, position + 1, values.length - position);
    return more;
  }

  /** Drops all dimensions of size 1. */
  public static Tensor squeeze(Tensor self) {
    return narrowed(self, allOf(self)).of(self);
  }

  /** Drops a dimension if its size is 1. */
  public static Tensor squeezeDim(Tensor self, long dim) {
    return narrowed(self, oneOf("squeeze", self, dim)).of(self);
  }

  /** Drops each of the given dimensions whose size is 1. */
  public static Tensor squeezeDims(Tensor self, long[] dim) {
    return narrowed(self, severalOf("squeeze", self, dim)).of(self);
  }

  /** Drops all dimensions of size 1 of the tensor itself. */
  public static Tensor squeezeInPlace(Tensor self) {
    return narrowed(self, allOf(self)).into(self);
  }

  /** Drops a dimension of the tensor itself if its size is 1. */
  public static Tensor squeezeDimInPlace(Tensor self, long dim) {
    return narrowed(self, oneOf("squeeze_", self, dim)).into(self);
  }

  /** Drops each of the given dimensions of the tensor itself if its size is 1. */
  public static Tensor squeezeDimsInPlace(Tensor self, long[] dim) {
    return narrowed(self, severalOf("squeeze_", self, dim)).into(self);
  }

  private static boolean[] allOf(Tensor self) {
    boolean[] named = new boolean[self.rank()];
    Arrays.fill(named, true);
    return named;
  }

  private static boolean[] oneOf(String operator, Tensor self, long dim) {
    boolean[] named = new boolean[Math.max(self.rank(), 1)];
    named[Dimensions.wrap(operator, dim, self.rank())] = true;
    return named;
  }

  private static boolean[] severalOf(String operator, Tensor self, long[] dims) {
    boolean[] named = new boolean[Math.max(self.rank(), 1)];
    for (int dim : Dimensions.wrapDistinct(operator, dims, self.rank())) {
      named[dim] = true;
    }
    return named;
  }

  private static Geometry narrowed(Tensor self, boolean[] named) {
    long[] sizes = new long[self.rank()];
    long[] strides = new long[self.rank()];
    int kept = 0;
    for (int dim = 0; dim < self.rank(); dim++) {
      if (!named[dim] || self.size(dim) != 1) {
        sizes[kept] = self.size(dim);
        strides[kept++] = self.stride(dim);
      }
    }
    return new Geometry(Arrays.copyOf(sizes, kept), Arrays.copyOf(strides, kept));
  }
}
