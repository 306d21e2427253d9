package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SeparateUsesTest {
  private static final OperatorName SOLVE = new OperatorName("aten::linalg_solve_triangular", "");

  private static Case qr() {
    return new Case(
        new OperatorName("aten::linalg_qr", ""),
        List.of(new Memory(DType.FLOAT64, 4, List.of(2.0, 0.5, -0.25, 1.5), 0, false)),
        List.of(View.contiguous(0, List.of(2L, 2L))),
        List.of(new Ref(0), "reduced"));
  }

  @Test
  void gradientsOfSingleResultsAddUp() {
    assertThat(new Fixture().check(qr())).isEmpty();
    assertThat(with(value -> 2 * value).check(qr()).orElseThrow().kind())
        .as("a wrong gradient, but as wrong for one result")
        .isEqualTo("a wrong gradient");
  }

  @Test
  void aGradientThatIsWrongForOneResultIsFound() {
    Failure failure = with(value -> value + 1).check(qr()).orElseThrow();
    assertThat(failure.kind()).isEqualTo("a wrong gradient of one result");
    assertThat(failure.says()).startsWith("element 0 for input 0: all give ");
  }

  /** Returns a platform in which the solutions that the gradient of qr needs are changed. */
  private static Fixture with(DoubleUnaryOperator change) {
    return new Fixture()
        .with(
            SOLVE,
            right ->
                (operator, keys, stack) -> {
                  right.call(operator, keys, stack);
                  Tensor result = stack.tensor(stack.size() - 1);
                  HostData.forEachAddress(
                      result,
                      at ->
                          Elements.putDouble(
                              DType.FLOAT64,
                              at,
                              change.applyAsDouble(Elements.doubleAt(DType.FLOAT64, at))));
                });
  }
}
