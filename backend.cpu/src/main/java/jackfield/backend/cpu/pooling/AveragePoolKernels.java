package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingPlan;
import jackfield.backend.cpu.memory.Planes;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Averages of windows of planes and volumes, and their gradient: sums in double precision, or in 64
 * bits, in row-major order. An instance computes planes; {@link VolumeAverages} computes volumes.
 *
 * <p><em>Shapes</em>: {@link PoolingPlan#asBatch} makes them [n, channels, rows, columns] or [n,
 * channels, slices, rows, columns].
 */
public final class AveragePoolKernels {
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop

  private final DType type;
  private final Spans rows;
  private final Spans columns;
  private final Planes from;
  private final Planes to;
  private final boolean dividesEach; // whether each element is divided before it is added

  private AveragePoolKernels(
      Spans rows, Spans columns, Tensor from, Tensor to, boolean dividesEach) {
    this.type = from.dtype();
    this.rows = rows;
    this.columns = columns;
    this.from = Planes.of(from);
    this.to = Planes.of(to);
    this.dividesEach = dividesEach;
  }

  /** Writes the average of each window. */
  public static void average(PoolingPlan plan) {
    if (plan.windows().rank() == 3) {
      VolumeAverages.average(plan);
      return;
    }
    Tensor self = plan.asBatch(plan.input(0));
    Tensor out = plan.asBatch(plan.output(0));
    if (out.elementCount() == 0) {
      return; // an empty tensor may have a huge dimension
    }
    run(
        new AveragePoolKernels(
            Spans.ofWindows(plan, 0), Spans.ofWindows(plan, 1), self, out, false),
        out);
  }

  /** Computes each element of the gradient from the windows over it. */
  public static void backward(PoolingPlan plan) {
    if (plan.windows().rank() == 3) {
      VolumeAverages.backward(plan);
      return;
    }
    Tensor grad = plan.asBatch(plan.input(0));
    Tensor out = plan.asBatch(plan.output(0));
    if (out.elementCount() == 0) {
      return; // an empty tensor may have a huge dimension
    }
    run(
        new AveragePoolKernels(
            Spans.overElements(plan, 0), Spans.overElements(plan, 1), grad, out, true),
        out);
  }

  private static void run(AveragePoolKernels kernel, Tensor out) {
    long height = out.size(2);
    long width = out.size(3);
    Parallel.range(
        out.size(0) * out.size(1) * height,
        Math.max(1, GRAIN / Math.max(1, width)),
        (first, end) -> {
          for (long row = first; row < end; row++) {
            kernel.row(row / height, row % height, width);
          }
        });
  }

  private void row(long plane, long row, long width) {
    long source = from.at(plane);
    long target = to.at(plane) + row * to.rowStep();
    for (long column = 0; column < width; column++) {
      long output = target + column * to.columnStep();
      if (type == DType.FLOAT32 && !dividesEach) {
        double sum = floats(source, row, column);
        HostBytes.putFloat(output, (float) (sum / divisor(row, column)));
      } else if (type.isFloating()) {
        double sum = reals(source, row, column);
        Elements.putDouble(type, output, dividesEach ? sum : sum / divisor(row, column));
      } else {
        long sum = integers(source, row, column);
        Elements.putLong(type, output, dividesEach ? sum : sum / divisor(row, column));
      }
    }
  }

  /** Returns the number by which the sum of a window is divided. */
  private long divisor(long row, long column) {
    boolean isEmpty =
        rows.first(row) >= rows.end(row) || columns.first(column) >= columns.end(column);
    return isEmpty ? 1 : divisorAt(row, column);
  }

  private long divisorAt(long row, long column) {
    return rows.given() != null ? rows.given() : rows.count(row) * columns.count(column);
  }

  private double floats(long source, long row, long column) {
    long rowStep = from.rowStep();
    long step = from.columnStep();
    long firstOfRow = source + columns.first(column) * step;
    long count = columns.end(column) - columns.first(column);
    double sum = 0;
    for (long y = rows.first(row); y < rows.end(row); y++) {
      long address = firstOfRow + y * rowStep;
      for (long x = 0; x < count; x++) {
        sum += HostBytes.floatAt(address + x * step);
      }
    }
    return sum;
  }

  private double reals(long source, long row, long column) {
    double sum = 0;
    for (long y = rows.first(row); y < rows.end(row); y++) {
      for (long x = columns.first(column); x < columns.end(column); x++) {
        double value = Elements.doubleAt(type, address(source, y, x));
        sum += dividesEach ? value / divisorAt(y, x) : value;
      }
    }
    return sum;
  }

  private long integers(long source, long row, long column) {
    long sum = 0;
    for (long y = rows.first(row); y < rows.end(row); y++) {
      for (long x = columns.first(column); x < columns.end(column); x++) {
        long value = Elements.longAt(type, address(source, y, x));
        sum += dividesEach ? value / divisorAt(y, x) : value;
      }
    }
    return sum;
  }

  private long address(long source, long row, long column) {
    return source + row * from.rowStep() + column * from.columnStep();
  }
}
