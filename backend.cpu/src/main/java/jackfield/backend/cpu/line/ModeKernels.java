package jackfield.backend.cpu.line;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * The kernel of {@code mode}: {@link RadixOrder} brings equal keys together. NaN counts as the
 * largest number and equals NaN, and −0 equals 0.
 */
public final class ModeKernels {
  private static final long GRAIN = 1 << 13; // elements of a part of a parallel loop

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public ModeKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the last of the most frequent elements, the smallest of several, and its position. */
  public void mode(ReductionIterator it) {
    long count = it.reducedCount();
    if (count == 0) {
      it.forEachOutput((output, _) -> Elements.putDouble(it.outputType(), output, Double.NaN));
      return;
    }
    int length = ArrayLength.ofLine("mode", count);
    Parallel.range(
        it.outputCount(),
        Math.max(1, GRAIN / count),
        (from, to) ->
            workspaces.use(
                RadixOrder.bytes(count),
                memory -> it.forEachOutputs(from, to, at -> put(it, at, length, memory))));
  }

  private static void put(ReductionIterator it, long[] at, int count, long memory) {
    DType type = it.inputType();
    long input = at[it.outputs()];
    RadixOrder order = new RadixOrder(count, memory);
    long[] next = {order.keys()};
    int[] bits = {0};
    it.forEachReducedRow(
        input,
        (address, step, length) -> {
          bits[0] = Keys.write(type, address, step, next[0], length, false);
          next[0] += length * Long.BYTES;
        });
    int chosen = mostFrequent(order, order.run(bits[0]));
    long from = SelectionKernels.address(it, input, chosen);
    StridedCopy.copy(type, from, 0, it.outputType(0), at[0], 0, 1);
    if (it.outputs() > 1) {
      HostBytes.putLong(at[1], chosen);
    }
  }

  private static int mostFrequent(RadixOrder order, long positions) {
    long keys = order.keys();
    int most = 0;
    long last = 0; // the place of the element that is chosen
    int same = 1;
    for (long i = 0; i < order.count(); i++, same++) {
      boolean isEnd = i + 1 == order.count();
      long key = HostBytes.longAt(keys + i * Long.BYTES);
      if (isEnd || HostBytes.longAt(keys + (i + 1) * Long.BYTES) != key) {
        last = same > most ? i : last;
        most = Math.max(most, same);
        same = 0;
      }
    }
    return HostBytes.intAt(positions + last * Integer.BYTES);
  }
}
