package jackfield.tools.soak.plug;

import jackfield.error.JackfieldException;
import jackfield.kernel.NoKernel;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The outcome of an exercise: numbers, or the dispatcher's error for a missing kernel.
 *
 * @param error its type and the name in it; empty if there was none
 * @param bits the numbers, as bits of floats
 */
record Outcome(String error, int[] bits) {
  static final String AUTOGRAD_GONE = "FeatureGone autograd";
  private static final float TOLERANCE = 1e-5f;

  /**
   * Returns the outcome of an exercise that returned {@code results}; a null stands for no numbers.
   */
  static Outcome of(Tensor... results) {
    int[][] parts = new int[results.length][];
    int length = 0;
    for (int i = 0; i < results.length; i++) {
      parts[i] = results[i] == null ? new int[0] : bits(HostData.floats(results[i]));
      length += parts[i].length;
    }
    int[] bits = new int[length];
    int filled = 0;
    for (int[] part : parts) {
      System.arraycopy(part, 0, bits, filled, part.length);
      filled += part.length;
    }
    return new Outcome("", bits);
  }

  private static int[] bits(float[] values) {
    int[] bits = new int[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(values[i]);
    }
    return bits;
  }

  /** Returns the outcome of an exercise that threw {@code thrown}. */
  static Outcome of(JackfieldException thrown) {
    return new Outcome(
        switch (thrown) {
          case NoKernel missing -> "NoKernel " + missing.operator();
          case FeatureGone gone -> "FeatureGone " + gone.feature();
          default -> thrown.toString();
        },
        new int[0]);
  }

  boolean isError() {
    return !error.isEmpty();
  }

  /** Returns whether the error and all bits are equal. */
  boolean isSame(Outcome other) {
    return error.equals(other.error) && Arrays.equals(bits, other.bits);
  }

  /** Returns whether the error is equal and the numbers differ by rounding only. */
  boolean isNear(Outcome other) {
    boolean isNear = error.equals(other.error) && bits.length == other.bits.length;
    for (int i = 0; isNear && i < bits.length; i++) {
      float mine = Float.intBitsToFloat(bits[i]);
      float theirs = Float.intBitsToFloat(other.bits[i]);
      isNear = Math.abs(mine - theirs) <= TOLERANCE * Math.max(1, Math.abs(theirs));
    }
    return isNear;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Outcome outcome && isSame(outcome);
  }

  @Override
  public int hashCode() {
    return 31 * error.hashCode() + Arrays.hashCode(bits);
  }

  @Override
  public String toString() {
    if (isError()) {
      return error;
    }
    int shown = Math.min(bits.length, 4);
    float[] first = new float[shown];
    for (int i = 0; i < shown; i++) {
      first[i] = Float.intBitsToFloat(bits[i]);
    }
    return "%d numbers, %08x, %s"
        .formatted(bits.length, Arrays.hashCode(bits), Arrays.toString(first));
  }
}
