package jackfield.aten.resampling;

import jackfield.error.InvalidArgument;
import java.util.Arrays;

/** Indexes of one dimension, each with a weight. */
public final class Taps {
  private static final int FIRST_LENGTH = 8;
  private static final int GREATEST_LENGTH = 1 << 26;

  private long[] indexes = new long[FIRST_LENGTH];
  private double[] weights = new double[FIRST_LENGTH];
  private int count;

  /** Creates a list without taps. */
  public Taps() {}

  /** Removes all taps. */
  public void clear() {
    count = 0;
  }

  /**
   * Appends a tap.
   *
   * @throws InvalidArgument if there are 2²⁶ already
   */
  public void add(long index, double weight) {
    if (count == indexes.length) {
      grow();
    }
    indexes[count] = index;
    weights[count] = weight;
    count++;
  }

  private void grow() {
    if (count == GREATEST_LENGTH) {
      throw new InvalidArgument(
          "resampling",
          "output_size",
          "needs more than %d elements of a dimension for one result".formatted(count));
    }
    indexes = Arrays.copyOf(indexes, 2 * count);
    weights = Arrays.copyOf(weights, 2 * count);
  }

  /** Replaces the weight of a tap. */
  void weigh(int number, double weight) {
    weights[number] = weight;
  }

  /** Returns the number of taps. */
  public int count() {
    return count;
  }

  /** Returns the index of a tap. */
  public long index(int number) {
    return indexes[number];
  }

  /** Returns the weight of a tap. */
  public double weight(int number) {
    return weights[number];
  }
}
