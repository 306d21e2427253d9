package jackfield.backend.cpu.reference.statistics;

import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.backend.cpu.reference.element.ElementCursor;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** The edges of bins in order. A bin has its left edge, the last bin both edges. */
final class BinEdges {
  private final double[] values;

  private BinEdges(double[] values) {
    this.values = values;
  }

  /** Returns edges at equal distances, each a number of {@code type}. */
  static BinEdges spaced(DType type, double left, double right, int length) {
    double first = TypeRounding.rounded(type, left);
    double last = TypeRounding.rounded(type, right);
    double step = (last - first) / (length - 1);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      double edge = i < length / 2 ? first + step * i : last - step * (length - 1 - i);
      values[i] = TypeRounding.rounded(type, edge);
    }
    return new BinEdges(values);
  }

  /** Returns the edges that a vector contains. */
  static BinEdges of(String operator, Tensor edges) {
    double[] values = new double[ArrayLength.of(operator, "bins", edges.size(0))];
    ElementCursor cursor = new ElementCursor(edges);
    for (int i = 0; i < values.length; i++) {
      values[i] = Elements.doubleAt(edges.dtype(), cursor.next());
    }
    return new BinEdges(values);
  }

  /** Refuses ends that are not finite, or not in order. */
  static void check(String operator, double[] ends, boolean mustDiffer) {
    boolean isFinite = Double.isFinite(ends[0]) && Double.isFinite(ends[1]);
    if (!isFinite || ends[0] > ends[1] || (mustDiffer && ends[0] == ends[1])) {
      throw new InvalidArgument(
          operator, "range", "is %s to %s, which has no bins".formatted(ends[0], ends[1]));
    }
  }

  /** Returns all edges. */
  double[] values() {
    return values;
  }

  /** Returns the bin of a number; −1 for a number outside. */
  int bin(double number) {
    int last = values.length - 1;
    if (!(number >= values[0] && number <= values[last])) {
      return -1;
    }
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (number < values[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Math.min(low - 1, last - 1);
  }
}
