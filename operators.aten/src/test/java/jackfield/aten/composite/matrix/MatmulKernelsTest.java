package jackfield.aten.composite.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatmulKernelsTest {
  private final WithoutBackend platform = WithoutBackend.SHARED;
  private final Aten aten = platform.aten;

  @ParameterizedTest
  @CsvSource({
    "4, 4, ''",
    "3 4, 4, 3",
    "4, 4 5, 5",
    "3 4, 4 5, 3 5",
    "2 3 4, 4 5, 2 3 5",
    "2 3 4, 4, 2 3",
    "3 4, 2 4 5, 2 3 5",
    "4, 2 4 5, 2 5",
    "2 3 4, 2 4 5, 2 3 5",
    "2 1 3 4, 5 4 2, 2 5 3 2",
    "0 4, 4 3, 0 3",
    "2 3 0, 0 5, 2 3 5"
  })
  void leadingDimensionsStretchAndVectorsLeaveNone(String left, String right, String expected) {
    Tensor product = aten.matmul(floats(left), floats(right));

    assertThat(product.sizes()).containsExactly(sizes(expected));
    assertThat(product.isContiguous()).isTrue();
  }

  @Test
  void aProductWithAMatrixThatWantsAGradientHasTheSameShape() {
    Tensor weight = floats("3 4").requiresGradient();

    assertThat(aten.matmul(weight, floats("2 4 5")).sizes()).containsExactly(2, 3, 5);
  }

  @Test
  void innerSizesHaveToAgree() {
    assertThatThrownBy(() -> aten.matmul(floats("2 3 4"), floats("5")))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.matmul(floats("2 3 4"), floats("3 4 5")))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.matmul(floats("''"), floats("3")))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.mv(floats("2 3"), floats("2"))).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void typesHaveToAgree() {
    Tensor doubles = platform.of(DType.FLOAT64, 4);

    assertThatThrownBy(() -> aten.dot(floats("4"), doubles)).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void linearTakesAnyLeadingDimensions() {
    Tensor weight = floats("5 4");
    Tensor bias = floats("5");

    assertThat(aten.linear(floats("4"), weight, bias).sizes()).containsExactly(5);
    assertThat(aten.linear(floats("3 4"), weight, bias).sizes()).containsExactly(3, 5);
    assertThat(aten.linear(floats("2 3 4"), weight).sizes()).containsExactly(2, 3, 5);
  }

  private Tensor floats(String sizes) {
    return platform.floats(sizes(sizes));
  }

  private static long[] sizes(String text) {
    return Arrays.stream(text.replace("'", "").split(" "))
        .filter(word -> !word.isEmpty())
        .mapToLong(Long::parseLong)
        .toArray();
  }
}
