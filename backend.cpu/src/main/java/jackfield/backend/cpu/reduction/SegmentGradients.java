package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** The kernel of the gradient of {@code segment_reduce}, in double precision. */
public final class SegmentGradients {
  private static final long GRAIN_BYTES = 1 << 20; // of a part that is cleared

  private SegmentGradients() {}

  /** Row-major elements by position. */
  private record Row(DType type, long address) {
    static Row of(Tensor tensor) {
      return new Row(tensor.dtype(), tensor.elementCount() == 0 ? 0 : tensor.address());
    }

    double at(long position) {
      return Elements.doubleAt(type, place(position));
    }

    void put(long position, double value) {
      Elements.putDouble(type, place(position), value);
    }

    private long place(long position) {
      return address + position * type.sizeBytes();
    }
  }

  /** One column of a segment: the position of its first element, the step, and the length. */
  private record Column(long first, long step, long count) {}

  /** Writes the gradient of the elements; 0 outside of all segments. */
  public static void backward(OutputPlan plan, String reduce, long axis, Scalar initial) {
    Tensor data = plan.rowMajor(2);
    int dim = Dimensions.wrap(plan.operator(), axis, data.rank());
    Segments segments = Segments.of(plan.operator(), data, dim, plan.rowMajor(3), plan.rowMajor(4));
    Row grad = Row.of(plan.rowMajor(0));
    Row output = Row.of(plan.rowMajor(1));
    Row from = Row.of(data);
    Row to = Row.of(plan.output(0));
    clear(to, data.elementCount() * data.dtype().sizeBytes());
    double one = initial == null ? 1 : initial.toDouble();
    long inner = segments.inner();
    segments.forEach((reduced, first, count) -> {
      for (long i = 0; i < inner; i++) {
        Column column = new Column(first + i, inner, count);
        double each = grad.at(reduced + i);
        switch (reduce) {
          case "sum" -> fill(to, column, each);
          case "mean" -> fill(to, column, each / count);
          case "prod" -> product(from, to, column, each, one);
          default -> extreme(from, to, column, each, output.at(reduced + i));
        }
      }
    });
  }

  private static void clear(Row row, long bytes) {
    Parallel.range(
        bytes, GRAIN_BYTES, (start, end) -> HostBytes.zero(row.address + start, end - start));
  }

  private static void fill(Row to, Column column, double value) {
    if (column.count > 0) {
      int size = to.type.sizeBytes();
      long first = to.place(column.first);
      to.put(column.first, value);
      StridedCopy.move(size, first, 0, first, column.step * size, column.count);
    }
  }

  /** Each element's gradient is the product of the others. */
  private static void product(Row from, Row to, Column column, double grad, double one) {
    double before = grad * one;
    long end = column.first + column.count * column.step;
    for (long at = column.first; at < end; at += column.step) {
      to.put(at, before);
      before *= from.at(at);
    }
    double after = 1;
    for (long at = end - column.step; at >= column.first; at -= column.step) {
      to.put(at, to.at(at) * after);
      after *= from.at(at);
    }
  }

  /** The elements that are the extreme, or NaN, share the gradient. */
  private static void extreme(Row from, Row to, Column column, double grad, double extreme) {
    long end = column.first + column.count * column.step;
    long equal = 0;
    for (long at = column.first; at < end; at += column.step) {
      equal += isExtreme(from.at(at), extreme) ? 1 : 0;
    }
    for (long at = column.first; at < end; at += column.step) {
      if (isExtreme(from.at(at), extreme)) {
        to.put(at, grad / equal);
      }
    }
  }

  private static boolean isExtreme(double value, double extreme) {
    return Double.isNaN(value) || value == extreme;
  }
}
