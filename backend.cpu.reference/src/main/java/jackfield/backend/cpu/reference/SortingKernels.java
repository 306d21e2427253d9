package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.order.PartialOrder;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.backend.cpu.reference.element.StableOrder;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Orders the elements of lines; NaN counts as the largest number. */
final class SortingKernels {
  private SortingKernels() {}

  /** Writes the first elements of each line in descending or ascending order. */
  static void topk(LinePlan plan, boolean largest) {
    SliceIterator lines = plan.lines();
    lines.forEach(at -> {
      Line values = Line.of(lines, 0, at);
      Line indices = Line.of(lines, 1, at);
      Line from = Line.of(lines, 2, at);
      PartialOrder order = order(plan.operator(), from, largest);
      order.run((int) values.length());
      for (int i = 0; i < values.length(); i++) {
        CopyKernels.element(
            from.type(), from.addressAt(order.at(i)), values.type(), values.addressAt(i));
        Elements.putLong(DType.INT64, indices.addressAt(i), order.at(i));
      }
    });
  }

  /** Writes the elements of each line in order; equal elements keep theirs. */
  static void sort(LinePlan plan, boolean descending) {
    SliceIterator lines = plan.lines();
    if (lines.length(0) == 0) {
      return; // there may be any number of such lines
    }
    lines.forEach(at -> {
      Line values = Line.of(lines, 0, at);
      Line indices = Line.of(lines, 1, at);
      Line from = Line.of(lines, 2, at);
      Integer[] order = sorted(plan.operator(), from, descending);
      for (int i = 0; i < order.length; i++) {
        CopyKernels.element(
            from.type(), from.addressAt(order[i]), values.type(), values.addressAt(i));
        Elements.putLong(DType.INT64, indices.addressAt(i), order[i]);
      }
    });
  }

  private static Integer[] sorted(String operator, Line line, boolean descending) {
    int count = ArrayLength.of(operator, "self", line.length());
    return StableOrder.of(
        operator, count, (a, b) -> descending ? compare(line, b, a) : compare(line, a, b));
  }

  /** Returns the order by ranks: the number of different elements that come before each. */
  private static PartialOrder order(String operator, Line line, boolean descending) {
    Integer[] sorted = sorted(operator, line, descending);
    long[] packed = new long[sorted.length];
    long rank = 0;
    for (int i = 0; i < sorted.length; i++) {
      rank += i > 0 && compare(line, sorted[i - 1], sorted[i]) != 0 ? 1 : 0;
      packed[sorted[i]] = rank << Integer.SIZE | sorted[i];
    }
    return PartialOrder.packed(packed);
  }

  private static int compare(Line line, int a, int b) {
    if (line.type().isIntegral()) {
      return Long.compare(
          Elements.longAt(line.type(), line.addressAt(a)),
          Elements.longAt(line.type(), line.addressAt(b)));
    }
    double first = line.doubleAt(a);
    double second = line.doubleAt(b);
    return first == second ? 0 : Double.compare(first, second); // 0 equals -0
  }
}
