package jackfield.backend.cpu.reference.random;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.NativeDropout;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RandomKernelsTest {
  private static final long SEED = 20260101;

  private final Aten aten = Plugged.aten();

  private static Generator seeded() {
    return new Generator(Device.CPU, SEED);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void uniformNumbersStayInTheirRange(DType type) {
    Tensor x = aten.uniform_(HostData.empty(type, 10_000), 0, 1, seeded());
    assertThat(Arrays.stream(elements(x))).allMatch(value -> value >= 0 && value < 1);
    assertThat(mean(x)).isCloseTo(0.5, Offset.offset(0.02));
  }

  @Test
  void uniformNumbersFillTheRangeThatIsAsked() {
    Tensor x = aten.uniform_(HostData.empty(DType.FLOAT64, 10_000), -3, 5, seeded());
    assertThat(mean(x)).isCloseTo(1, Offset.offset(0.1));
    assertThat(Arrays.stream(elements(x)).min().orElseThrow()).isBetween(-3.0, -2.9);
    assertThat(Arrays.stream(elements(x)).max().orElseThrow()).isBetween(4.9, 5.0);
  }

  @Test
  void normalNumbersHaveTheirMeanAndDeviation() {
    Tensor x = aten.normal_(HostData.empty(DType.FLOAT32, 100, 100), 2, 3, seeded());
    double mean = mean(x);
    double variance =
        Arrays.stream(elements(x)).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    assertThat(mean).isCloseTo(2, Offset.offset(0.1));
    assertThat(Math.sqrt(variance)).isCloseTo(3, Offset.offset(0.1));
  }

  @Test
  void aSeedGivesTheSameNumbers() {
    Tensor first = aten.normal_(HostData.empty(DType.FLOAT64, 5), 0, 1, seeded());
    Tensor second = aten.normal_(HostData.empty(DType.FLOAT64, 5), 0, 1, seeded());
    assertThat(elements(first)).containsExactly(elements(second));
  }

  @Test
  void dropoutKeepsTheShareThatIsAskedAndScalesIt() {
    Tensor ones = aten.fill_(HostData.empty(DType.FLOAT32, 100, 100), Scalar.of(1));
    NativeDropout.Result kept = aten.nativeDropout(ones, 0.25, true);

    assertThat(mean(kept.second())).isCloseTo(0.75, Offset.offset(0.03));
    assertThat(kept.second().dtype()).isEqualTo(DType.BOOL);
    double[] mask = elements(kept.second());
    float scale = (float) (1 / 0.75);
    assertThat(elements(kept.first()))
        .containsExactly(Arrays.stream(mask).map(each -> each * scale).toArray());
  }

  @Test
  void dropoutOutsideOfTrainingChangesNothing() {
    Tensor x = Plugged.vector(DType.INT64, 3, -1);
    NativeDropout.Result kept = aten.nativeDropout(x, 0.5, false);
    assertThat(elements(kept.first())).containsExactly(3, -1);
    assertThat(elements(kept.second())).containsExactly(1, 1);
    assertThatThrownBy(() -> aten.nativeDropout(x, 0.5, true)).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void dropoutOfEverythingLeavesZeros() {
    NativeDropout.Result none = aten.nativeDropout(Plugged.vector(3, -1), 1, null);
    assertThat(Arrays.stream(elements(none.first()))).allMatch(value -> value == 0);
    assertThat(elements(none.second())).containsExactly(0, 0);
    assertThatThrownBy(() -> aten.nativeDropout(Plugged.vector(3, -1), 1.5, true))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void callsWithoutAGeneratorDiffer() {
    Tensor first = aten.uniform_(HostData.empty(DType.FLOAT64, 5));
    Tensor second = aten.uniform_(HostData.empty(DType.FLOAT64, 5));
    assertThat(elements(first)).isNotEqualTo(elements(second));
  }

  @Test
  void integersAreRefused() {
    Tensor x = HostData.empty(DType.INT64, sizes(3));
    assertThatThrownBy(() -> aten.uniform_(x)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.normal_(x)).isInstanceOf(TypeMismatch.class);
  }

  private static double mean(Tensor x) {
    return Arrays.stream(elements(x)).average().orElseThrow();
  }
}
