package jackfield.key;

import java.util.List;

/**
 * Maps keys to slots of a dispatch table: one slot per functionality in ascending priority, sixteen
 * for a building block.
 */
final class TableLayout {
  /** The keys that own the slots from 1 up. */
  static final List<DispatchKey> RUNTIME = DispatchKeySet.FULL.keys();

  static final int SIZE = RUNTIME.size() + 1;

  /**
   * The first slot (high half) and the relevant backend bits (low half) of each functionality.
   *
   * <p>Every call loads one entry. There are 64 entries, so that the mask on the index lets the
   * compiler remove the bounds check; entries above the last key are slot 0.
   */
  private static final int[] ENTRIES = entries();

  private TableLayout() {}

  static int index(long keys) {
    int entry = ENTRIES[(64 - Long.numberOfLeadingZeros(keys >>> BackendComponent.COUNT)) & 63];
    // No backend uses the same slot as the lowest backend: the first one.
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
