package jackfield.backend.cpu.line;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;

/**
 * The kernel of {@code sort}: {@link RadixOrder} finds the order of each line, then the elements
 * are copied in that order. NaN counts as the largest number, and −0 equals 0. Operand 0 of the
 * lines is the elements in order, operand 1 their positions as int64, operand 2 the input.
 */
public final class SortKernels {
  private static final long GRAIN = 1 << 13; // elements of a part of a parallel loop

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public SortKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the elements of each line in order, and their positions; equal ones keep theirs. */
  public void sort(LinePlan plan, boolean descending) {
    SliceIterator lines = plan.lines();
    long length = lines.length(0);
    if (lines.count() == 0 || length == 0) {
      return;
    }
    if (length > Integer.MAX_VALUE) {
      throw new InvalidArgument(
          plan.operator(),
          "self",
          "has lines of %d elements, expected at most %d".formatted(length, Integer.MAX_VALUE));
    }
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / length),
        (from, to) ->
            workspaces.use(
                RadixOrder.bytes(length),
                memory -> {
                  RadixOrder order = new RadixOrder((int) length, memory);
                  lines.forEach(from, to, at -> line(lines, at, order, descending));
                }));
  }

  private static void line(SliceIterator lines, long[] at, RadixOrder order, boolean descending) {
    DType type = lines.type(2);
    int bits = Keys.write(type, at[2], lines.stepBytes(2), order.keys(), order.count(), descending);
    long positions = order.run(bits);
    for (long i = 0; i < order.count(); i++) {
      HostBytes.putLong(
          at[1] + i * lines.stepBytes(1), HostBytes.intAt(positions + i * Integer.BYTES));
    }
    pick(type, at[2], lines.stepBytes(2), positions, at[0], lines.stepBytes(0), order.count());
  }

  /** Copies the elements at the positions of a line, in their order. */
  private static void pick(
      DType type, long from, long fromStep, long positions, long to, long toStep, long count) {
    if (type.sizeBytes() == Integer.BYTES) {
      for (long i = 0; i < count; i++) {
        long position = HostBytes.intAt(positions + i * Integer.BYTES);
        HostBytes.putInt(to + i * toStep, HostBytes.intAt(from + position * fromStep));
      }
    } else {
      for (long i = 0; i < count; i++) {
        long position = HostBytes.intAt(positions + i * Integer.BYTES);
        StridedCopy.move(type.sizeBytes(), from + position * fromStep, 0, to + i * toStep, 0, 1);
      }
    }
  }
}
