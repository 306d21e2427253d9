package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** The dimensions that a reduction removes, and those that it keeps. */
public final class ReducedDimensions {
  private final boolean[] isReduced; // indexed by dimension
  private final boolean keepsRank;
  private final int reducedCount;

  private ReducedDimensions(boolean[] isReduced, boolean keepsRank) {
    this.isReduced = isReduced;
    this.keepsRank = keepsRank;
    int count = 0;
    for (boolean reduced : isReduced) {
      count += reduced ? 1 : 0;
    }
    this.reducedCount = count;
  }

  /**
   * Reads the arguments {@code dim} and {@code keepdim}.
   *
   * @param dims null or empty for all
   * @throws InvalidArgument if one is outside [−rank, rank) or is named twice
   */
  public static ReducedDimensions of(String operator, Tensor input, long[] dims, boolean keepdim) {
    if (dims == null || dims.length == 0) {
      return all(input, keepdim);
    }
    boolean[] isReduced = new boolean[input.rank()];
    for (int dim : Dimensions.wrapDistinct(operator, dims, input.rank())) {
      if (input.rank() > 0) {
        isReduced[dim] = true;
      }
    }
    return new ReducedDimensions(isReduced, keepdim);
  }

  /** Reads a {@code dim} argument that is one dimension, or null for all. */
  public static ReducedDimensions of(String operator, Tensor input, Long dim, boolean keepdim) {
    return dim == null ? all(input, keepdim) : of(operator, input, new long[] {dim}, keepdim);
  }

  private static ReducedDimensions all(Tensor input, boolean keepdim) {
    boolean[] isReduced = new boolean[input.rank()];
    Arrays.fill(isReduced, true);
    return new ReducedDimensions(isReduced, keepdim);
  }

  /**
   * Returns this, for operators that are undefined without elements.
   *
   * @param isGiven whether the caller named the dimensions
   * @throws InvalidArgument if a reduced dimension is empty, or if all are reduced, none was named
   *     and there is no element
   */
  public ReducedDimensions requireElements(String operator, Tensor input, boolean isGiven) {
    if (input.elementCount() > 0) {
      return this;
    }
    if (!isGiven) {
      throw new InvalidArgument(
          operator, "dim", "must name the dimensions to reduce, as there is no element: " + input);
    }
    for (int dim = 0; dim < isReduced.length; dim++) {
      if (isReduced[dim] && input.size(dim) == 0) {
        throw new InvalidArgument(operator, "dim", dim + " has no element to reduce: " + input);
      }
    }
    return this;
  }

  /** Returns the dimensions that are reduced. */
  int[] reduced() {
    return dims(true, reducedCount);
  }

  /** Returns the dimensions that are kept. */
  int[] kept() {
    return dims(false, isReduced.length - reducedCount);
  }

  private int[] dims(boolean wanted, int count) {
    int[] dims = new int[count];
    int next = 0;
    for (int dim = 0; dim < isReduced.length; dim++) {
      if (isReduced[dim] == wanted) {
        dims[next++] = dim;
      }
    }
    return dims;
  }

  /** Returns the sizes of the result. */
  long[] resultSizes(long[] sizes) {
    long[] result = new long[keepsRank ? sizes.length : sizes.length - reducedCount];
    int next = 0;
    for (int dim = 0; dim < sizes.length; dim++) {
      if (!isReduced[dim]) {
        result[next++] = sizes[dim];
      } else if (keepsRank) {
        result[next++] = 1;
      }
    }
    return result;
  }

  /** Returns the output's strides for the dimensions that are kept. */
  long[] outputStrides(Tensor output) {
    if (!keepsRank) {
      return output.strides();
    }
    int[] kept = kept();
    long[] strides = new long[kept.length];
    for (int i = 0; i < kept.length; i++) {
      strides[i] = output.stride(kept[i]);
    }
    return strides;
  }
}
