package jackfield.backend.cpu.line;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;

/**
 * The kernel of {@code cumsum}. Sums are in double precision, those of integers in 64 bits. Operand
 * 0 of the lines is the output, operand 1 the input.
 *
 * <p>Each sum waits for the one before it, so four lines are summed at a time. Elements that are
 * not float32 or float64 are converted in blocks of scratch memory.
 */
public final class RunningSums {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop
  private static final int LINES = 4;
  private static final int BLOCK = 512;

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public RunningSums(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the sum of the elements up to each position. */
  public void cumsum(LinePlan plan) {
    SliceIterator lines = plan.lines();
    long length = lines.length(0);
    if (lines.count() == 0 || length == 0) {
      return;
    }
    Parallel.range(
        lines.count(),
        Math.max(LINES, GRAIN / length),
        (from, to) -> {
          if (isDirect(lines.type(0))) { // the plan converts the input to the type of the output
            new Bundle(lines).run(from, to);
          } else {
            workspaces.use(
                BLOCK * (long) DType.COMPLEX128.sizeBytes(),
                block -> lines.forEach(from, to, at -> converted(lines, at, block)));
          }
        });
  }

  private static boolean isDirect(DType type) {
    return type == DType.FLOAT32 || type == DType.FLOAT64;
  }

  /** Lines of float32 or float64 that are summed together. */
  private static final class Bundle {
    private final SliceIterator lines;
    private final long[] to = new long[LINES];
    private final long[] from = new long[LINES];
    private int count;

    Bundle(SliceIterator lines) {
      this.lines = lines;
    }

    void run(long first, long end) {
      lines.forEach(first, end, this::add);
      for (int line = 0; line < count; line++) {
        sumOne(from[line], to[line]);
      }
    }

    private void add(long[] at) {
      to[count] = at[0];
      from[count] = at[1];
      if (++count == LINES) {
        if (lines.type(0) == DType.FLOAT32) {
          sumFloats(from[0], from[1], from[2], from[3]);
        } else {
          sumDoubles(from[0], from[1], from[2], from[3]);
        }
        count = 0;
      }
    }

    private void sumFloats(long a, long b, long c, long d) {
      long toA = to[0];
      long toB = to[1];
      long toC = to[2];
      long toD = to[3];
      long fromStep = lines.stepBytes(1);
      long toStep = lines.stepBytes(0);
      double sumA = 0;
      double sumB = 0;
      double sumC = 0;
      double sumD = 0;
      long out = 0;
      long in = 0;
      for (long i = lines.length(0); i > 0; i--, in += fromStep, out += toStep) {
        sumA += HostBytes.floatAt(a + in);
        sumB += HostBytes.floatAt(b + in);
        sumC += HostBytes.floatAt(c + in);
        sumD += HostBytes.floatAt(d + in);
        HostBytes.putFloat(toA + out, (float) sumA);
        HostBytes.putFloat(toB + out, (float) sumB);
        HostBytes.putFloat(toC + out, (float) sumC);
        HostBytes.putFloat(toD + out, (float) sumD);
      }
    }

    private void sumDoubles(long a, long b, long c, long d) {
      long fromStep = lines.stepBytes(1);
      long toStep = lines.stepBytes(0);
      double sumA = 0;
      double sumB = 0;
      double sumC = 0;
      double sumD = 0;
      long out = 0;
      long in = 0;
      for (long i = lines.length(0); i > 0; i--, in += fromStep, out += toStep) {
        sumA += HostBytes.doubleAt(a + in);
        sumB += HostBytes.doubleAt(b + in);
        sumC += HostBytes.doubleAt(c + in);
        sumD += HostBytes.doubleAt(d + in);
        HostBytes.putDouble(to[0] + out, sumA);
        HostBytes.putDouble(to[1] + out, sumB);
        HostBytes.putDouble(to[2] + out, sumC);
        HostBytes.putDouble(to[3] + out, sumD);
      }
    }

    private void sumOne(long in, long out) {
      long count = lines.length(0);
      if (lines.type(0) == DType.FLOAT32) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
          sum += HostBytes.floatAt(in + i * lines.stepBytes(1));
          HostBytes.putFloat(out + i * lines.stepBytes(0), (float) sum);
        }
      } else {
        sumLine(in, lines.stepBytes(1), out, lines.stepBytes(0), count, 0);
      }
    }
  }

  private static void converted(SliceIterator lines, long[] at, long block) {
    DType to = lines.type(0);
    DType wide = to.isComplex() ? DType.COMPLEX128 : to.isFloating() ? DType.FLOAT64 : DType.INT64;
    int size = wide.sizeBytes();
    long whole = 0;
    double real = 0;
    double imaginary = 0;
    for (long done = 0; done < lines.length(0); done += BLOCK) {
      long count = Math.min(BLOCK, lines.length(0) - done);
      long in = at[1] + done * lines.stepBytes(1);
      StridedCopy.copy(to, in, lines.stepBytes(1), wide, block, size, count);
      if (wide == DType.INT64) {
        whole = sumLongs(block, count, whole);
      } else {
        real = sumLine(block, size, block, size, count, real);
      }
      if (wide == DType.COMPLEX128) {
        long second = block + Double.BYTES;
        imaginary = sumLine(second, size, second, size, count, imaginary);
      }
      long out = at[0] + done * lines.stepBytes(0);
      StridedCopy.copy(wide, block, size, to, out, lines.stepBytes(0), count);
    }
  }

  /** Adds a line up from {@code start}; returns its last sum. */
  private static double sumLine(
      long from, long fromStep, long to, long toStep, long count, double start) {
    double sum = start;
    for (long i = 0; i < count; i++) {
      sum += HostBytes.doubleAt(from + i * fromStep);
      HostBytes.putDouble(to + i * toStep, sum);
    }
    return sum;
  }

  private static long sumLongs(long block, long count, long start) {
    long sum = start;
    for (long i = 0; i < count; i++) {
      sum += HostBytes.longAt(block + i * Long.BYTES);
      HostBytes.putLong(block + i * Long.BYTES, sum);
    }
    return sum;
  }
}
