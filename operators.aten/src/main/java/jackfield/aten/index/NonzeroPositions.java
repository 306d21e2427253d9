package jackfield.aten.index;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.kernel.SliceIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Finds the positions of elements that are not zero, in row-major order. */
public final class NonzeroPositions {
  private NonzeroPositions() {}

  /** Returns the number of elements that are not zero. */
  public static long count(Tensor tensor) {
    long[] count = {0};
    forEach(tensor, position -> count[0]++);
    return count[0];
  }

  /**
   * Writes the positions, or the first of them if there are not enough rows.
   *
   * @param positions int64 of sizes {@code [count, rank]}, in any layout
   */
  public static void write(Tensor tensor, Tensor positions) {
    long[] sizes = tensor.sizes();
    long rowStep = positions.stride(0) * Long.BYTES;
    long step = positions.stride(1) * Long.BYTES;
    long[] at = {positions.address()};
    long[] left = {positions.size(0)};
    forEach(
        tensor,
        position -> {
          if (left[0]-- <= 0) {
            return;
          }
          long rest = position;
          for (int dim = sizes.length - 1; dim >= 0; dim--) {
            Elements.putLong(DType.INT64, at[0] + dim * step, rest % sizes[dim]);
            rest /= sizes[dim];
          }
          at[0] += rowStep;
        });
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

  @FunctionalInterface
  private interface Visitor {
    void visit(long position);
  }

  private static void forEach(Tensor tensor, Visitor visitor) {
    if (tensor.elementCount() == 0) {
      return;
    }
    DType type = tensor.dtype();
    SliceIterator lines = SliceIterator.lines(Math.max(tensor.rank() - 1, 0), tensor);
    long[] position = {0};
    lines.forEach(at -> {
      for (long i = 0; i < lines.length(0); i++) {
        if (Elements.booleanAt(type, at[0] + i * lines.stepBytes(0))) {
          visitor.visit(position[0]);
        }
        position[0]++;
      }
    });
  }
}
