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
 * The kernels of {@code median}, {@code nanmedian} and {@code kthvalue}: {@link KeySelection} finds
 * the key of the element, and a scan its position. NaN counts as the largest number, and −0 equals
 * 0.
 */
public final class SelectionKernels {
  private static final long GRAIN = 1 << 13; // elements of a part of a parallel loop

  private final Workspaces workspaces;

  /** Creates the kernels. */
  public SelectionKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Returns the position of the element that is chosen. */
  @FunctionalInterface
  private interface Choice {
    int of(KeySelection keys, int bits);
  }

  /** Writes the lower of the two elements in the middle, or the first NaN. */
  public void median(ReductionIterator it) {
    DType type = it.inputType();
    choose("median", it, (keys, bits) -> median(type, keys, bits, false));
  }

  /** Writes the lower of the two numbers in the middle; NaN if there is none. */
  public void nanmedian(ReductionIterator it) {
    DType type = it.inputType();
    choose("nanmedian", it, (keys, bits) -> median(type, keys, bits, true));
  }

  /** Writes the element that has {@code k} − 1 elements before it in ascending order. */
  public void kthvalue(ReductionIterator it, long k) {
    int place = (int) k - 1;
    choose(
        "kthvalue",
        it,
        (keys, bits) -> {
          keys.find(place, bits);
          int only = keys.only();
          return only >= 0 ? only : new EqualKeys(keys).at(place);
        });
  }

  private static int median(DType type, KeySelection keys, int bits, boolean skipsNan) {
    int numbers = keys.count();
    for (int i = 0; type.isFloating() && i < keys.count(); i++) {
      if (Keys.isNan(type, keys.key(i))) {
        if (!skipsNan) {
          return i;
        }
        numbers--;
      }
    }
    keys.find(Math.max(numbers - 1, 0) / 2, bits);
    return keys.stable();
  }

  private void choose(String operator, ReductionIterator it, Choice choice) {
    long count = it.reducedCount();
    if (count == 0) {
      it.forEachOutput((output, _) ->
          Elements.putDouble(it.outputType(), output, Double.NaN)); // the median of nothing
      return;
    }
    var _ = ArrayLength.ofLine(operator, count);
    Parallel.range(
        it.outputCount(),
        Math.max(1, GRAIN / count),
        (from, to) ->
            workspaces.use(
                KeySelection.bytes(count),
                memory -> {
                  KeySelection keys = new KeySelection((int) count, memory);
                  it.forEachOutputs(from, to, at -> choose(it, at, keys, choice));
                }));
  }

  private static void choose(ReductionIterator it, long[] at, KeySelection keys, Choice choice) {
    DType type = it.inputType();
    long input = at[it.outputs()];
    long[] next = {keys.keys()};
    int[] bits = {0};
    it.forEachReducedRow(
        input,
        (address, step, count) -> {
          bits[0] = Keys.write(type, address, step, next[0], count, false);
          next[0] += count * Long.BYTES;
        });
    int chosen = choice.of(keys, bits[0]);
    StridedCopy.copy(type, address(it, input, chosen), 0, it.outputType(0), at[0], 0, 1);
    if (it.outputs() > 1) {
      HostBytes.putLong(at[1], chosen);
    }
  }

  /** Returns the address of the element at a position among those that are reduced to one. */
  static long address(ReductionIterator it, long input, int position) {
    if (it.reducedRank() == 1) {
      return input + position * it.reducedStrideBytes(0);
    }
    long[] found = {input};
    long[] left = {position};
    it.forEachReducedRow(
        input,
        (address, step, count) -> {
          if (left[0] >= 0 && left[0] < count) {
            found[0] = address + left[0] * step;
          }
          left[0] -= count;
        });
    return found[0];
  }
}
