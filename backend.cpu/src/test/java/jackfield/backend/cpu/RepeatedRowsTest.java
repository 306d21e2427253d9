package jackfield.backend.cpu;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class RepeatedRowsTest {
  private static final long SEED = Long.getLong("repeated.seed", 1);
  // Rows of one element, of odd lengths, around the longest of a block, and longer.
  private static final int[] WIDTHS = {1, 2, 7, 64, 341, 511, 512, 513};
  private static final int[] HEIGHTS = {3, 4, 5, 33, 300};

  private static final LargeTwins TWINS = new LargeTwins(SEED);

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "INT64", "INT8", "BOOL", "FLOAT16"})
  void aRowIsRepeatedForEachRowOfAMatrix(DType type) {
    for (int i = 0; i < WIDTHS.length; i++) {
      int wide = WIDTHS[i];
      int high = HEIGHTS[(i + type.ordinal()) % HEIGHTS.length]; // another for each type
      String what = "%s, %d by %d, seed %d".formatted(type, high, wide, SEED);
      Tensor matrix = TWINS.dense(type, high, wide);
      Tensor row = TWINS.dense(type, wide);
      Tensor condition = TWINS.dense(DType.BOOL, wide);
      TWINS.agree(what, aten -> aten.mul(matrix, row));
      TWINS.agree(what, aten -> aten.mul(row, matrix));
      TWINS.agree(what, aten -> aten.eq(matrix, row));
      TWINS.agree(what, aten -> aten.mul_(aten.clone(matrix), row));
      TWINS.agree(what, aten -> aten.where(condition, matrix, row));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void threadsShareALargeMatrix(DType type) {
    Tensor matrix = TWINS.dense(type, 3001, 65);
    Tensor row = TWINS.dense(type, 65);
    TWINS.agree("%s, seed %d".formatted(type, SEED), aten -> aten.sub(matrix, row));
  }
}
