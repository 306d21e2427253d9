package jackfield.backend.cpu.line;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;

/**
 * The kernel of {@code cumprod}. Products are in double precision, those of integers in 64 bits.
 * Elements that are not float32 or float64 are converted in blocks of scratch memory. The operands
 * of the lines are those of {@link RunningSums}.
 */
public final class RunningProducts {
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop
  private static final int BLOCK = 512;
  private static final int LINES = 16; // that share cache lines, where a line is a column

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public RunningProducts(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the product of the elements up to each position. */
  public void cumprod(LinePlan plan) {
    SliceIterator lines = plan.lines();
    long length = lines.length(0);
    if (lines.count() == 0 || length == 0) {
      return;
    }
    Parallel.range(
        lines.count(), Math.max(LINES, GRAIN / length), (from, to) -> run(lines, from, to));
  }

  private void run(SliceIterator lines, long from, long to) {
    DType type = lines.type(0); // the plan converts the input to it
    if (type != DType.FLOAT32 && type != DType.FLOAT64) {
      workspaces.use(
          BLOCK * (long) DType.COMPLEX128.sizeBytes(),
          block -> lines.forEach(from, to, at -> new Converted(lines, block).run(at)));
    } else if (lines.stepBytes(0) != type.sizeBytes() && to - from > 1) {
      new Columns(lines).run(from, to);
    } else if (type == DType.FLOAT32) {
      lines.forEach(from, to, at -> floats(lines, at));
    } else {
      lines.forEach(from, to, at -> doubles(lines, at));
    }
  }

  private static void floats(SliceIterator lines, long[] at) {
    long to = at[0];
    long from = at[1];
    long toStep = lines.stepBytes(0);
    long fromStep = lines.stepBytes(1);
    double product = 1;
    for (long i = lines.length(0); i > 0; i--, from += fromStep, to += toStep) {
      product *= HostBytes.floatAt(from);
      HostBytes.putFloat(to, (float) product);
    }
  }

  private static void doubles(SliceIterator lines, long[] at) {
    long to = at[0];
    long from = at[1];
    long toStep = lines.stepBytes(0);
    long fromStep = lines.stepBytes(1);
    double product = 1;
    for (long i = lines.length(0); i > 0; i--, from += fromStep, to += toStep) {
      product *= HostBytes.doubleAt(from);
      HostBytes.putDouble(to, product);
    }
  }

  /** Lines with gaps, of which several are multiplied row by row. */
  private static final class Columns {
    private final SliceIterator lines;
    private final long[] to = new long[LINES];
    private final long[] from = new long[LINES];
    private final double[] products = new double[LINES];
    private int count;

    Columns(SliceIterator lines) {
      this.lines = lines;
    }

    void run(long first, long end) {
      lines.forEach(first, end, this::add);
      multiply();
    }

    private void add(long[] at) {
      to[count] = at[0];
      from[count] = at[1];
      products[count] = 1;
      if (++count == LINES) {
        multiply();
        count = 0;
      }
    }

    private void multiply() {
      boolean isFloat = lines.type(0) == DType.FLOAT32;
      long out = 0;
      long in = 0;
      for (long i = lines.length(0); i > 0; i--) {
        if (isFloat) {
          multiplyFloats(in, out);
        } else {
          multiplyDoubles(in, out);
        }
        in += lines.stepBytes(1);
        out += lines.stepBytes(0);
      }
    }

    private void multiplyFloats(long in, long out) {
      for (int line = 0; line < count; line++) {
        double product = products[line] * HostBytes.floatAt(from[line] + in);
        products[line] = product;
        HostBytes.putFloat(to[line] + out, (float) product);
      }
    }

    private void multiplyDoubles(long in, long out) {
      for (int line = 0; line < count; line++) {
        double product = products[line] * HostBytes.doubleAt(from[line] + in);
        products[line] = product;
        HostBytes.putDouble(to[line] + out, product);
      }
    }
  }

  /** A line that is converted block by block. */
  private static final class Converted {
    private final SliceIterator lines;
    private final DType type;
    private final DType wide;
    private final long block;
    private long whole = 1; // the product so far, for one sort of numbers at a time
    private double real = 1;
    private double imaginary;

    Converted(SliceIterator lines, long block) {
      this.lines = lines;
      this.type = lines.type(0);
      this.wide =
          type.isComplex() ? DType.COMPLEX128 : type.isFloating() ? DType.FLOAT64 : DType.INT64;
      this.block = block;
    }

    void run(long[] at) {
      int size = wide.sizeBytes();
      long toStep = lines.stepBytes(0);
      long fromStep = lines.stepBytes(1);
      for (long done = 0; done < lines.length(0); done += BLOCK) {
        long count = Math.min(BLOCK, lines.length(0) - done);
        StridedCopy.copy(type, at[1] + done * fromStep, fromStep, wide, block, size, count);
        switch (wide) {
          case INT64 -> multiplyLongs(count);
          case FLOAT64 -> multiplyDoubles(count);
          default -> multiplyComplex(count);
        }
        StridedCopy.copy(wide, block, size, type, at[0] + done * toStep, toStep, count);
      }
    }

    private void multiplyLongs(long count) {
      for (long at = block, end = block + count * Long.BYTES; at < end; at += Long.BYTES) {
        whole *= HostBytes.longAt(at);
        HostBytes.putLong(at, whole);
      }
    }

    private void multiplyDoubles(long count) {
      for (long at = block, end = block + count * Double.BYTES; at < end; at += Double.BYTES) {
        real *= HostBytes.doubleAt(at);
        HostBytes.putDouble(at, real);
      }
    }

    private void multiplyComplex(long count) {
      int size = wide.sizeBytes();
      for (long at = block, end = block + count * size; at < end; at += size) {
        double a = HostBytes.doubleAt(at);
        double b = HostBytes.doubleAt(at + Double.BYTES);
        double product = real * a - imaginary * b;
        imaginary = real * b + imaginary * a;
        real = product;
        HostBytes.putDouble(at, real);
        HostBytes.putDouble(at + Double.BYTES, imaginary);
      }
    }
  }
}
