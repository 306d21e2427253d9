package jackfield.conformance.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GradientCheckTest {
  private static final String TWO = "{'dtype': 'float64', 'shape': [2], 'data': [%s, %s]}";
  private static final String FIRST =
      "'wrt': ['/0'], 'out': [0], 'grad_out': [%s], 'grads': [%s]"
          .formatted(TWO.formatted(1.0, 1.0), TWO.formatted(2.0, 2.0));

  private final PreparedAutograd autograd = new PreparedAutograd();

  private TestOperators twice() {
    return new TestOperators(autograd)
        .define(
            "aten::twice(Tensor self) -> Tensor",
            arguments -> {
              double[] values = HostData.doubles((Tensor) arguments.get(0));
              return HostData.tensor(new double[] {2 * values[0], 2 * values[1]}, 2);
            });
  }

  private static String vector(String gradient, String more) {
    return "{'op': 'aten::twice', 'args': [%s], 'out': [%s], 'exact': true, 'grad': {%s}%s}"
        .formatted(TWO.formatted(1.0, 3.0), TWO.formatted(2.0, 6.0), gradient, more);
  }

  private static Tensor two(double first, double second) {
    return HostData.tensor(new double[] {first, second}, 2);
  }

  @Test
  void theRightGradientPasses() {
    List<Tensor> leaves = new ArrayList<>();
    autograd.answer(inputs -> {
      leaves.addAll(inputs);
      return List.of(two(2, 2));
    });
    assertThat(twice().verdict(vector(FIRST, ""))).isInstanceOf(Verdict.Passed.class);
    assertThat(leaves).singleElement().matches(Tensor::requiresGrad);
  }

  @Test
  void aWrongGradientFails() {
    autograd.answer(two(2, 2.1));
    assertThat(twice().difference(vector(FIRST, ""))).isEqualTo("gradient 0 element [1]");
  }

  @Test
  void anUndefinedGradientFailsWhereOneIsExpected() {
    autograd.answer((Tensor) null);
    assertThat(twice().difference(vector(FIRST, ""))).isEqualTo("gradient 0 tensor");
  }

  @Test
  void aGradientFailsWhereNoneIsExpected() {
    String undefined = FIRST.replaceAll("'grads': .*", "'grads': [null]");
    autograd.answer(two(0, 0));
    assertThat(twice().difference(vector(undefined, ""))).isEqualTo("gradient 0 tensor");
  }

  @Test
  void secondDerivativesAreForTheInputsAndTheIncomingGradients() {
    String second =
        ", 'grad2': {'of': [0], 'weights': [%s], 'grads': [null, %s]}"
            .formatted(TWO.formatted(1.0, 1.0), TWO.formatted(2.0, 2.0));
    autograd.answer(two(2, 2)).answer(null, two(2, 2));
    assertThat(twice().verdict(vector(FIRST, second))).isInstanceOf(Verdict.Passed.class);
    autograd.answer(two(2, 2)).answer(null, two(2, 3));
    assertThat(twice().difference(vector(FIRST, second)))
        .isEqualTo("second derivative 1 element [1]");
  }

  @Test
  void whatIsNotDifferentiableMustBeRefused() {
    String refused = "'error': {'type': 'RuntimeError', 'kind': 'not_differentiable'}";
    autograd.answer(_ -> {
      throw new AutogradMisuse(AutogradMisuse.Kind.NOT_DIFFERENTIABLE, "no formula");
    });
    assertThat(twice().verdict(vector(refused, ""))).isInstanceOf(Verdict.Passed.class);
    autograd.answer(two(0, 0));
    assertThat(twice().difference(vector(refused, ""))).isEqualTo("gradient");
  }

  @Test
  void withoutAutogradOnlyAWrongResultIsTold() {
    TestOperators wrong =
        new TestOperators().define("aten::twice(Tensor self) -> Tensor", _ -> two(0, 0));
    assertThat(wrong.difference(vector(FIRST, ""))).startsWith("output 0");
    TestOperators right =
        new TestOperators().define("aten::twice(Tensor self) -> Tensor", _ -> two(2, 6));
    assertThat(right.verdict(vector(FIRST, ""))).isInstanceOf(Verdict.Skipped.class);
  }
}
