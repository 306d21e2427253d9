package jackfield.backend.cpu.reference;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** The strides of resized and new outputs of elementwise operators: those of libtorch 2.7.1. */
final class ResizedLayoutTest {
  private static final long[] ROW_MAJOR = {60, 20, 5, 1};
  private static final long[] PERMUTED = {1, 8, 2, 24};
  private static final long[] EXPANDED = {20, 0, 5, 1};
  private static final long[] SIZES = {2, 3, 4, 5};

  private final Aten aten = Plugged.aten();

  @Test
  void anglesOfComplexNumbersAreRowMajorFloats() {
    Tensor numbers = permuted(DType.COMPLEX64);
    assertThat(aten.angleOut(numbers, none(DType.FLOAT64)).strides()).containsExactly(ROW_MAJOR);
    assertThat(aten.angleOut(numbers, none(DType.COMPLEX128)).strides()).containsExactly(PERMUTED);
    Tensor floats = permuted(DType.FLOAT32);
    assertThat(aten.angleOut(floats, none(DType.FLOAT32)).strides()).containsExactly(PERMUTED);
  }

  @Test
  void sharesOfNormalNumbersAreRowMajorOnlyInAResizedOutput() {
    Tensor numbers = permuted(DType.FLOAT32);
    Tensor out = none(DType.FLOAT32);
    assertThat(aten.specialNdtrOut(numbers, out).strides()).containsExactly(ROW_MAJOR);
    assertThat(aten.specialNdtr(numbers).strides()).containsExactly(PERMUTED);
  }

  @Test
  void powersOfANumberAreRowMajor() {
    Tensor exponent = permuted(DType.FLOAT32);
    Tensor out = none(DType.FLOAT32);
    assertThat(aten.pow(Scalar.of(2), exponent).strides()).containsExactly(ROW_MAJOR);
    assertThat(aten.powOut(Scalar.of(2), exponent, out).strides()).containsExactly(ROW_MAJOR);
    Tensor given = permuted(DType.FLOAT32);
    assertThat(aten.powOut(Scalar.of(2), exponent, given).strides()).containsExactly(PERMUTED);
  }

  @Test
  void differencesHaveTheLayoutOfTheInput() {
    Tensor out = aten.diffOut(permuted(DType.FLOAT32), 1, -1, null, null, none(DType.FLOAT32));
    assertThat(out.strides()).containsExactly(PERMUTED);
  }

  @Test
  void aConvertedInputCountsWithTheLayoutOfItsCopy() {
    Tensor zeros = aten.zeros(new long[] {2, 1, 4, 5}, DType.INT64, null, null, null);
    Tensor first = zeros.alias(SIZES, EXPANDED, 0);
    Tensor second = permuted(DType.INT64);
    assertThat(aten.atan2(first, second).strides()).containsExactly(ROW_MAJOR);
    assertThat(aten.atan2Out(first, second, none(DType.FLOAT32)).strides())
        .containsExactly(ROW_MAJOR);
  }

  @Test
  void aRowMajorInputGivesDimensionsOfOneElementTheirUsualStrides() {
    long[] sizes = {2, 1, 4, 5};
    Tensor odd =
        aten.zeros(sizes, DType.FLOAT32, null, null, null)
            .alias(sizes, new long[] {20, 1, 5, 1}, 0);
    assertThat(aten.abs(odd).strides()).containsExactly(20, 20, 5, 1);
    assertThat(aten.add(odd, odd).strides()).containsExactly(20, 20, 5, 1);
    assertThat(aten.absOut(odd, none(DType.FLOAT32)).strides()).containsExactly(20, 20, 5, 1);
    assertThat(aten.add(odd, aten.to(odd, DType.INT64)).strides()).containsExactly(20, 20, 5, 1);
    assertThat(aten.add(odd, Scalar.ONE).strides()).containsExactly(20, 1, 5, 1);
    assertThat(aten.clone(odd).strides()).containsExactly(20, 1, 5, 1);
  }

  private static Tensor none(DType type) {
    return HostData.empty(type, 0);
  }

  private Tensor permuted(DType type) {
    Tensor ones = aten.ones(new long[] {5, 3, 4, 2}, type, null, null, null);
    return ones.alias(SIZES, PERMUTED, 0);
  }
}
