package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class ElementsTest {
  private final Tensor block = HostData.empty(DType.COMPLEX128, 1);

  @ParameterizedTest
  @EnumSource(value = DType.class, names = "BOOL", mode = Mode.EXCLUDE)
  void smallIntegersSurviveEveryType(DType type) {
    for (long value = 0; value < 128; value++) {
      Elements.putLong(type, block.address(), value);
      assertThat(Elements.longAt(type, block.address())).isEqualTo(value);
      assertThat(Elements.doubleAt(type, block.address())).isEqualTo((double) value);
    }
  }

  @Test
  void integersAreCutToTheirWidth() {
    assertThat(stored(DType.UINT8, 257)).isEqualTo(1);
    assertThat(stored(DType.UINT8, -1)).isEqualTo(255);
    assertThat(stored(DType.INT8, 200)).isEqualTo(-56);
    assertThat(stored(DType.INT16, 40_000)).isEqualTo(-25_536);
    assertThat(stored(DType.BOOL, 7)).isEqualTo(1);
  }

  private long stored(DType type, long value) {
    Elements.putLong(type, block.address(), value);
    return Elements.longAt(type, block.address());
  }

  @Test
  void halvesRoundToTheNearestTiesToEven() {
    assertThat(rounded(DType.BFLOAT16, 1 + 1 / 256.0)).isEqualTo(1);
    assertThat(rounded(DType.BFLOAT16, 1 + 3 / 256.0)).isEqualTo(1 + 4 / 256.0);
    assertThat(rounded(DType.FLOAT16, 2049)).isEqualTo(2048);
    assertThat(rounded(DType.FLOAT16, 70_000)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void specialValuesSurviveEveryFloatingType(DType type) {
    assertThat(rounded(type, Double.NaN)).isNaN();
    assertThat(rounded(type, Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(rounded(type, -0.0)).isEqualTo(-0.0);
  }

  private double rounded(DType type, double value) {
    Elements.putDouble(type, block.address(), value);
    return Elements.doubleAt(type, block.address());
  }

  @Test
  void complexNumbersKeepBothPartsAndRealTypesTheFirst() {
    Elements.putScalar(DType.COMPLEX64, block.address(), Scalar.of(1.5, -2));
    assertThat(Elements.scalarAt(DType.COMPLEX64, block.address())).isEqualTo(Scalar.of(1.5, -2));
    Elements.putScalar(DType.FLOAT64, block.address(), Scalar.of(1.5, -2));
    assertThat(Elements.scalarAt(DType.FLOAT64, block.address())).isEqualTo(Scalar.of(1.5));
  }
}
