package jackfield.backend.cpu.line;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.order.PartialOrder;
import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;

/**
 * The kernel of {@code topk}. {@link KeySelection} finds the key of the last element that is
 * wanted, and {@link RadixOrder} puts those up to it in order. Only if some of them are equal, or
 * few are wanted, {@link PartialOrder} orders the keys as the reference does. NaN counts as the
 * largest number, and −0 equals 0. The operands of the lines are those of {@link SortKernels}.
 */
public final class TopKernels {
  private static final long GRAIN = 1 << 13; // elements of a part of a parallel loop
  private static final int SHORT = 64; // elements of the longest line not worth a selection

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public TopKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the largest or smallest elements of each line in order, and their positions. */
  public void topk(LinePlan plan, boolean largest) {
    SliceIterator lines = plan.lines();
    long wanted = lines.length(0);
    long length = lines.length(2);
    if (lines.count() == 0 || wanted == 0) {
      return;
    }
    var _ = ArrayLength.ofLine(plan.operator(), length);
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / length),
        (from, to) ->
            workspaces.use(
                Line.bytes(length, wanted),
                memory -> {
                  Line line = new Line(lines, memory);
                  lines.forEach(from, to, at -> line.run(at, largest));
                }));
  }

  /** One line at a time, with scratch memory for keys. */
  private static final class Line {
    private final SliceIterator lines;
    private final int count;
    private final int wanted;
    private final KeySelection keys;
    private final long chosen; // positions of elements, as 32-bit integers
    private final long ordered; // memory of a RadixOrder

    Line(SliceIterator lines, long memory) {
      this.lines = lines;
      this.count = (int) lines.length(2);
      this.wanted = (int) lines.length(0);
      this.keys = new KeySelection(count, memory);
      this.ordered = memory + KeySelection.bytes(count);
      this.chosen = ordered + RadixOrder.bytes(wanted);
    }

    static long bytes(long count, long wanted) {
      return KeySelection.bytes(count) + RadixOrder.bytes(wanted) + (wanted + 1) * Integer.BYTES;
    }

    void run(long[] at, boolean largest) {
      int bits = Keys.write(lines.type(2), at[2], lines.stepBytes(2), keys.keys(), count, largest);
      boolean isHeap = PartialOrder.isHeap(count, wanted);
      if (isHeap || count <= SHORT || !writeDistinct(bits, at)) {
        PartialOrder order = order(bits);
        order.run(wanted);
        for (int i = 0; i < wanted; i++) {
          write(at, i, order.at(i));
        }
      }
    }

    /** Returns the order of all keys, as the reference has it; those of few bits are packed. */
    private PartialOrder order(int bits) {
      if (bits > Integer.SIZE) {
        return PartialOrder.of(count, keys::key);
      }
      long[] packed = new long[count];
      for (int i = 0; i < count; i++) {
        packed[i] = keys.key(i) << Integer.SIZE | i;
      }
      return PartialOrder.packed(packed);
    }

    /** Writes the elements and returns true, unless some of them are equal. */
    private boolean writeDistinct(int bits, long[] at) {
      keys.find(wanted - 1, bits);
      RadixOrder order = new RadixOrder(wanted, ordered);
      if (choose(keys.found(), order.keys()) > wanted) {
        return false;
      }
      long positions = order.run(bits);
      for (long i = 1; i < wanted; i++) {
        long key = HostBytes.longAt(order.keys() + i * Long.BYTES);
        if (key == HostBytes.longAt(order.keys() + (i - 1) * Long.BYTES)) {
          return false;
        }
      }
      for (long i = 0; i < wanted; i++) {
        long place = HostBytes.intAt(positions + i * Integer.BYTES);
        write(at, i, HostBytes.intAt(chosen + place * Integer.BYTES));
      }
      return true;
    }

    /**
     * Copies the keys up to the last that is wanted, and their positions. Stops after one more than
     * there is room for, which is in the second half of the order's memory.
     */
    private long choose(long last, long to) {
      long found = 0;
      for (int i = 0; i < count && found <= wanted; i++) {
        long key = keys.key(i);
        HostBytes.putLong(to + found * Long.BYTES, key); // what is not kept is written over
        HostBytes.putInt(chosen + found * Integer.BYTES, i);
        found += Long.compareUnsigned(key, last) <= 0 ? 1 : 0;
      }
      return found;
    }

    private void write(long[] at, long i, long position) {
      DType type = lines.type(2);
      long from = at[2] + position * lines.stepBytes(2);
      StridedCopy.copy(type, from, 0, lines.type(0), at[0] + i * lines.stepBytes(0), 0, 1);
      HostBytes.putLong(at[1] + i * lines.stepBytes(1), position);
    }
  }
}
