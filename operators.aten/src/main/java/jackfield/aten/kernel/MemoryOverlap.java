package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Rejects outputs whose writing would change input elements that the kernel is yet to read.
 *
 * <p>Only overlaps that are certain are rejected. Whether two tensors with gaps share an element is
 * expensive to decide. Such outputs are accepted, and plans compute into a copy where an overlap is
 * possible ({@link #mayMix} for loops over elements, {@link #mayMeet} for kernels that take whole
 * tensors).
 *
 * <p><em>Source</em>: the same cases as PyTorch 2.6's.
 */
public final class MemoryOverlap {
  private MemoryOverlap() {}

  /** Throws if several elements of the output share one address. */
  public static void refuseInternal(String operator, Tensor output) {
    if (output.isNonOverlappingAndDense()) {
      return;
    }
    for (int dim = 0; dim < output.rank(); dim++) {
      if (output.size(dim) > 1 && output.stride(dim) == 0) {
        throw new InvalidArgument(
            operator,
            "out",
            "has several elements at one address (%s, strides %s); clone it first"
                .formatted(output, Arrays.toString(output.strides())));
      }
    }
  }

  /** Throws if the output shares some but not all of its memory with {@code input}. */
  public static void refusePartial(String operator, Tensor output, Tensor input) {
    if (meet(output, input) && !isSame(output, input)) {
      throw refusal(operator, output, input, "a part of its memory with an input");
    }
  }

  /** Throws if the output shares memory with {@code input}. */
  static void refuseAny(String operator, Tensor output, Tensor input) {
    if (output == input || meet(output, input)) {
      throw refusal(operator, output, input, "memory with an input");
    }
  }

  /** Throws if two outputs share memory. */
  public static void refuseCommon(String operator, Tensor[] outputs) {
    for (int number = 1; number < outputs.length; number++) {
      for (int other = 0; other < number; other++) {
        Tensor one = outputs[number];
        if (one == outputs[other] || meet(one, outputs[other])) {
          throw refusal(operator, one, outputs[other], "memory with another output");
        }
      }
    }
  }

  /** Throws if an output that is to be resized is an input itself. */
  public static void refuseResized(String operator, Tensor output, Tensor input) {
    if (output == input) {
      throw new InvalidArgument(
          operator,
          "out",
          "is an input, %s, and does not have the sizes of the result; pass another tensor"
              .formatted(input));
    }
  }

  /**
   * Returns whether a loop that reads each element of {@code input} and then writes the same
   * element of {@code output} could overwrite elements that it has yet to read. It could not if the
   * elements of both have the same addresses. A kernel that takes whole tensors reads in another
   * order: for it, {@link #mayMeet} decides.
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

  /**
   * Returns whether several elements of {@code output} could have one address. They could not if
   * each stride leads beyond the elements that the smaller strides reach.
   */
  static boolean mayRepeat(Tensor output) {
    if (output.isNonOverlappingAndDense() || output.elementCount() == 0) {
      return false;
    }
    for (int dim = 0; dim < output.rank(); dim++) {
      if (output.size(dim) > 1 && output.stride(dim) <= reachBelow(output, dim)) {
        return true;
      }
    }
    return false;
  }

  /** Returns how far the dimensions of smaller strides reach; of equal strides, those before. */
  private static long reachBelow(Tensor output, int dim) {
    long reach = 0;
    for (int other = 0; other < output.rank(); other++) {
      boolean isBelow =
          output.stride(other) < output.stride(dim)
              || (output.stride(other) == output.stride(dim) && other < dim);
      reach += isBelow ? (output.size(other) - 1) * output.stride(other) : 0;
    }
    return reach;
  }

  /** Returns whether the elements of both are the same memory, at each index. */
  public static boolean isElementwiseSame(Tensor output, Tensor input) {
    return output.storage() == input.storage()
        && begin(output) == begin(input)
        && output.dtype() == input.dtype()
        && Arrays.equals(output.sizes(), input.sizes())
        && Arrays.equals(output.strides(), input.strides());
  }

  /** Returns the address after the last byte of the last element. */
  private static long reach(Tensor tensor) {
    return Shapes.reachBytes(tensor.sizes(), tensor.strides(), tensor.offset(), tensor.dtype());
  }

  private static InvalidArgument refusal(
      String operator, Tensor output, Tensor input, String what) {
    return new InvalidArgument(
        operator,
        "out",
        "shares %s (%s and %s); clone one of them first".formatted(what, output, input));
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
