package jackfield.aten.kernel;

import jackfield.memory.MemoryDomain;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * The most elements that a kernel walks where several of them share one place in memory: memory
 * does not bound their number, so {@code x.expand(1L << 62)} would be walked for ever.
 */
final class RepeatedElements {
  /** 2³²: some seconds of one thread. */
  static final long LARGEST_COUNT = 1L << 32;

  private RepeatedElements() {}

  /**
   * Refuses a tensor that has more elements than its storage and than {@link #LARGEST_COUNT}.
   *
   * @param input may be null
   * @throws ShapeMismatch if it has
   */
  static void check(String operator, Tensor input) {
    if (input != null) {
      check(operator, input, input.elementCount());
    }
  }

  /** Does the same where {@code count} elements of the tensor are walked. */
  static void check(String operator, Tensor tensor, long count) {
    if (count > LARGEST_COUNT && isRepeated(tensor, count)) {
      throw new ShapeMismatch(
          operator,
          "at most %d elements that share memory are walked; try fewer, or a copy"
              .formatted(LARGEST_COUNT),
          tensor.sizes(),
          tensor.strides());
    }
  }

  private static boolean isRepeated(Tensor tensor, long count) {
    return tensor.storage().domain() != MemoryDomain.meta()
        && count > tensor.storage().sizeBytes() / tensor.dtype().sizeBytes();
  }
}
