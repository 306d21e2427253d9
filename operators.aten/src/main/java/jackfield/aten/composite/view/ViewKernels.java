package jackfield.aten.composite.view;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.ViewShapes;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Kernels that return views: the same elements with other sizes, strides and offset. They work on
 * every backend, since they access no element.
 *
 * <p><em>Errors</em>: {@link InvalidArgument} for dimensions, indexes and sizes out of range,
 * {@link ShapeMismatch} for shapes that do not fit.
 *
 * <p><em>Source</em>: PyTorch 2.6, strides of dimensions of size 1 included.
 */
public final class ViewKernels {
  private ViewKernels() {}

  /** Returns a view of the whole tensor, as another object. */
  public static Tensor alias(Tensor self) {
    return self.alias(self.sizes(), self.strides(), self.offset());
  }

  /** Returns the tensor itself: autograd's kernel detaches it. */
  public static Tensor detachInPlace(Tensor self) {
    return self;
  }

  /** Returns a view of the storage with the given geometry. */
  public static Tensor asStrided(Tensor self, long[] size, long[] stride, Long storageOffset) {
    long offset = storageOffset == null ? self.offset() : storageOffset;
    checkStrided("as_strided", self, size, stride, offset);
    return self.alias(size.clone(), stride.clone(), offset);
  }

  /** Gives the tensor itself another geometry. */
  public static Tensor asStridedInPlace(
      Tensor self, long[] size, long[] stride, Long storageOffset) {
    long offset = storageOffset == null ? self.offset() : storageOffset;
    checkStrided("as_strided_", self, size, stride, offset);
    self.setGeometry(size.clone(), stride.clone(), offset);
    return self;
  }

  private static void checkStrided(
      String operator, Tensor self, long[] size, long[] stride, long offset) {
    if (size.length != stride.length) {
      throw new ShapeMismatch(operator, "expected as many strides as sizes", size, stride);
    }
    if (offset < 0) {
      throw new InvalidArgument(operator, "storage_offset", offset + " is negative");
    }
    Dimensions.checkNotNegative(operator, "size", size);
    Dimensions.checkNotNegative(operator, "stride", stride);
    long reach = Shapes.reach(size, stride, offset);
    long available = self.storage().sizeBytes() / self.dtype().sizeBytes();
    if (reach > available) {
      throw new ShapeMismatch(
          operator,
          "element %d is outside the storage of %d elements".formatted(reach - 1, available),
          size,
          stride);
    }
  }

  /** Returns a view of another shape, with the elements in the same order. */
  public static Tensor view(Tensor self, long[] size) {
    return view("view", self, size);
  }

  /** Returns a view of another shape, for a tensor of which there is no other view. */
  public static Tensor unsafeView(Tensor self, long[] size) {
    return view("_unsafe_view", self, size);
  }

  private static Tensor view(String operator, Tensor self, long[] size) {
    long[] sizes = ViewShapes.infer(operator, size, self.elementCount());
    long[] strides = ViewShapes.strides(self.sizes(), self.strides(), sizes);
    if (strides == null) {
      throw new ShapeMismatch(
          operator,
          "strides %s do not allow shape %s without a copy; try reshape"
              .formatted(Arrays.toString(self.strides()), Arrays.toString(sizes)),
          self.sizes());
    }
    return self.alias(sizes, strides, self.offset());
  }

  /** Expands dimensions of size 1 without copying; a size of −1 keeps the dimension's size. */
  public static Tensor expand(Tensor self, long[] size, boolean implicit) {
    int added = size.length - self.rank();
    if (added < 0) {
      throw new ShapeMismatch("expand", "expected at least as many sizes", self.sizes(), size);
    }
    long[] sizes = new long[size.length];
    long[] strides = new long[size.length];
    for (int dim = size.length - 1; dim >= 0; dim--) {
      int from = dim - added;
      long present = from >= 0 ? self.size(from) : 1;
      sizes[dim] = size[dim] == -1 && from >= 0 ? present : size[dim];
      if ((sizes[dim] != present && present != 1) || sizes[dim] < 0) {
        throw new ShapeMismatch(
            "expand",
            "size %d of dimension %d cannot become %d".formatted(present, dim, size[dim]),
            self.sizes(),
            size);
      }
      strides[dim] = sizes[dim] == present ? expandedStride(self, from, sizes, strides, dim) : 0;
    }
    return self.alias(sizes, strides, self.offset());
  }

  private static long expandedStride(Tensor self, int from, long[] sizes, long[] strides, int dim) {
    if (from >= 0) {
      return self.stride(from);
    }
    return self.rank() == 0 ? 0 : Shapes.product(sizes[dim + 1], strides[dim + 1]);
  }

