package jackfield.backend.cpu.reference.statistics;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Elements;

/**
 * The edges of bins in order. A bin has its left edge, the last bin both edges.
 *
 * @param values the edges, at least one
 */
record BinEdges(Numbers values) {
  /** Stores edges at equal distances, counted from the nearer end. */
  static void space(Numbers edges, double left, double right) {
    double first = Elements.rounded(edges.type(), left);
    double last = Elements.rounded(edges.type(), right);
    long end = edges.length() - 1;
    double step = (last - first) / end;
    for (long i = 0; i <= end; i++) {
      edges.put(i, i < edges.length() / 2 ? first + step * i : last - step * (end - i));
    }
  }

  /** Refuses ends that are not finite, or not in order. */
  static void check(String operator, double[] ends, boolean mustDiffer) {
    boolean isFinite = Double.isFinite(ends[0]) && Double.isFinite(ends[1]);
    if (!isFinite || ends[0] > ends[1] || (mustDiffer && ends[0] == ends[1])) {
      throw new InvalidArgument(
          operator, "range", "is %s to %s, which has no bins".formatted(ends[0], ends[1]));
    }
  }

  /** Returns the bin of a number; −1 for a number outside. */
  long bin(double number) {
    long last = values.length() - 1;
    if (!(number >= values.at(0) && number <= values.at(last))) {
      return -1;
    }
    long low = 0;
    long high = values.length();
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (number < values.at(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Math.min(low - 1, last - 1);
  }
}
