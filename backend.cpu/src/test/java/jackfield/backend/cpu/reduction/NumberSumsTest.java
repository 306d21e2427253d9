package jackfield.backend.cpu.reduction;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums without NaN agree with those of the reference; the elements are multiples of 1/4. */
@Tag("slow")
final class NumberSumsTest {
  private final Twins twins = new Twins();

  private void agree(Tensor self, DType wanted, long... dims) {
    twins.expectSame(
        "nansum of " + self,
        twins.fast.nansum(self, dims, false, wanted),
        twins.twin.nansum(self, dims, false, wanted));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void sumsOfAnyLayoutAgree(DType type) {
    for (int round = 0; round < 60; round++) {
      boolean hasSpecial = round % 2 == 0;
      Tensor self = twins.tensor(type, hasSpecial, twins.length(), 1 + twins.random.nextInt(20));
      agree(self, null, twins.random.nextInt(2));
      agree(self, null, 0, 1);
      agree(self, DType.FLOAT64, twins.random.nextInt(2));
      agree(twins.tensor(type, hasSpecial, 5, 3, 7), null, 0, 2);
    }
    agree(twins.tensor(type, true), null, 0);
    agree(twins.tensor(type, true, 3, 0), null, 1);
    agree(twins.tensor(type, true, 3, 0), null, 0);
    agree(twins.tensor(type, false, 700, 8), null, 0);
  }

  /** A sum of infinities is NaN in its block of rows, and must stay. */
  @Test
  void infinitiesOfBothSignsGiveNan() {
    Tensor self = twins.tensor(DType.FLOAT32, false, 900, 8);
    Tensor ends = self.alias(new long[] {2, 8}, new long[] {self.stride(0), 1}, self.offset());
    var _ = twins.twin.copy_(ends, twins.twin.unsqueeze(infinities(), 1));
    agree(self, null, 0);
  }

  private Tensor infinities() {
    return twins.numbers(DType.FLOAT32, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
  }
}
