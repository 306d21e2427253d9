package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.everySecond;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FillKernelsTest {
  private final Aten aten = Plugged.aten();

  @ParameterizedTest
  @EnumSource(DType.class)
  void everyTypeIsFilledAndEmptied(DType type) {
    Tensor x = vector(type, 0, 1, 0);
    assertThat(elements(aten.fill_(x, Scalar.of(1)))).containsExactly(1, 1, 1);
    assertThat(elements(aten.zero_(x))).containsExactly(0, 0, 0);
  }

  @Test
  void aDiagonalThatDoesNotFitIsRefusedBeforeAnythingIsWritten() {
    Tensor storage = vector(1, 2, 3, 4, 5);
    Tensor high = storage.alias(new long[] {5, 1}, new long[] {1, 5}, 0); // wraps beyond its end
    int version = storage.version();
    assertThatThrownBy(() -> aten.fillDiagonal_(high, 9, true)).isInstanceOf(ShapeMismatch.class);
    assertThat(elements(storage)).containsExactly(1, 2, 3, 4, 5);
    assertThat(storage.version()).isEqualTo(version);
  }

  @Test
  void fillingLeavesTheGapsAlone() {
    Tensor gaps = vector(1, 9, 1, 9, 1);
    aten.zero_(everySecond(gaps));
    assertThat(elements(gaps)).containsExactly(0, 9, 0, 9, 0);
    aten.fill_(everySecond(gaps), Scalar.of(2.5));
    assertThat(elements(gaps)).containsExactly(2.5, 9, 2.5, 9, 2.5);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "COMPLEX64", "COMPLEX128"})
  void everyRealTypeCounts(DType type) {
    Tensor out = HostData.empty(type, 0);
    aten.arangeOut(Scalar.of(1), Scalar.of(8), Scalar.of(3), out);
    assertThat(elements(out)).containsExactly(1, 4, 7);
  }

  @Test
  void countingGoesDownAndByFractions() {
    assertThat(elements(aten.arange(Scalar.of(3), Scalar.of(0), Scalar.of(-1))))
        .containsExactly(3, 2, 1);
    assertThat(elements(aten.arange(Scalar.of(0), Scalar.of(1), Scalar.of(0.25))))
        .containsExactly(0, 0.25, 0.5, 0.75);
  }

  @Test
  void longsKeepAllTheirBits() {
    long first = (1L << 53) + 1;
    Tensor counted = aten.arange(Scalar.of(first), Scalar.of(first + 2), Scalar.ONE);
    assertThat(HostData.longs(counted)).containsExactly(first, first + 1);
  }
}
