package jackfield.backend.cpu.line;

import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class RunningProductsTest {
  private final Twins twins = new Twins();

  @ParameterizedTest
  @EnumSource(DType.class)
  void productsAgreeWithTheirTwin(DType type) {
    for (int round = 0; round < 40; round++) {
      Tensor self = twins.tensor(type, true, twins.length(), 1 + twins.random.nextInt(40));
      long dim = twins.random.nextInt(2);
      twins.expectSame("cumprod", twins.fast.cumprod(self, dim), twins.twin.cumprod(self, dim));
      if (type.isFloating() || type.isComplex()) {
        Tensor one = twins.twin.clone(self);
        Tensor other = twins.twin.clone(self);
        twins.expectSame(
            "cumprod_", twins.fast.cumprod_(one, dim), twins.twin.cumprod_(other, dim));
      }
    }
    Tensor number = twins.tensor(type, false);
    twins.expectSame("cumprod", twins.fast.cumprod(number, 0), twins.twin.cumprod(number, 0));
    Tensor empty = twins.tensor(type, false, 3, 0);
    twins.expectSame("cumprod", twins.fast.cumprod(empty, 1), twins.twin.cumprod(empty, 1));
  }

  /** Products wrap around in 16 bits, and elements are converted before they are multiplied. */
  @ParameterizedTest
  @EnumSource(names = {"BOOL", "UINT8", "INT8", "INT32", "INT64", "FLOAT32"})
  void productsOfAnotherTypeAgreeWithTheirTwin(DType type) {
    for (DType wanted : new DType[] {DType.INT16, DType.FLOAT16, DType.FLOAT64, DType.COMPLEX64}) {
      for (int round = 0; round < 10; round++) {
        Tensor self = twins.tensor(type, false, 1 + twins.length(), 3);
        twins.expectSame(
            "cumprod in " + wanted,
            twins.fast.cumprod(self, 0, wanted),
            twins.twin.cumprod(self, 0, wanted));
      }
    }
  }
}
