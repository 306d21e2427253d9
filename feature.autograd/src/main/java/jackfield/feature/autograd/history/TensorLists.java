package jackfield.feature.autograd.history;

import jackfield.tensor.DType;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.Tensor;

/** Functions for lists and optional values, called by generated kernels and formulas. */
public final class TensorLists {
  private TensorLists() {}

  /** Returns the sizes of each tensor. */
  public static long[][] sizes(Tensor[] tensors) {
    long[][] sizes = new long[tensors.length][];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = tensors[i].sizes();
    }
    return sizes;
  }

  /** Returns the element type of each tensor. */
  public static DType[] dtypes(Tensor[] tensors) {
    DType[] dtypes = new DType[tensors.length];
    for (int i = 0; i < dtypes.length; i++) {
      dtypes[i] = tensors[i].dtype();
    }
    return dtypes;
  }

  /**
   * Returns the type of an input whose gradient is wanted. It is null for a view that was recorded
   * before its base required a gradient.
   */
  public static DType dtype(GradientNode node, int input) {
    GradientEdge edge = node.next()[input];
    return edge == null ? null : edge.dtype();
  }

  /** Returns the size of a dimension, which may be counted from the end; 1 if there is none. */
  public static long size(Tensor tensor, long dim) {
    return tensor.rank() == 0 ? 1 : tensor.size((int) (dim < 0 ? dim + tensor.rank() : dim));
  }

  /** Returns whether a tensor is not null and requires a gradient. */
  public static boolean requireGrad(Tensor tensor) {
    return tensor != null && tensor.requiresGrad();
  }

  /** Returns whether one of a list of tensors requires a gradient. */
  public static boolean requireGrad(Tensor[] tensors) {
    for (Tensor tensor : tensors) {
      if (requireGrad(tensor)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether all gradients are null. */
  public static boolean isEmpty(Tensor[] gradients) {
    for (Tensor gradient : gradients) {
      if (gradient != null) {
        return false;
      }
    }
    return true;
  }

  /** Copies {@code gradients} into {@code all} from index {@code first}. */
  public static void put(Tensor[] gradients, Tensor[] all, int first) {
    System.arraycopy(gradients, 0, all, first, gradients.length);
  }

  /** Returns a copy of an argument, since the caller may change the original. */
  public static long[] copy(long[] values) {
    return values == null ? null : values.clone();
  }
}
