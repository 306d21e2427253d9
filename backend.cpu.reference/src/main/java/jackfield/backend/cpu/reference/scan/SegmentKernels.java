package jackfield.backend.cpu.reference.scan;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Reductions of segments, in double precision. */
public final class SegmentKernels {
  private SegmentKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SEGMENT_REDUCE, SegmentKernels::reduce)
        .structured(Aten._SEGMENT_REDUCE_BACKWARD, SegmentKernels::backward);
  }

  /** Row-major elements by position. */
  private record Row(Tensor tensor) {
    double at(long position) {
      return Elements.doubleAt(tensor.dtype(), address(position));
    }

    void put(long position, double value) {
      Elements.putDouble(tensor.dtype(), address(position), value);
    }

    private long address(long position) {
      return tensor.address() + position * tensor.dtype().sizeBytes();
    }
  }

  private static void reduce(
      OutputPlan plan, String reduce, long axis, boolean unsafe, Scalar initial) {
    Tensor data = plan.rowMajor(0);
    int dim = Dimensions.wrap(plan.operator(), axis, data.rank());
    Segments segments = Segments.of(plan.operator(), data, dim, plan.rowMajor(1), plan.rowMajor(2));
    if (!unsafe && plan.input(2) == null) {
      segments.requireAll(plan.operator());
    }
    Row from = new Row(data);
    Row to = new Row(plan.output(0));
    boolean isMean = reduce.equals("mean");
    double start = start(reduce, initial);
    segments.forEach((reduced, first, step, count) -> {
      double value = start;
      for (long i = 0; i < count; i++) {
        value = combined(reduce, value, from.at(first + i * step));
      }
      if (isMean && (count > 0 || initial == null)) {
        value /= count;
      }
      to.put(reduced, value);
    });
  }

  private static double start(String reduce, Scalar initial) {
    if (initial != null) {
      return initial.toDouble();
    }
    return switch (reduce) {
      case "max" -> Double.NEGATIVE_INFINITY;
      case "min" -> Double.POSITIVE_INFINITY;
      case "prod" -> 1;
      default -> 0;
    };
  }

  private static double combined(String reduce, double value, double element) {
    return switch (reduce) {
      case "max" -> Math.max(value, element);
      case "min" -> Math.min(value, element);
      case "prod" -> value * element;
      default -> value + element;
    };
  }

  private static void backward(OutputPlan plan, String reduce, long axis, Scalar initial) {
    Tensor data = plan.rowMajor(2);
    int dim = Dimensions.wrap(plan.operator(), axis, data.rank());
    Segments segments = Segments.of(plan.operator(), data, dim, plan.rowMajor(3), plan.rowMajor(4));
    Row grad = new Row(plan.rowMajor(0));
    Row output = new Row(plan.rowMajor(1));
    Row from = new Row(data);
    Row to = new Row(plan.output(0));
    for (long position = 0; position < data.elementCount(); position++) {
      to.put(position, 0);
    }
    double one = initial == null ? 1 : initial.toDouble();
    segments.forEach((reduced, first, step, count) -> {
      double each = grad.at(reduced);
      switch (reduce) {
        case "sum" -> fill(to, first, step, count, each);
        case "mean" -> fill(to, first, step, count, each / count);
        case "prod" -> product(from, to, first, step, count, each, one);
        default -> extreme(from, to, first, step, count, each, output.at(reduced));
      }
    });
  }

  private static void fill(Row to, long first, long step, long count, double value) {
    for (long i = 0; i < count; i++) {
      to.put(first + i * step, value);
    }
  }

  /** Each element's gradient is the product of the others. */
  private static void product(
      Row from, Row to, long first, long step, long count, double grad, double one) {
    double before = grad * one;
    for (long i = 0; i < count; i++) {
      to.put(first + i * step, before);
      before *= from.at(first + i * step);
    }
    double after = 1;
    for (long i = count - 1; i >= 0; i--) {
      to.put(first + i * step, to.at(first + i * step) * after);
      after *= from.at(first + i * step);
    }
  }

  /** The elements that are the extreme, or NaN, share the gradient. */
  private static void extreme(
      Row from, Row to, long first, long step, long count, double grad, double extreme) {
    long equal = 0;
    for (long i = 0; i < count; i++) {
      equal += isExtreme(from.at(first + i * step), extreme) ? 1 : 0;
    }
    for (long i = 0; i < count; i++) {
      if (isExtreme(from.at(first + i * step), extreme)) {
        to.put(first + i * step, grad / equal);
      }
    }
  }

  private static boolean isExtreme(double value, double extreme) {
    return Double.isNaN(value) || value == extreme;
  }
}
