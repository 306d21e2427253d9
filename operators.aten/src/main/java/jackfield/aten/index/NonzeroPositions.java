package jackfield.aten.index;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.kernel.SliceIterator;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Finds the positions of elements that are not zero, in row-major order. */
public final class NonzeroPositions {
  private NonzeroPositions() {}

  /** Returns the number of elements that are not zero. */
  public static long count(Tensor tensor) {
    if (tensor.elementCount() == 0) {
      return 0;
    }
    NonzeroLine line = NonzeroLine.of(tensor);
    long[] count = {0};
    lines(tensor).forEach(at -> line.find(at[0], (start, places, found) -> count[0] += found));
    return count[0];
  }

  /**
   * Writes the positions, or the first of them if there are not enough rows.
   *
   * @param positions int64 of sizes {@code [count, rank]}, in any layout
   */
  public static void write(Tensor tensor, Tensor positions) {
    if (tensor.elementCount() == 0) {
      return;
    }
    NonzeroLine line = NonzeroLine.of(tensor);
    long[] place = new long[tensor.rank()]; // of the line
    long[] next = {0};
    lines(tensor)
        .forEach(at -> {
          line.find(
              at[0],
              (start, places, found) -> {
                int count = (int) Math.min(found, positions.size(0) - next[0]);
                for (int dim = 0; dim < place.length; dim++) {
                  boolean isLast = dim == place.length - 1;
                  put(
                      positions,
                      next[0],
                      dim,
                      isLast ? start : place[dim],
                      isLast ? places : null,
                      count);
                }
                next[0] += count;
              });
          advance(place, tensor);
        });
  }

  private static SliceIterator lines(Tensor tensor) {
    return SliceIterator.lines(Math.max(tensor.rank() - 1, 0), tensor);
  }

  /** Writes the indexes in one dimension; each is that of {@code start}, plus its place if any. */
  private static void put(
      Tensor positions, long row, int dim, long start, int[] places, int count) {
    long step = positions.stride(0) * Long.BYTES;
    long first = positions.address() + row * step + dim * positions.stride(1) * Long.BYTES;
    for (int i = 0; i < count; i++) {
      HostBytes.putLong(first + i * step, places == null ? start : start + places[i]);
    }
  }

  /** Moves to the next line in row-major order. */
  private static void advance(long[] place, Tensor tensor) {
    for (int dim = place.length - 2; dim >= 0; dim--) {
      if (++place[dim] < tensor.size(dim)) {
        return;
      }
      place[dim] = 0;
    }
  }

  /** Writes the positions of input 0 into output 0, whose columns are in order in memory. */
  public static void write(OutputPlan plan) {
    Tensor self = plan.input(0);
    long[] sizes = {count(self), self.rank()};
    write(self, plan.create(0, sizes, new long[] {1, sizes[0]}));
  }

  static Tensor of(Tensor mask, Outputs outputs) {
    long[] sizes = {count(mask), mask.rank()};
    Tensor positions = outputs.allocate(mask.storage().domain(), DType.INT64, sizes, null);
    write(mask, positions);
    return positions;
  }
}
