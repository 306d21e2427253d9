package jackfield.backend.cpu.line;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class RunningSumsTest {
  private final Twins twins = new Twins();

  /** One to seven lines: whole bundles of four and the lines that are left. */
  @ParameterizedTest
  @EnumSource(DType.class)
  void sumsAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = twins.tensor(type, true, twins.length(), 1 + twins.random.nextInt(7));
      long dim = twins.random.nextInt(2);
      twins.expectSame("cumsum", twins.fast.cumsum(self, dim), twins.twin.cumsum(self, dim));
      if (type.isFloating() || type.isComplex()) {
        Tensor one = twins.twin.clone(self);
        Tensor other = twins.twin.clone(self);
        twins.expectSame("cumsum_", twins.fast.cumsum_(one, dim), twins.twin.cumsum_(other, dim));
      }
    }
    Tensor number = twins.tensor(type, false);
    twins.expectSame("cumsum", twins.fast.cumsum(number, 0), twins.twin.cumsum(number, 0));
    Tensor empty = twins.tensor(type, false, 3, 0);
    twins.expectSame("cumsum", twins.fast.cumsum(empty, 1), twins.twin.cumsum(empty, 1));
  }

  /** Sums wrap around in 16 bits, and elements are converted before they are added. */
  @ParameterizedTest
  @EnumSource(names = {"BOOL", "UINT8", "INT8", "INT32", "INT64", "FLOAT32"})
  void sumsOfAnotherTypeAgreeWithTheirTwin(DType type) {
    for (DType wanted : new DType[] {DType.INT16, DType.FLOAT16, DType.FLOAT64, DType.COMPLEX64}) {
      for (int round = 0; round < 10; round++) {
        Tensor self = twins.tensor(type, false, 1 + twins.length(), 3);
        twins.expectSame(
            "cumsum in " + wanted,
            twins.fast.cumsum(self, 0, wanted),
            twins.twin.cumsum(self, 0, wanted));
      }
    }
  }
}
