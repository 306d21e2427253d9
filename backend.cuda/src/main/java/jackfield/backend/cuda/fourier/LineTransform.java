package jackfield.backend.cuda.fourier;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import java.util.ArrayList;
import java.util.List;

/**
 * The Fourier transform of lines: in passes of small radices by Stockham where the prime factors of
 * the length are small, and else by Bluestein's convolution with lines of a power of two.
 */
final class LineTransform {
  private static final int[] PREFERRED = {8, 4, 2, 3, 5, 7};
  private static final long MOST_RADIX = 64; // a step reads so many elements for one that it writes
  private static final int SHARED_BYTES =
      64 << 10; // of a block; every GPU since capability 8 has it

  private final Scratch scratch;
  private final int sense; // -1 to frequencies, 1 back

  LineTransform(Scratch scratch, int sense) {
    this.scratch = scratch;
    this.sense = sense;
  }

  /**
   * Transforms lines, without normalization. The array that is given is the result, or released.
   *
   * @param outer the number of groups of lines
   * @param length the number of elements of a line
   * @param inner the number of lines of a group: the distance of a line's neighbours
   * @return the transformed lines
   */
  Lease run(Lease lines, long outer, long length, long inner) {
    if (length == 1) {
      return lines;
    }
    List<Long> radices = radices(length);
    return radices == null
        ? convolve(lines, outer, length, inner)
        : passes(lines, outer, length, inner, radices, sense);
  }

  /** Returns factors of a length whose product it is, or null if one of them is too large. */
  static List<Long> radices(long length) {
    List<Long> radices = new ArrayList<>();
    long rest = length;
    for (int radix : PREFERRED) {
      rest = divide(rest, radix, radices);
    }
    for (long radix = PREFERRED[PREFERRED.length - 1] + 2L; radix < MOST_RADIX; radix += 2) {
      rest = divide(rest, radix, radices);
    }
    return rest == 1 ? radices : null;
  }

  private static long divide(long length, long radix, List<Long> radices) {
    long rest = length;
    while (rest % radix == 0) {
      rest /= radix;
      radices.add(radix);
    }
    return rest;
  }

  private Lease passes(
      Lease lines, long outer, long length, long inner, List<Long> radices, int turning) {
    long count = outer * length * inner;
    Lease roots = scratch.lease(length);
    scratch.launch("roots", roots, null, null, length, length, turning);
    Lease from = lines;
    Lease to = scratch.lease(count);
    long before = 1;
    int most =
        SHARED_BYTES / 2 / scratch.type().sizeBytes(); // it is read from one half to the other
    for (Pass pass : Pass.of(radices, most)) {
      long transforms = count / pass.radix();
      long shift = pass.shift(most, transforms);
      scratch.inShared(
          "pass",
          SHARED_BYTES,
          Math.ceilDiv(transforms, 1L << shift),
          to,
          from,
          roots,
          new long[] {
            transforms, pass.radix(), shift, before, inner, length, pass.packed(), turning
          });
      before *= pass.radix();
      Lease free = from;
      from = to;
      to = free;
    }
    scratch.release(to);
    scratch.release(roots);
    return from;
  }

  private Lease convolve(Lease lines, long outer, long length, long inner) {
    long power = 2 * Long.highestOneBit(2 * length - 1); // not less than 2 length - 1
    List<Long> radices = radices(power);
    long count = outer * power * inner;
    Lease chirp = scratch.lease(length);
    scratch.launch("chirp", chirp, null, null, length, length, sense);
    Lease filter = filter(chirp, length, power, radices);
    Lease spread = scratch.lease(count);
    scratch.launch("spread", spread, lines, chirp, count, length, power, inner);
    Lease there = passes(spread, outer, power, inner, radices, -1);
    scratch.launch("multiply", there, there, filter, count, power, inner);
    scratch.release(filter);
    Lease back = passes(there, outer, power, inner, radices, 1);
    scratch.launch("gather", lines, back, chirp, outer * length * inner, length, power, inner);
    scratch.release(back);
    scratch.release(chirp);
    return lines;
  }

  /** Returns the transform of the chirp's conjugate, with which lines are convolved. */
  private Lease filter(Lease chirp, long length, long power, List<Long> radices) {
    Lease filter = scratch.lease(power);
    scratch.launch("filter", filter, chirp, null, power, length);
    return passes(filter, 1, power, 1, radices, -1);
  }
}
