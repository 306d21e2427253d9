package jackfield.backend.cpu.counts;

import jackfield.error.InvalidArgument;

/**
 * The edges of bins in order. A bin has its left edge, the last bin both edges. Edges at equal
 * distances are found from the distance to the first one, other edges by bisection.
 */
final class Edges {
  private final double[] values; // at least one
  private final double binsPerUnit; // 0 for edges that are found by bisection

  private Edges(double[] values, double binsPerUnit) {
    this.values = values;
    this.binsPerUnit = binsPerUnit;
  }

  /** Returns edges at any distances. */
  static Edges of(double[] values) {
    return new Edges(values, 0);
  }

  /** Returns edges at equal distances, up to rounding. */
  static Edges equal(double[] values) {
    boolean isOrdered = true;
    for (int i = 1; i < values.length; i++) {
      isOrdered &= values[i - 1] <= values[i];
    }
    int bins = values.length - 1;
    double perUnit = bins / (values[bins] - values[0]);
    boolean isFinite = isOrdered && perUnit > 0 && perUnit < Double.POSITIVE_INFINITY;
    return new Edges(values, isFinite ? perUnit : 0);
  }

  /** Refuses ends that are not finite, or not in order. */
  static void check(String operator, double[] ends, boolean mustDiffer) {
    boolean isFinite = Double.isFinite(ends[0]) && Double.isFinite(ends[1]);
    if (!isFinite || ends[0] > ends[1] || (mustDiffer && ends[0] == ends[1])) {
      throw new InvalidArgument(
          operator, "range", "is %s to %s, which has no bins".formatted(ends[0], ends[1]));
    }
  }

  int bins() {
    return values.length - 1;
  }

  /** Returns the distance between the edges of a bin. */
  double width(int bin) {
    return values[bin + 1] - values[bin];
  }

  /** Returns the bin of a number; −1 for a number outside. */
  int bin(double number) {
    int last = values.length - 1;
    if (!(number >= values[0] && number <= values[last])) {
      return -1;
    }
    return binsPerUnit == 0 ? bisected(number) : near(number);
  }

  /** Begins at the bin that equal distances give, which rounding may make a neighbour. */
  private int near(double number) {
    int last = values.length - 2;
    int bin = Math.clamp((long) ((number - values[0]) * binsPerUnit), 0, last);
    while (bin > 0 && number < values[bin]) {
      bin--;
    }
    while (bin < last && number >= values[bin + 1]) {
      bin++;
    }
    return bin;
  }

  private int bisected(double number) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (number < values[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Math.min(low - 1, values.length - 2);
  }
}
