package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rejects outputs whose writing would change input elements that the kernel is yet to read.
 *
 * <p>Only overlaps that are certain are rejected. Whether two tensors with gaps share an element is
 * expensive to decide. An output that may share one with an input is accepted, and plans compute
 * into a copy where an overlap is possible ({@link #mayMix} for loops over elements, {@link
 * #mayMeet} for kernels that take whole tensors). No copy would help two outputs, so that {@link
 * SharedElements} decides about them.
 *
 * <p><em>Source</em>: the same cases as PyTorch 2.6's, and outputs with gaps that share an element.
 */
public final class MemoryOverlap {
  private MemoryOverlap() {}

  /** Throws if several elements of the output share one address. */
  public static void refuseInternal(String operator, Tensor output) {
    refuseInternal(operator, "out", output);
  }

  private static void refuseInternal(String operator, String argument, Tensor output) {
    if (output.isNonOverlappingAndDense()) {
      return;
    }
    for (int dim = 0; dim < output.rank(); dim++) {
      if (output.size(dim) > 1 && output.stride(dim) == 0) {
        throw new InvalidArgument(
            operator,
            argument,
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
        if (haveCommon(one, outputs[other])) {
          throw refusal(operator, one, outputs[other], "memory with another output");
        }
      }
    }
  }

  /**
   * Throws if an input that the kernel changes, such as a running statistic, overlaps itself or
   * shares memory with another input.
   *
   * @param argument the name of the changed input
   * @param changed null if it is not given
   * @param others null for those that are not given
   */
  public static void refuseChanged(
      String operator, String argument, Tensor changed, Tensor... others) {
    if (changed == null) {
      return;
    }
    refuseInternal(operator, argument, changed);
    for (Tensor other : others) {
      if (other != null && haveCommon(changed, other)) {
        throw new InvalidArgument(
            operator,
            argument,
            "is changed and shares memory with another input (%s and %s); clone one of them first"
                .formatted(changed, other));
      }
    }
  }

  private static boolean haveCommon(Tensor one, Tensor other) {
    return one == other
        || meet(one, other)
        || (mayMeet(one, other) && SharedElements.areOf(one, other));
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

  /** Returns the address of the first byte in the storage. */
  private static long begin(Tensor tensor) {
    return tensor.offset() * tensor.dtype().sizeBytes();
  }

  private static long end(Tensor tensor) {
    return begin(tensor) + tensor.elementCount() * tensor.dtype().sizeBytes();
  }

  /**
   * Decides whether two tensors over one storage have a byte in common, also if they interleave.
   *
   * <p>The address of an element is the sum of its indexes times their strides. Two elements meet
   * if the difference of their addresses is less than an element. If the indexes of the second
   * tensor count from its end, that difference is a sum of multiples of strides of both tensors,
   * which has to be within an interval. The search chooses the multiple of the longest stride
   * first. It leaves out multiples for which the shorter strides do not reach the interval, or have
   * a common divisor that has no multiple in it.
   *
   * <p>The search is exponential only for strides that were made for that, and ends undecided after
   * {@link #MOST_STEPS}.
   */
  static final class SharedElements {
    private static final int MOST_STEPS = 1 << 16;

    private final long[] strides; // in bytes, the longest first
    private final long[] largest; // the largest multiple of each
    private final long[] reaches; // of this and all shorter strides
    private final long[] divisors; // of this and all shorter strides
    private int steps;

    private SharedElements(Map<Long, Long> multiples) {
      int count = multiples.size();
      strides = multiples.keySet().stream().mapToLong(Long::longValue).toArray();
      largest = multiples.values().stream().mapToLong(Long::longValue).toArray();
      reaches = new long[count + 1];
      divisors = new long[count + 1];
      for (int at = count - 1; at >= 0; at--) {
        reaches[at] = reaches[at + 1] + strides[at] * largest[at];
        divisors[at] = divisor(strides[at], divisors[at + 1]);
      }
    }

    /** Returns whether the tensors, which have elements, are known to have a byte in common. */
    static boolean areOf(Tensor one, Tensor other) {
      Map<Long, Long> multiples = new TreeMap<>(Comparator.reverseOrder());
      long _ = add(one, multiples);
      long reach = add(other, multiples);
      long distance = begin(other) + reach - begin(one);
      return new SharedElements(multiples)
          .isReached(
              0, distance + 1 - one.dtype().sizeBytes(), distance + other.dtype().sizeBytes() - 1);
    }

    /** Adds the strides of a tensor, and returns how many bytes after the first the last begins. */
    private static long add(Tensor tensor, Map<Long, Long> multiples) {
      long reach = 0;
      for (int dim = 0; dim < tensor.rank(); dim++) {
        long stride = tensor.stride(dim) * tensor.dtype().sizeBytes();
        long last = tensor.size(dim) - 1;
        if (stride > 0 && last > 0) {
          multiples.merge(stride, last, Long::sum);
          reach += stride * last;
        }
      }
      return reach;
    }

    /**
     * Returns whether a sum of multiples of the strides from {@code at} on is within the limits.
     */
    private boolean isReached(int at, long low, long high) {
      if (high < 0 || reaches[at] < low || steps++ >= MOST_STEPS) {
        return false;
      }
      if (at == strides.length) {
        return true;
      }
      if (Math.floorDiv(high, divisors[at]) * divisors[at] < low) {
        return false;
      }
      long stride = strides[at];
      long last = Math.min(largest[at], high / stride);
      long by = Math.max(0, Math.ceilDiv(low - reaches[at + 1], stride));
      for (; by <= last && steps < MOST_STEPS; by++) {
        if (isReached(at + 1, low - by * stride, high - by * stride)) {
          return true;
        }
      }
      return false;
    }

    private static long divisor(long one, long other) {
      return other == 0 ? one : divisor(other, one % other);
    }
  }
}
