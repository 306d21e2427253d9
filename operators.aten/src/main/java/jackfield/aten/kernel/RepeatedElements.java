package jackfield.aten.kernel;

import jackfield.memory.MemoryDomain;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * A limit on the elements that a kernel iterates over where several of them share one address.
 * Memory does not bound their number: a loop over {@code x.expand(1L << 62)} would never end.
 */
final class RepeatedElements {
  /** 2³²: some seconds of one thread. */
  static final long LARGEST_COUNT = 1L << 32;

  private RepeatedElements() {}

  /**
   * Throws if a tensor has more elements than its storage and than {@link #LARGEST_COUNT}.
   *
   * @param input may be null
   * @throws ShapeMismatch if the tensor has too many elements
   */
  static void check(String operator, Tensor input) {
    if (input != null) {
      check(operator, input, input.elementCount());
    }
  }

  /**
   * Throws if one of the tensors is closed, even if no element would be read, or has too many
   * elements.
   *
   * @param inputs null for absent ones
   * @throws ShapeMismatch if a tensor has too many elements
   */
  static void checkOpen(String operator, Tensor[] inputs) {
    for (Tensor input : inputs) {
      if (input != null) {
        input.storage().address(); // throws for a closed tensor
        check(operator, input);
      }
    }
  }

  /** Throws if {@code count} elements of the tensor are too many to iterate over. */
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
