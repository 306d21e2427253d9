package jackfield.backend.cpu;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class TransposedRowsTest {
  private static final long SEED = Long.getLong("transposed.seed", 1);
  // Around the sizes of a tile, 64 by 16, and of the smallest matrix for which tiles are used.
  private static final int[] SIZES = {7, 8, 9, 15, 16, 17, 63, 64, 65, 130};

  private static final LargeTwins TWINS = new LargeTwins(SEED);

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "INT32", "INT16", "BFLOAT16"})
  void tilesOfAnySizeAgreeWithTheReference(DType type) {
    for (int rows : SIZES) {
      for (int columns : SIZES) {
        String what = "%s, %d by %d, seed %d".formatted(type, rows, columns, SEED);
        Tensor transposed = TWINS.transposed(type, rows, columns);
        Tensor dense = TWINS.dense(type, rows, columns);
        Tensor row = TWINS.broadcast(type, rows, columns);
        TWINS.agree(what, aten -> aten.mul(transposed, dense));
        TWINS.agree(what, aten -> aten.mul(dense, transposed));
        TWINS.agree(what, aten -> aten.mul(transposed, row));
        TWINS.agree(what, aten -> aten.mulOut(dense, dense, aten.clone(transposed)));
        TWINS.agree(what, aten -> aten.mul_(aten.clone(dense), transposed));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void matricesOfABatchAndSelectionsAgreeWithTheReference(DType type) {
    for (int columns : SIZES) {
      String what = "%s, 3 by 64 by %d, seed %d".formatted(type, columns, SEED);
      Tensor transposed = TWINS.transposed(type, 3, 64, columns);
      Tensor dense = TWINS.dense(type, 3, 64, columns);
      TWINS.agree(what, aten -> aten.sub(dense, transposed));
      TWINS.agree(what, aten -> aten.where(aten.gt(dense, transposed), transposed, dense));
    }
  }
}
