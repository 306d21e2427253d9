package jackfield.backend.cpu.line;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * The kernels of {@code cummax} and {@code cummin}. Of equal elements the later one counts. From
 * the first NaN on, the last NaN does.
 *
 * <p>The values or the positions may replace the input: an element is read before the results at
 * its position are written, and never after that.
 */
public final class RunningExtremes {
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop
  private static final int LINES = 16; // columns computed together, which share cache lines

  private final SliceIterator lines; // of the values, the positions and the input
  private final DType type;
  private final boolean isMax;
  private final boolean isReal;

  private RunningExtremes(SliceIterator lines, boolean isMax) {
    this.lines = lines;
    this.type = lines.type(2);
    this.isMax = isMax;
    this.isReal = type.isFloating();
  }

  /** Writes the largest element up to each position, and its position. */
  public static void cummax(LinePlan plan) {
    run(plan, true);
  }

  /** Writes the smallest element up to each position, and its position. */
  public static void cummin(LinePlan plan) {
    run(plan, false);
  }

  private static void run(LinePlan plan, boolean isMax) {
    SliceIterator lines = plan.lines();
    long length = lines.length(2);
    if (lines.count() == 0 || length == 0) {
      return;
    }
    RunningExtremes kernel = new RunningExtremes(lines, isMax);
    Parallel.range(lines.count(), Math.max(LINES, GRAIN / length), kernel::run);
  }

  private void run(long from, long to) {
    if (lines.stepBytes(2) != type.sizeBytes() && to - from > 1) {
      new Columns().run(from, to);
      return;
    }
    lines.forEach(
        from,
        to,
        switch (type) {
          case FLOAT32 -> this::floats;
          case FLOAT64 -> this::doubles;
          case INT64 -> this::longs;
          default -> this::any;
        });
  }

  private boolean isBetter(double value, double best) {
    return (isMax ? value >= best : value <= best) || Double.isNaN(value);
  }

  private boolean isBetter(long value, long best) {
    return isMax ? value >= best : value <= best;
  }

  /** Compares keys in the order of the numbers, since integers are chosen without a branch. */
  private void floats(long[] at) {
    int flips = isMax ? 0 : -1;
    long from = at[2];
    long to = at[0];
    long index = at[1];
    long step = lines.stepBytes(2);
    long toStep = lines.stepBytes(0);
    long indexStep = lines.stepBytes(1);
    int best = 0;
    int bestKey = Integer.MIN_VALUE;
    long place = 0;
    long count = lines.length(2);
    for (long i = 0; i < count; i++, from += step, to += toStep, index += indexStep) {
      int bits = HostBytes.intAt(from);
      int key = key(Float.intBitsToFloat(bits), flips);
      if (key >= bestKey) {
        best = bits;
        bestKey = key;
        place = i;
      }
      HostBytes.putInt(to, best);
      HostBytes.putLong(index, place);
    }
  }

  private static int key(float value, int flips) {
    int bits = Float.floatToRawIntBits(value + 0f); // −0 becomes 0
    int key = bits ^ ((bits >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
    return Float.isNaN(value) ? Integer.MAX_VALUE : key ^ flips;
  }

  /** Compares keys in the order of the numbers, since integers are chosen without a branch. */
  private void doubles(long[] at) {
    long flips = isMax ? 0 : -1;
    long from = at[2];
    long to = at[0];
    long index = at[1];
    long step = lines.stepBytes(2);
    long toStep = lines.stepBytes(0);
    long indexStep = lines.stepBytes(1);
    long best = 0;
    long bestKey = Long.MIN_VALUE;
    long place = 0;
    long count = lines.length(2);
    for (long i = 0; i < count; i++, from += step, to += toStep, index += indexStep) {
      long bits = HostBytes.longAt(from);
      long key = key(Double.longBitsToDouble(bits), flips);
      if (key >= bestKey) {
        best = bits;
        bestKey = key;
        place = i;
      }
      HostBytes.putLong(to, best);
      HostBytes.putLong(index, place);
    }
  }

  private static long key(double value, long flips) {
    long bits = Double.doubleToRawLongBits(value + 0.0); // −0 becomes 0
    long key = bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
    return Double.isNaN(value) ? Long.MAX_VALUE : key ^ flips;
  }

  private void longs(long[] at) {
    boolean isLargest = isMax;
    long from = at[2];
    long to = at[0];
    long index = at[1];
    long step = lines.stepBytes(2);
    long toStep = lines.stepBytes(0);
    long indexStep = lines.stepBytes(1);
    long count = lines.length(2);
    long best = HostBytes.longAt(from);
    long place = 0;
    for (long i = 0; i < count; i++, from += step, to += toStep, index += indexStep) {
      long value = HostBytes.longAt(from);
      if (isLargest ? value >= best : value <= best) {
        best = value;
        place = i;
      }
      HostBytes.putLong(to, best);
      HostBytes.putLong(index, place);
    }
  }

  /** Runs along a line of any type. */
  private void any(long[] at) {
    Best best = new Best(at[2]);
    for (long i = 0; i < lines.length(2); i++) {
      best.take(at[2] + i * lines.stepBytes(2), i);
      best.put(at[0] + i * lines.stepBytes(0), at[1] + i * lines.stepBytes(1));
    }
  }

  /** The best element of a line so far. */
  private final class Best {
    private long place; // changes as elements are taken, as do the next two
    private double real;
    private long whole;

    Best(long first) {
      read(first);
    }

    private void read(long at) {
      if (isReal) {
        real = Elements.doubleAt(type, at);
      } else {
        whole = Elements.longAt(type, at);
      }
    }

    void take(long at, long index) {
      double number = isReal ? Elements.doubleAt(type, at) : 0;
      long integer = isReal ? 0 : Elements.longAt(type, at);
      if (isReal ? isBetter(number, real) : isBetter(integer, whole)) {
        real = number;
        whole = integer;
        place = index;
      }
    }

    void put(long value, long position) {
      if (isReal) {
        Elements.putDouble(type, value, real);
      } else {
        Elements.putLong(type, value, whole);
      }
      HostBytes.putLong(position, place);
    }
  }

  /** Lines with gaps, of which several are computed row by row. */
  private final class Columns {
    private final long[][] at = new long[LINES][];
    private final Best[] best = new Best[LINES];
    private int count;

    void run(long first, long end) {
      lines.forEach(first, end, this::add);
      compute();
    }

    private void add(long[] line) {
      at[count] = line.clone();
      best[count] = new Best(line[2]);
      if (++count == LINES) {
        compute();
        count = 0;
      }
    }

    private void compute() {
      for (long i = 0; i < lines.length(2); i++) {
        for (int line = 0; line < count; line++) {
          best[line].take(at[line][2] + i * lines.stepBytes(2), i);
          best[line].put(
              at[line][0] + i * lines.stepBytes(0), at[line][1] + i * lines.stepBytes(1));
        }
      }
    }
  }
}
