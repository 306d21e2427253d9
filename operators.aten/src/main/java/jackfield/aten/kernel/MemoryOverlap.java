package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Refuses outputs that a kernel could not write without changing what it is yet to read.
 *
 * <p>Only overlaps that are certain are refused. Whether two tensors with gaps meet is a hard
 * question: they are let through, and plans compute from a copy where they might ({@link #mayMix}
 * for loops over elements, {@link #mayMeet} for kernels that take whole tensors).
 *
 * <p><em>Source</em>: the same cases as PyTorch 2.6's.
 */
public final class MemoryOverlap {
  private MemoryOverlap() {}

  /** Refuses an output several elements of which share one place. */
  public static void refuseInternal(String operator, Tensor output) {
    if (output.isNonOverlappingAndDense()) {
      return;
    }
    for (int dim = 0; dim < output.rank(); dim++) {
      if (output.size(dim) > 1 && output.stride(dim) == 0) {
        throw new InvalidArgument(
            operator,
            "out",
            "has several elements in one place (%s, strides %s); clone it first"
                .formatted(output, Arrays.toString(output.strides())));
      }
    }
  }

  /** Refuses an output that shares some but not all of its memory with {@code input}. */
  static void refusePartial(String operator, Tensor output, Tensor input) {
    if (meet(output, input) && !isSame(output, input)) {
      throw refusal(operator, output, input, "a part of its memory");
    }
  }

  /** Refuses an output that shares memory with {@code input}. */
  static void refuseAny(String operator, Tensor output, Tensor input) {
    if (output == input || meet(output, input)) {
      throw refusal(operator, output, input, "memory");
    }
  }

  /** Refuses an output that is to be resized and is an input itself. */
  static void refuseResized(String operator, Tensor output, Tensor input) {
    if (output == input) {
      throw new InvalidArgument(
          operator,
          "out",
          "is an input, %s, and does not have the sizes of the result; pass another tensor"
              .formatted(input));
    }
  }

  /**
   * Returns whether a loop that writes each element of {@code output} after it has read the same
   * element of {@code input} could change others that it has yet to read. It could not if both have
   * the same elements at the same places. A kernel that takes whole tensors reads in another order:
   * there, {@link #mayMeet} is the question.
   */
  static boolean mayMix(Tensor output, Tensor input) {
    return output != input && mayMeet(output, input) && !isElementwiseSame(output, input);
  }

  /**
   * Returns whether {@code output} and {@code input} could have an element in common: each begins
   * before the other ends.
   */
  static boolean mayMeet(Tensor output, Tensor input) {
    return output.storage() == input.storage()
        && output.elementCount() > 0
        && input.elementCount() > 0
        && begin(output) < reach(input)
        && begin(input) < reach(output);
  }

  private static boolean isElementwiseSame(Tensor output, Tensor input) {
    return begin(output) == begin(input)
        && output.dtype() == input.dtype()
        && Arrays.equals(output.sizes(), input.sizes())
        && Arrays.equals(output.strides(), input.strides());
  }

  /** Returns the byte after the last element. */
  private static long reach(Tensor tensor) {
    return Shapes.reachBytes(tensor.sizes(), tensor.strides(), tensor.offset(), tensor.dtype());
  }

  private static InvalidArgument refusal(
      String operator, Tensor output, Tensor input, String what) {
    return new InvalidArgument(
        operator,
        "out",
        "shares %s with an input (%s and %s); clone one of them first"
            .formatted(what, output, input));
  }

  private static boolean meet(Tensor output, Tensor input) {
    if (output == input || output.storage() != input.storage()) {
      return false;
    }
    boolean decidable = output.isNonOverlappingAndDense() && input.isNonOverlappingAndDense();
    return decidable && begin(output) < end(input) && begin(input) < end(output);
  }

  private static boolean isSame(Tensor output, Tensor input) {
    return begin(output) == begin(input)
        && end(output) == end(input)
        && Arrays.equals(output.strides(), input.strides());
  }

  private static long begin(Tensor tensor) {
    return tensor.offset() * tensor.dtype().sizeBytes();
  }

  private static long end(Tensor tensor) {
    return begin(tensor) + tensor.elementCount() * tensor.dtype().sizeBytes();
  }
}
