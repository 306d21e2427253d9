package jackfield.aten.composite.contraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

final class BilinearKernelsTest {
  private final WithoutBackend platform = WithoutBackend.SHARED;
  private final Aten aten = platform.aten;
  private final Tensor weight = platform.floats(5, 3, 4);

  @Test
  void everyRowOfTheInputsHasARowInTheResult() {
    assertThat(bilinear(floats(2, 3), floats(2, 4)).sizes()).containsExactly(2, 5);
    assertThat(bilinear(floats(6, 2, 3), floats(6, 2, 4)).sizes()).containsExactly(6, 2, 5);
    assertThat(bilinear(floats(3), floats(4)).sizes()).containsExactly(5);
    assertThat(bilinear(floats(0, 3), floats(0, 4)).sizes()).containsExactly(0, 5);
    Tensor bias = floats(5);
    assertThat(aten.bilinear(floats(2, 3), floats(2, 4), weight, bias).sizes())
        .containsExactly(2, 5);
  }

  @Test
  void rowsAndFeaturesHaveToAgree() {
    refuses(floats(2, 3), floats(4));
    refuses(floats(2, 3), floats(1, 4));
    refuses(floats(2, 4), floats(2, 4));
    refuses(floats(2, 3), floats(2, 3));
    refuses(floats(), floats());
    Tensor bias = floats(4);
    assertThatThrownBy(() -> aten.bilinear(floats(2, 3), floats(2, 4), weight, bias))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void allTensorsHaveOneType() {
    Tensor doubles = platform.of(DType.FLOAT64, 2, 4);
    assertThatThrownBy(() -> bilinear(floats(2, 3), doubles)).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void aProductOfThreeLosesTheDimensionsThatItSums() {
    assertThat(trilinear(2).sizes()).containsExactly(2, 5);
    assertThatThrownBy(() -> trilinear(4))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("unroll_dim"));
  }

  @Test
  void factorsWithOtherDimensionsAreRefused() {
    long[] none = {};
    assertThatThrownBy(
            () -> aten._trilinear(floats(2, 3), floats(2), floats(2, 3), none, none, none, none))
        .isInstanceOf(ShapeMismatch.class);
  }

  private Tensor trilinear(long unrolled) {
    return aten._trilinear(
        floats(2, 3),
        weight,
        floats(2, 4),
        new long[] {1, 3},
        new long[] {0},
        new long[] {1, 2},
        new long[] {2, 3},
        unrolled);
  }

  private void refuses(Tensor input1, Tensor input2) {
    assertThatThrownBy(() -> bilinear(input1, input2)).isInstanceOf(ShapeMismatch.class);
  }

  private Tensor bilinear(Tensor input1, Tensor input2) {
    return aten.bilinear(input1, input2, weight);
  }

  private Tensor floats(long... sizes) {
    return platform.floats(sizes);
  }
}
