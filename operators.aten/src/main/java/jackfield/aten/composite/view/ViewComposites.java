package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.ViewShapes;
import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Views that are composed of other views and differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ViewComposites {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ViewComposites(Aten aten) {
    this.aten = aten;
  }

  /** Returns a view with the other's shape. */
  public Tensor viewAs(Tensor self, Tensor other) {
    return aten.view(self, other.sizes());
  }

  /** Returns a view with the other's shape if the strides allow it, else a copy. */
  public Tensor reshapeAs(Tensor self, Tensor other) {
    return aten.reshape(self, other.sizes());
  }

  /** Expands dimensions of size 1 to the other's sizes. */
  public Tensor expandAs(Tensor self, Tensor other) {
    return aten.expand(self, other.sizes(), false);
  }

  /** Expands dimensions of size 1 to the given sizes. */
  public Tensor broadcastTo(Tensor self, long[] size) {
    return aten.expand(self, size, false);
  }

  /** Expands dimensions of size 1 until all tensors have the same sizes. */
  public Tensor[] broadcastTensors(Tensor[] tensors) {
    long[] common = {};
    for (Tensor tensor : tensors) {
      common = Broadcast.sizes("broadcast_tensors", common, tensor.sizes());
    }
    Tensor[] expanded = new Tensor[tensors.length];
    for (int i = 0; i < tensors.length; i++) {
      boolean fits = Arrays.equals(common, tensors[i].sizes());
      expanded[i] = fits ? tensors[i] : aten.expand(tensors[i], common, false);
    }
    return expanded;
  }

  /** Merges neighbouring dimensions into one. */
  public Tensor flatten(Tensor self, long startDim, long endDim) {
    int start = Dimensions.wrap("flatten", startDim, self.rank());
    int end = Dimensions.wrap("flatten", endDim, self.rank());
    if (start > end) {
      throw new InvalidArgument(
          "flatten", "start_dim", "%d is after end_dim %d".formatted(start, end));
    }
    if (start == end) {
      return self.rank() == 0 ? aten.reshape(self, new long[] {1}) : self;
    }
    long[] sizes = self.sizes();
    long together = Shapes.elementCount(Arrays.copyOfRange(sizes, start, end + 1));
    return aten.reshape(self, replaced(sizes, start, end + 1, together));
  }

  /** Splits one dimension into several. */
  public Tensor unflatten(Tensor self, long dim, long[] sizes) {
    int at = SplitKernels.dimension("unflatten", self, dim);
    if (sizes.length == 0) {
      throw new InvalidArgument("unflatten", "sizes", "is empty");
    }
    long[] parts = ViewShapes.infer("unflatten", sizes, self.size(at));
    return aten.view(self, replaced(self.sizes(), at, at + 1, parts));
  }

  /**
   * Returns the values with those from {@code start} to {@code end}, excluded, replaced by {@code
   * middle}.
   */
  private static long[] replaced(long[] values, int start, int end, long... middle) {
    long[] result = Arrays.copyOf(values, start + middle.length + values.length - end);
    System.arraycopy(middle, 0, result, start, middle.length);
    System.arraycopy(values, end, result, start + middle.length, values.length - end);
    return result;
  }

  /** Returns a view of {@code length} indexes of a dimension, beginning at {@code start}. */
  public Tensor narrow(Tensor self, long dim, long start, long length) {
    int at = SplitKernels.dimension("narrow", self, dim);
    long size = self.size(at);
    long first = start < 0 ? start + size : start;
    if (first < 0 || first > size) {
      throw new InvalidArgument(
          "narrow",
          "start",
          "%d is out of range for a dimension of size %d".formatted(start, size));
    }
    if (length < 0 || first > size - length) {
      throw new InvalidArgument(
          "narrow",
          "length",
          "%d from %d on does not fit a dimension of size %d".formatted(length, first, size));
    }
    return aten.slice(self, at, first, first + length, 1);
  }

  /** Exchanges two dimensions. */
  public Tensor swapaxes(Tensor self, long axis0, long axis1) {
    return aten.transpose(self, axis0, axis1);
  }

  /** Exchanges the last two dimensions. */
  public Tensor matrixTransposed(Tensor self) {
    if (self.rank() < 2) {
      throw new ShapeMismatch("mT", "expected at least two dimensions", self.sizes());
    }
    return aten.transpose(self, -2, -1);
  }

  /** Reverses the order of the dimensions. */
  public Tensor numpyT(Tensor self) {
    long[] dims = new long[self.rank()];
    Arrays.setAll(dims, dim -> dims.length - 1 - dim);
    return aten.permute(self, dims);
  }

  /** Moves a dimension to another position. */
  public Tensor movedimInt(Tensor self, long source, long destination) {
    return movedim(self, new long[] {source}, new long[] {destination});
  }

  /** Moves dimensions to other positions; dimensions that are not named keep their order. */
  public Tensor movedim(Tensor self, long[] source, long[] destination) {
    if (source.length != destination.length) {
      throw new InvalidArgument("movedim", "source", "names not as many dims as destination");
    }
    int rank = self.rank();
    int[] from = Dimensions.wrapDistinct("movedim", source, rank);
    int[] to = Dimensions.wrapDistinct("movedim", destination, rank);
    if (rank == 0) {
      return aten.alias(self);
    }
    return aten.permute(self, order(rank, from, to));
  }

  /**
   * Returns the dimension for each position; dimensions that are not moved fill the rest in order.
   */
  private static long[] order(int rank, int[] from, int[] to) {
    long[] order = new long[rank];
    Arrays.fill(order, -1);
    BitSet moved = new BitSet(rank);
    for (int i = 0; i < from.length; i++) {
      order[to[i]] = from[i];
      moved.set(from[i]);
    }
    int next = -1;
    for (int position = 0; position < rank; position++) {
      if (order[position] < 0) {
        next = moved.nextClearBit(next + 1);
        order[position] = next;
      }
    }
    return order;
  }

  /** Returns the elements as a vector. */
  public Tensor ravel(Tensor self) {
    return aten.view(aten.contiguous(self), new long[] {-1});
  }

  /** Returns the tensor itself, or a zero-dimensional tensor as a vector of size 1. */
  public Tensor atLeast1d(Tensor self) {
    return self.rank() == 0 ? aten.reshape(self, new long[] {1}) : self;
  }

  /**
   * Returns the tensor itself if it has two dimensions, else a view with leading dimensions of size
   * 1.
   */
  public Tensor atLeast2d(Tensor self) {
    return switch (self.rank()) {
      case 0 -> aten.reshape(self, new long[] {1, 1});
      case 1 -> aten.unsqueeze(self, 0);
      default -> self;
    };
  }

  /**
   * Returns the tensor itself if it has three dimensions, else a view with dimensions of size 1
   * before and after.
   */
  public Tensor atLeast3d(Tensor self) {
    return switch (self.rank()) {
      case 0 -> aten.reshape(self, new long[] {1, 1, 1});
      case 1 -> aten.unsqueeze(aten.unsqueeze(self, 0), -1);
      case 2 -> aten.unsqueeze(self, -1);
      default -> self;
    };
  }

  /** Returns a view of the real parts, or a real tensor itself. */
  public Tensor real(Tensor self) {
    return self.dtype().isComplex() ? part(self, 0) : self;
  }

  /** Returns a view of the imaginary parts of a complex tensor. */
  public Tensor imaginary(Tensor self) {
    Tensor stored = part(self, 1);
    return self.has(DispatchKey.CONJUGATE) ? aten._negView(stored) : stored;
  }

  /** Returns a view of the parts as the memory contains them, whether conjugated or not. */
  private Tensor part(Tensor self, int index) {
    Tensor stored = self.has(DispatchKey.CONJUGATE) ? aten._conj(self) : self;
    return aten.select(aten.viewAsReal(stored), -1, index);
  }
}
