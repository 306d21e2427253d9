package jackfield.aten.rule;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rule of searches in ordered rows.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SearchRules {
  private static final String OPERATOR = "searchsorted";

  private SearchRules() {}

  /**
   * Plans the places where elements could be inserted into ordered rows. The result has the sizes
   * of {@code self}.
   *
   * <p><em>Shapes</em>: {@code sortedSequence [n]} for every {@code self}, or one row for each row
   * of {@code self}.
   *
   * @param side "left" or "right", which must not contradict {@code right}; null for none
   * @param sorter int64, the order of the rows; null if they are in order
   */
  public static OutputPlan searchsorted(
      Tensor sortedSequence,
      Tensor self,
      boolean outInt32,
      boolean right,
      String side,
      Tensor sorter) {
    checkSide(right, side);
    checkSizes(sortedSequence, self);
    checkTypes(sortedSequence, self);
    checkSorter(sortedSequence, sorter);
    long length = sortedSequence.size(sortedSequence.rank() - 1);
    if (outInt32 && length >= Integer.MAX_VALUE) {
      throw new InvalidArgument(
          OPERATOR, "out_int32", "is true, and the rows have %d elements".formatted(length));
    }
    return OutputPlan.of(
        OPERATOR,
        new Tensor[] {sortedSequence, self, sorter},
        new OutputSpec(outInt32 ? DType.INT32 : DType.INT64, self.sizes()));
  }

  private static void checkSide(boolean right, String side) {
    boolean isLeft = "left".equals(side);
    if (side != null && !isLeft && !"right".equals(side)) {
      throw new InvalidArgument(
          OPERATOR, "side", "is \"%s\", expected \"left\" or \"right\"".formatted(side));
    }
    if (right && isLeft) {
      throw new InvalidArgument(OPERATOR, "side", "is \"left\" while right is true");
    }
  }

  private static void checkSizes(Tensor rows, Tensor self) {
    if (rows.rank() == 0) {
      throw new ShapeMismatch(OPERATOR, "expected ordered rows, found a number", rows.sizes());
    }
    if (rows.rank() == 1) {
      return;
    }
    boolean fits =
        rows.rank() == self.rank()
            && Arrays.equals(
                Arrays.copyOf(rows.sizes(), rows.rank() - 1),
                Arrays.copyOf(self.sizes(), rows.rank() - 1));
    if (!fits) {
      throw new ShapeMismatch(
          OPERATOR, "expected one ordered row for each row of self", rows.sizes(), self.sizes());
    }
  }

  private static void checkTypes(Tensor rows, Tensor self) {
    DType type = TypePromotion.resultType(rows, self);
    if (type.isComplex() || type == DType.BOOL) {
      throw new TypeMismatch(OPERATOR, "expected real numbers, found " + type);
    }
  }

  private static void checkSorter(Tensor rows, Tensor sorter) {
    if (sorter == null) {
      return;
    }
    if (!Arrays.equals(rows.sizes(), sorter.sizes())) {
      throw new ShapeMismatch(
          OPERATOR, "the sorter does not have the sizes of the rows", sorter.sizes(), rows.sizes());
    }
    if (sorter.dtype() != DType.INT64) {
      throw new TypeMismatch(OPERATOR, "expected sorter to be int64, found " + sorter.dtype());
    }
  }
}
