package jackfield.backend.cpu.reduction;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each row must have the sum, bit for bit, that it has alone. */
class RowSumsTest {
  private static final long[] COLUMNS = {0, 1, 2, 7, 8, 15, 16, 17, 63, 64, 65, 300, 4096, 5000};
  private static final int MOST_ROWS = 5;

  private final Twins twins = new Twins();

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void pairsAreSummedAsSingleRows(DType type) {
    for (long columns : COLUMNS) {
      for (long rows = 2; rows <= MOST_ROWS; rows++) {
        Tensor self = twins.tensor(type, columns < 64, rows, columns + 3);
        Tensor dense = twins.twin.contiguous(twins.twin.mul(self, 1.1));
        check(dense);
        check(twins.fast.narrow(dense, 1, 2, columns));
      }
    }
  }

  private void check(Tensor self) {
    long[] dim = {1};
    Tensor sums = twins.fast.sum(self, dim);
    Tensor means = twins.fast.mean(self, dim);
    for (long row = 0; row < self.size(0); row++) {
      Tensor alone = twins.fast.narrow(self, 0, row, 1);
      String what = "row %d of %s".formatted(row, self);
      twins.expectEqual(what, twins.fast.narrow(sums, 0, row, 1), twins.fast.sum(alone, dim));
      twins.expectEqual(what, twins.fast.narrow(means, 0, row, 1), twins.fast.mean(alone, dim));
    }
  }
}
