package jackfield.backend.cpu.loops;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/**
 * Numbers of one type in memory, between guards that loops must not touch. The memory is never
 * freed: loops get addresses, which keep nothing reachable.
 */
public final class Numbers {
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1,
    -1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    1e-40,
    88.5,
    -88.5,
    710,
    -710
  };
  private static final int GUARD_BYTES = 64;
  private static final byte GUARD = 0x5A;

  private final DType type;
  private final int count;
  private final MemorySegment memory;

  public Numbers(DType type, int count) {
    this.type = type;
    this.count = count;
    this.memory = Arena.global().allocate(2 * GUARD_BYTES + (long) count * type.sizeBytes(), 64);
    memory.fill(GUARD);
  }

  /** Returns random numbers, a fifth of them special ones if they are floats. */
  public static Numbers random(DType type, int count, Random random) {
    Numbers numbers = new Numbers(type, count);
    for (int i = 0; i < count; i++) {
      boolean special = type.isFloating() && random.nextInt(5) == 0;
      double value = special ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextGaussian() * 3;
      numbers.put(
          i,
          type == DType.BOOL
              ? random.nextInt(2)
              : type.isFloating() ? value : random.nextInt(256) - 100);
    }
    return numbers;
  }

  /** Returns random numbers of about −3 to 3. */
  public static Numbers plain(DType type, int count, Random random) {
    Numbers numbers = new Numbers(type, count);
    for (int i = 0; i < count; i++) {
      numbers.put(i, random.nextGaussian());
    }
    return numbers;
  }

  public long address() {
    return memory.address() + GUARD_BYTES;
  }

  public int count() {
    return count;
  }

  public double at(long i) {
    return Elements.doubleAt(type, address() + i * type.sizeBytes());
  }

  public void put(long i, double value) {
    Elements.putDouble(type, address() + i * type.sizeBytes(), value);
  }

  /** Returns a value as it would be read back. */
  public double rounded(double value) {
    Numbers one = new Numbers(type, 1);
    one.put(0, value);
    return one.at(0);
  }

  public boolean isGuarded() {
    for (int i = 0; i < GUARD_BYTES; i++) {
      byte after =
          memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, memory.byteSize() - GUARD_BYTES + i);
      if (memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, i) != GUARD || after != GUARD) {
        return false;
      }
    }
    return true;
  }
}
