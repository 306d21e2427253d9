package jackfield.backend.cpu.moves;

import jackfield.memory.HostBytes;

/**
 * An order of copies in which the places with equal indexes follow one another, so that a slice
 * that is chosen again is read from the nearest cache. In a text, for whose tokens an embedding
 * chooses rows, many tokens repeat.
 *
 * <p>In {@code index_select.1024} and {@code embedding.1024} of the bench, 37 % of the rows of 4
 * KiB repeat. They take 5 to 6 % less time with this order. Where three quarters of the rows
 * repeat, it is 20 % less; a search that finds few repeats takes 2 % more. Slices below 4 KiB take
 * more time with the order. So do outputs above 8 MiB, which the caches do not hold and which are
 * written out of order.
 *
 * <p>The search goes through the indexes once, from the last to the first. A hash table has the
 * place of an index in the slot of its lowest bits. Two indexes with the same slot replace each
 * other there, and a repeat may then be missed.
 *
 * <p>Another thread may change the indexes meanwhile. Each place is still in the order once,
 * because a place is linked at most once: when another one replaces it in its slot.
 */
final class RepeatedSlices {
  private static final long LEAST_SLICE_BYTES = 1 << 12;
  private static final long LEAST_BYTES = 1 << 20;
  private static final long MOST_BYTES = 8 << 20;
  private static final int MOST_SLICES_PER_REPEAT = 4; // with fewer repeats there is no order
  private static final int SLOTS = 1 << 11;
  private static final int REPEAT = 1 << 31; // set in the link of a place that is not the first

  private final SliceIndexes indexes;
  private final int count;
  // In memory, places are counted from 1, and 0 is none; the order counts them from 0.
  private final long slots; // the address of the place in each slot
  private final long links; // the address of the next place with the same index, for each place
  private final long order; // the address of the places in the order of the copies

  /**
   * Creates an order, which {@link #find} computes.
   *
   * @param scratch the address of {@link #scratchBytes} bytes
   */
  RepeatedSlices(SliceIndexes indexes, long scratch) {
    this.indexes = indexes;
    this.count = (int) indexes.count();
    this.slots = scratch;
    this.links = scratch + SLOTS * Integer.BYTES;
    this.order = links + (long) count * Integer.BYTES;
  }

  /** Returns whether {@code count} slices are worth a search for repeats. */
  static boolean areWorthwhile(long count, long sliceBytes) {
    long bytes = count * sliceBytes;
    return sliceBytes >= LEAST_SLICE_BYTES && bytes >= LEAST_BYTES && bytes <= MOST_BYTES;
  }

  /** Returns the bytes of scratch memory that an order of {@code count} slices needs. */
  static long scratchBytes(long count) {
    return (SLOTS + 2 * count) * Integer.BYTES;
  }

  /** Computes the order. Returns false, and computes none, if few slices repeat. */
  boolean find() {
    if (linkRepeats() < count / MOST_SLICES_PER_REPEAT) {
      return false;
    }
    int next = 0;
    for (int first = 1; first <= count; first++) {
      if ((HostBytes.intAt(linkAt(first)) & REPEAT) == 0) {
        for (int place = first; place != 0; place = HostBytes.intAt(linkAt(place)) & ~REPEAT) {
          HostBytes.putInt(order + (long) next++ * Integer.BYTES, place - 1);
        }
      }
    }
    return true;
  }

  /** Links places with equal indexes in ascending order. Returns how many follow another one. */
  private int linkRepeats() {
    HostBytes.zero(slots, SLOTS * Integer.BYTES);
    int repeats = 0;
    for (int place = count; place > 0; place--) {
      long index = indexes.at(place - 1);
      long slot = slots + (index & (SLOTS - 1)) * Integer.BYTES;
      int later = HostBytes.intAt(slot);
      if (later != 0 && indexes.at(later - 1) == index) {
        HostBytes.putInt(linkAt(later), HostBytes.intAt(linkAt(later)) | REPEAT);
        repeats++;
      } else {
        later = 0;
      }
      HostBytes.putInt(linkAt(place), later);
      HostBytes.putInt(slot, place);
    }
    return repeats;
  }

  /** Returns the address of the link of a place, counted from 1. */
  private long linkAt(int place) {
    return links + (place - 1L) * Integer.BYTES;
  }

  /** Returns the place, counted from 0, that is copied as number {@code i}. */
  long place(long i) {
    return HostBytes.intAt(order + i * Integer.BYTES);
  }
}
