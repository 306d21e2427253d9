package jackfield.backend.cpu.line;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Running logarithms of sums agree with those of the reference. */
@Tag("slow")
final class RunningLogarithmsTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, long dim) {
    double tolerance =
        switch (self.dtype()) {
          case FLOAT16 -> 1e-3;
          case BFLOAT16 -> 8e-3;
          case FLOAT64, COMPLEX128 -> 1e-12;
          default -> 1e-6;
        };
    twins.expectClose(
        "logcumsumexp of " + self,
        tolerance,
        twins.fast.logcumsumexp(self, dim),
        twins.twin.logcumsumexp(self, dim));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void logarithmsOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 80; round++) {
      boolean hasSpecial = round % 2 == 0;
      Tensor self = twins.tensor(type, hasSpecial, twins.length(), 1 + twins.random.nextInt(7));
      agree(self, twins.random.nextInt(2));
    }
    agree(twins.tensor(type, true), 0);
    agree(twins.tensor(type, true, 3, 0), 1);
    agree(twins.tensor(type, false, 20_001), 0);
  }

  /** The first sums of a block keep their digits beside much larger ones. */
  @Test
  void logarithmsOfFarNumbersAgree() {
    double infinity = Double.POSITIVE_INFINITY;
    agree(twins.numbers(DType.FLOAT64, -900, -899, -500, 0, 3, 900, 900, -900, 1e300, 7), 0);
    agree(twins.numbers(DType.FLOAT64, -1e308, 1e308, 1, -1e308), 0);
    agree(twins.numbers(DType.FLOAT64, -infinity, -infinity, 2, -infinity, 2), 0);
    agree(twins.numbers(DType.FLOAT64, -infinity, -infinity), 0);
    agree(twins.numbers(DType.FLOAT64, 1, infinity, 2, infinity, -infinity), 0);
    agree(twins.numbers(DType.FLOAT64, 1, Double.NaN, 2, infinity, -infinity), 0);
    double[] descending = new double[1500];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = 400 - i;
    }
    agree(twins.numbers(DType.FLOAT64, descending), 0);
    Tensor line = twins.numbers(DType.FLOAT64, descending);
    agree(twins.twin.flip(line, 0), 0);
  }
}
