package jackfield.key;

import java.util.List;

/**
 * Which slot of a dispatch table belongs to which key: one for each functionality in ascending
 * priority, sixteen for a building block.
 */
final class TableLayout {
  /** The keys that own the slots from 1 up. */
  static final List<DispatchKey> RUNTIME = DispatchKeySet.FULL.keys();

  static final int SIZE = RUNTIME.size() + 1;

  /**
   * For each functionality its first slot (high half) and the backend bits that count (low half).
   *
   * <p>One entry is one load on the way of every call. There are 64, so that the mask on the index
   * lets the compiler drop the bounds check; what lies above the last key is slot 0.
   */
  private static final int[] ENTRIES = entries();

  private TableLayout() {}

  static int index(long keys) {
    int entry = ENTRIES[(64 - Long.numberOfLeadingZeros(keys >>> BackendComponent.COUNT)) & 63];
    // The lowest backend and no backend at all are both the first slot.
    int backends = ((int) keys & entry & (int) DispatchKeySet.BACKEND_BITS) >>> 1;
    return (entry >>> BackendComponent.COUNT) + 32 - Integer.numberOfLeadingZeros(backends);
  }

  private static int[] entries() {
    int[] entries = new int[64];
    int offset = 1;
    for (int value = 1; value < DispatchKey.FUNCTIONALITY_COUNT; value++) {
      boolean perBackend = DispatchKey.functionality(value).isBuildingBlock();
      int mask = perBackend ? (int) DispatchKeySet.BACKEND_BITS : 0;
      entries[value] = offset << BackendComponent.COUNT | mask;
      offset += perBackend ? BackendComponent.COUNT : 1;
    }
    return entries;
  }
}
