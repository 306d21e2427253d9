package jackfield.backend.cpu.line;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * The kernel of {@code logcumsumexp}, in double precision. Real elements are computed in blocks of
 * scratch memory: powers relative to the largest element up to the end of the block, their sums,
 * and logarithms. Blocks with NaN or infinity, or whose first sums would be much smaller than the
 * last, are computed element by element.
 */
public final class RunningLogarithms {
  private static final long GRAIN = 1 << 13; // elements of a part of a parallel loop
  private static final int BLOCK = 512;
  private static final double RANGE = 300; // e to the power of −300 has all digits of float64

  private final Workspaces workspaces;
  private final PointwiseLoop exponential;
  private final PointwiseLoop logarithm;
  private final PointwiseLoop shift;

  private RunningLogarithms(Workspaces workspaces, Loops loops) {
    this.workspaces = workspaces;
    this.exponential = loops.exponential.of(DType.FLOAT64);
    this.logarithm = loops.logarithm.of(DType.FLOAT64);
    this.shift = loops.shift.of(DType.FLOAT64);
  }

  /** The loops, which are stamped when they are first needed. */
  private record Loops(
      ByType<PointwiseLoop> exponential,
      ByType<PointwiseLoop> logarithm,
      ByType<PointwiseLoop> shift) {}

  /** A body of the operator. */
  @FunctionalInterface
  public interface Kernel {
    /** Writes the logarithm of the sum of the powers of e up to each position. */
    void run(LinePlan plan);
  }

  /** Returns the kernel. */
  public static Kernel kernel(Workspaces workspaces) {
    Loops loops = new Loops(PointwiseLoops.exp(), PointwiseLoops.log(), PointwiseLoops.shift());
    return plan -> {
      SliceIterator lines = plan.lines();
      if (lines.count() > 0 && lines.length(0) > 0) {
        new RunningLogarithms(workspaces, loops).run(lines);
      }
    };
  }

  private void run(SliceIterator lines) {
    boolean isComplex = lines.type(0).isComplex();
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / lines.length(0)),
        (from, to) -> {
          if (isComplex) {
            lines.forEach(from, to, at -> complex(lines, at));
          } else {
            workspaces.use(
                BLOCK * (long) Double.BYTES,
                block -> lines.forEach(from, to, at -> real(lines, at, block)));
          }
        });
  }

  private static void complex(SliceIterator lines, long[] at) {
    DType type = lines.type(0);
    ExponentialSum sum = new ExponentialSum();
    for (long i = 0; i < lines.length(0); i++) {
      long from = at[1] + i * lines.stepBytes(1);
      sum.add(Elements.doubleAt(type, from), Elements.imaginaryAt(type, from));
      long to = at[0] + i * lines.stepBytes(0);
      Elements.putComplex(type, to, sum.real(), sum.imaginary());
    }
  }

  private void real(SliceIterator lines, long[] at, long block) {
    DType type = lines.type(0);
    ExponentialSum sum = new ExponentialSum();
    for (long done = 0; done < lines.length(0); done += BLOCK) {
      long count = Math.min(BLOCK, lines.length(0) - done);
      long in = at[1] + done * lines.stepBytes(1);
      StridedCopy.copy(type, in, lines.stepBytes(1), DType.FLOAT64, block, Double.BYTES, count);
      block(sum, block, count);
      long out = at[0] + done * lines.stepBytes(0);
      StridedCopy.copy(DType.FLOAT64, block, Double.BYTES, type, out, lines.stepBytes(0), count);
    }
  }

  private void block(ExponentialSum sum, long block, long count) {
    double largest = sum.largest();
    for (long i = 0; i < count; i++) {
      largest = Math.max(largest, HostBytes.doubleAt(block + i * Double.BYTES));
    }
    double first = Math.max(sum.largest(), HostBytes.doubleAt(block));
    if (!(Math.abs(largest) < Double.POSITIVE_INFINITY && first >= largest - RANGE)) {
      for (long i = 0; i < count; i++) {
        sum.add(HostBytes.doubleAt(block + i * Double.BYTES), 0);
        HostBytes.putDouble(block + i * Double.BYTES, sum.real());
      }
      return;
    }
    shift.run(block, block, block, block, count, Scalar.of(largest));
    exponential.run(block, block, block, block, count, Scalar.ONE);
    double total = sum.raise(largest);
    for (long i = 0; i < count; i++) {
      total += HostBytes.doubleAt(block + i * Double.BYTES);
      HostBytes.putDouble(block + i * Double.BYTES, total);
    }
    sum.set(total);
    logarithm.run(block, block, block, block, count, Scalar.ONE);
    shift.run(block, block, block, block, count, Scalar.of(-largest));
  }
}
