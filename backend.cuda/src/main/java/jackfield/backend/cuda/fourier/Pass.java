package jackfield.backend.cuda.fourier;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A pass over lines, whose transforms fit into shared memory.
 *
 * @param radices the small radices of its steps
 */
record Pass(List<Long> radices) {
  /**
   * Distributes radices among few passes of similar sizes.
   *
   * @param most the largest product of a pass, not less than any radix
   */
  static List<Pass> of(List<Long> radices, long most) {
    for (int count = 1; ; count++) {
      List<List<Long>> passes = distributed(radices, count);
      if (passes.stream().allMatch(pass -> product(pass) <= most)) {
        return passes.stream().map(Pass::new).toList();
      }
    }
  }

  /** Gives each radix, the largest first, to the pass with the smallest product. */
  private static List<List<Long>> distributed(List<Long> radices, int count) {
    List<List<Long>> passes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      passes.add(new ArrayList<>());
    }
    List<Long> descending = new ArrayList<>(radices);
    descending.sort(Collections.reverseOrder());
    for (long radix : descending) {
      Collections.min(passes, (one, other) -> Long.compare(product(one), product(other)))
          .add(radix);
    }
    return passes;
  }

  private static long product(List<Long> radices) {
    return radices.stream().reduce(1L, Math::multiplyExact);
  }

  /** Returns the product of the radices. */
  long radix() {
    return product(radices);
  }

  /**
   * Returns the binary logarithm of the number of transforms that a block makes at a time.
   *
   * @param most the number of elements that fit into shared memory
   * @param transforms the number of transforms
   */
  int shift(long most, long transforms) {
    long together = Math.min(most / radix(), transforms);
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(together);
  }

  /** Returns the radices in bytes, the first in the lowest. */
  long packed() {
    long packed = 0;
    for (long radix : radices.reversed()) {
      packed = packed << Byte.SIZE | radix;
    }
    return packed;
  }
}
