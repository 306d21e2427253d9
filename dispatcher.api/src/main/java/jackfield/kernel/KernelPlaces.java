package jackfield.kernel;

import jackfield.key.BackendComponent;
import jackfield.key.DispatchKeySet;

/**
 * The order of the kernels in the arrays of a dispatch table. First comes a place for each bit of a
 * key set. Then come, for each functionality with a slot for each backend, the backends above the
 * first, whose place is that of the functionality's bit.
 *
 * <p>The bits of the backends above the first are never the index of a set: they select among the
 * slots of a functionality. The first such functionality has its backends in their places.
 */
final class KernelPlaces {
  private static final int BITS = Long.SIZE;

  /**
   * The place of each bit on the lowest backend (high half) and the backend bits that count (low
   * half). All 64 elements exist, so that the mask on the index removes the bounds check.
   */
  private static final int[] ENTRIES = entries();

  /** The slot of the dispatch table for each place. */
  private static final int[] SLOTS = slots();

  private KernelPlaces() {}

  /** Returns the number of places. */
  static int count() {
    return SLOTS.length;
  }

  /** Returns the slot of a place. */
  static int slot(int place) {
    return SLOTS[place];
  }

  /** Returns the place of a raw set with a backend above the first. */
  static int onBackend(long keys) {
    int entry = ENTRIES[(63 - Long.numberOfLeadingZeros(keys)) & 63];
    int backends = ((int) keys & entry & (int) DispatchKeySet.BACKEND_BITS) >>> 1;
    return (entry >>> BackendComponent.COUNT) + 32 - Integer.numberOfLeadingZeros(backends);
  }

  private static int[] entries() {
    int[] entries = new int[BITS];
    int next = 1; // after the place of the first backend's bit, and then after all bits
    for (int bit = BackendComponent.COUNT; bit < BITS - 1; bit++) {
      if (isPerBackend(bit)) {
        // The second backend adds 1.
        entries[bit] = (next - 1) << BackendComponent.COUNT | (int) DispatchKeySet.BACKEND_BITS;
        next = Math.max(BITS, next + BackendComponent.COUNT - 1);
      } else {
        entries[bit] = bit << BackendComponent.COUNT;
      }
    }
    return entries;
  }

  private static boolean isPerBackend(int bit) {
    return slot(bit, 1) != slot(bit, 0);
  }

  /** Returns the slot of a functionality's bit on a backend. */
  private static int slot(int bit, int backend) {
    return DispatchKeySet.tableIndex(1L << bit | 1L << backend);
  }

  private static int[] slots() {
    int blocks = 0;
    for (int bit = BackendComponent.COUNT; bit < BITS - 1; bit++) {
      blocks += isPerBackend(bit) ? 1 : 0;
    }
    int[] slots = new int[BITS + (blocks - 1) * (BackendComponent.COUNT - 1)];
    for (int bit = BackendComponent.COUNT; bit < BITS - 1; bit++) {
      slots[bit] = slot(bit, 0);
      for (int backend = 1; backend < BackendComponent.COUNT; backend++) {
        slots[onBackend(1L << bit | 1L << backend)] = slot(bit, backend);
      }
    }
    return slots;
  }
}
