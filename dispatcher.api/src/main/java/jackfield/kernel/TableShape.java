package jackfield.kernel;

import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import java.util.Arrays;

/**
 * Which kernel of a list each slot of a dispatch table uses, and which keys are transparent. It
 * holds numbers only, so operators with kernels at the same keys share one shape.
 *
 * <p><em>Threads</em>: immutable.
 */
public final class TableShape {
  private static final int MOST_KERNELS = 1 << Byte.SIZE;

  private final byte[] bySlot;
  private final byte[] byPlace; // see KernelPlaces
  private final long nonFallthrough;
  private final long[] nonFallthroughByBackend; // null while all backends agree

  /**
   * Creates a shape.
   *
   * @param bySlot the number of each slot's kernel, from 0; one element for each slot
   * @param masks the raw set of keys that are not transparent, for each backend
   */
  public TableShape(int[] bySlot, long[] masks) {
    if (bySlot.length != DispatchKey.tableSize() || masks.length != BackendComponent.COUNT) {
      throw new IllegalArgumentException(
          "expected %d slots and %d masks, found %d and %d"
              .formatted(
                  DispatchKey.tableSize(), BackendComponent.COUNT, bySlot.length, masks.length));
    }
    this.bySlot = new byte[bySlot.length];
    for (int slot = 0; slot < bySlot.length; slot++) {
      this.bySlot[slot] = number(bySlot[slot]);
    }
    this.byPlace = byPlace(this.bySlot);
    this.nonFallthrough = masks[0];
    boolean agree = Arrays.stream(masks).allMatch(mask -> mask == masks[0]);
    this.nonFallthroughByBackend = agree ? null : masks.clone();
  }

  private static byte number(int kernel) {
    if (kernel < 0 || kernel >= MOST_KERNELS) {
      throw new IllegalArgumentException(
          "expected a number below %d, found %d".formatted(MOST_KERNELS, kernel));
    }
    return (byte) kernel;
  }

  /** Returns the kernel numbers in the order of the places. */
  private static byte[] byPlace(byte[] bySlot) {
    byte[] numbers = new byte[KernelPlaces.count()];
    for (int place = 0; place < numbers.length; place++) {
      numbers[place] = bySlot[KernelPlaces.slot(place)];
    }
    return numbers;
  }

  /** Returns the number of the kernel of a slot. */
  public int atSlot(int slot) {
    return Byte.toUnsignedInt(bySlot[slot]);
  }

  /** Returns the first slot that uses a kernel. */
  int firstSlotOf(int kernel) {
    int slot = 0;
    while (atSlot(slot) != kernel) {
      slot++;
    }
    return slot;
  }

  /** Returns the kernel number of each place; the caller must not write the array. */
  byte[] byPlace() {
    return byPlace;
  }

  /** Returns the raw set of keys that are not transparent for the lowest backend. */
  long nonFallthrough() {
    return nonFallthrough;
  }

  /** Returns that set for each backend, or null while all agree; not to be written. */
  long[] nonFallthroughByBackend() {
    return nonFallthroughByBackend;
  }

  /** Returns the raw set of keys that are not transparent for the backend with this index. */
  public long nonFallthrough(int backendIndex) {
    return nonFallthroughByBackend == null ? nonFallthrough : nonFallthroughByBackend[backendIndex];
  }
}