  /** Drops a dimension by selecting one index of it. */
  public static Tensor select(Tensor self, long dim, long index) {
    if (self.rank() == 0) {
      throw new InvalidArgument("select", "self", "has no dimension to select from");
    }
    int at = Dimensions.wrap("select", dim, self.rank());
    long position = Dimensions.wrapIndex("select", "index", index, self.size(at));
    return self.alias(
        without(self.sizes(), at),
        without(self.strides(), at),
        Shapes.position(self.offset(), position, self.stride(at)));
  }

  /**
   * Returns a view of every {@code step}th index of a dimension from {@code start} to {@code end},
   * which is excluded.
   */
  public static Tensor slice(Tensor self, long dim, Long start, Long end, long step) {
    if (self.rank() == 0) {
      throw new InvalidArgument("slice", "self", "has no dimension to slice");
    }
    if (step <= 0) {
      throw new InvalidArgument("slice", "step", step + " is not positive");
    }
    int at = Dimensions.wrap("slice", dim, self.rank());
    long size = self.size(at);
    long first = bound(start == null ? 0 : start, size);
    long limit = Math.max(bound(end == null ? size : end, size), first);
    long[] sizes = self.sizes().clone();
    long[] strides = self.strides().clone();
    sizes[at] = Math.ceilDiv(limit - first, step);
    strides[at] = stepped(strides[at], step, sizes[at]);
    return self.alias(sizes, strides, Shapes.position(self.offset(), first, self.stride(at)));
  }

  /** Returns the stride of a dimension of which every {@code step}th index is kept. */
  private static long stepped(long stride, long step, long size) {
    // With one element any stride will do, even where the product would overflow.
    boolean fits = Math.multiplyHigh(stride, step) == 0 && stride * step >= 0;
    return size <= 1 && !fits ? stride : Shapes.product(stride, step);
  }

  /** Returns a bound of a slice, counted from the end if negative, within [0, size]. */
  private static long bound(long value, long size) {
    return Math.clamp(value < 0 ? value + size : value, 0, size);
  }

  /**
   * Returns a view of all windows of {@code size} neighbours of a dimension, {@code step} apart.
   */
  public static Tensor unfold(Tensor self, long dimension, long size, long step) {
    int at = Dimensions.wrap("unfold", dimension, self.rank());
    long available = self.rank() == 0 ? 1 : self.size(at);
    if (size < 0 || size > available) {
      throw new InvalidArgument(
          "unfold", "size", "%d does not fit a dimension of size %d".formatted(size, available));
    }
    if (step <= 0) {
      throw new InvalidArgument("unfold", "step", step + " is not positive");
    }
    long[] sizes = Arrays.copyOf(self.sizes(), self.rank() + 1);
    long[] strides = Arrays.copyOf(self.strides(), self.rank() + 1);
    sizes[self.rank()] = size;
    strides[self.rank()] = self.rank() == 0 ? 1 : self.stride(at);
    if (self.rank() > 0) {
      sizes[at] = (available - size) / step + 1;
      strides[at] = stepped(strides[at], step, sizes[at]);
    }
    return self.alias(sizes, strides, self.offset());
  }

  /** Returns a view of the diagonal of two dimensions, which become one, the last. */
  public static Tensor diagonal(Tensor self, long offset, long dim1, long dim2) {
    int rows = Dimensions.wrap("diagonal", dim1, self.rank());
    int columns = Dimensions.wrap("diagonal", dim2, self.rank());
    if (rows == columns) {
      throw new InvalidArgument("diagonal", "dim1", rows + " is dim2 as well");
    }
    long left =
        offset < 0
            ? Math.min(self.size(rows) + offset, self.size(columns))
            : Math.min(self.size(rows), self.size(columns) - offset);
    long length = Math.max(left, 0);
    long first = self.offset();
    if (length > 0) {
      first =
          offset < 0
              ? Shapes.position(first, -offset, self.stride(rows))
              : Shapes.position(first, offset, self.stride(columns));
    }
    int last = self.rank() - 2;
    long[] sizes = withoutBoth(self.sizes(), rows, columns);
    long[] strides = withoutBoth(self.strides(), rows, columns);
    sizes[last] = length;
    strides[last] = Shapes.position(self.stride(rows), 1, self.stride(columns));
    return self.alias(sizes, strides, first);
  }

  /** Returns the values without those of the two dimensions, with a free last element. */
  private static long[] withoutBoth(long[] values, int first, int second) {
    long[] rest = without(without(values, Math.max(first, second)), Math.min(first, second));
    return Arrays.copyOf(rest, rest.length + 1);
  }

  /** Returns the values without the one at {@code position}. */
  public static long[] without(long[] values, int position) {
    long[] rest = new long[values.length - 1];
    System.arraycopy(values, 0, rest, 0, position);
    System.arraycopy(values, position + 1, rest, position, rest.length - position);
    return rest;
  }
}
