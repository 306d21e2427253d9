package jackfield.opgen.gradient;

import static jackfield.opgen.gradient.SampleFormulas.family;
import static jackfield.opgen.gradient.SampleFormulas.formula;
import static jackfield.opgen.gradient.SampleFormulas.problem;
import static jackfield.opgen.gradient.SampleFormulas.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.Place;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Java that formulas become, and the values that they save. */
@Tag("slow")
final class FormulaTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grad * other * 2 | mulScalarOperator().call(mulTensorOperator().call(grad, other), Scalar.of(2))",
        "mul(grad, 0.5) | mulScalarOperator().call(grad, Scalar.of(0.5))",
        "3 * grad | mulScalarOperator().call(grad, Scalar.of(3))",
        "grad.mul(other) | mulTensorOperator().call(grad, other)",
        "mul.Tensor(grad, self) | mulTensorOperator().call(grad, self)",
        "scaled_tanh(grad, 1) | scaledTanhOperator().call(grad, Scalar.ONE)",
        "scaled_tanh(grad) | scaledTanhOperator().call(grad, Scalar.ONE)",
        "part(grad, -(2 + 1) * 4) | partOperator().call(grad, (-(2 + 1) * 4))",
        "unpart(grad, other.sizes, [0, 1]) |"
            + " parts.unpart(grad, otherSizes, new long[] {0, 1})",
        "rounded(grad, \"trunc\", !true, other.numel(), 1e-6) |"
            + " parts.rounded(grad, \"trunc\", !true, otherNumel, 1.0E-6)",
        "part(grad, other.size(1)) | partOperator().call(grad, otherSize1)",
        "part(grad, other.size(-1)) | partOperator().call(grad, otherSizeLast1)",
        "part(grad, grad.size(0)) | partOperator().call(grad, TensorLists.size(grad, 0))",
        "grad * 2.5e3 | mulScalarOperator().call(grad, Scalar.of(2500.0))",
      })
  void formulasBecomeJava(String text, String java) {
    assertThat(formula(text)).isEqualTo(java.strip());
  }

  @Test
  void aFormulaSavesWhatItNamesAndNoMore() {
    assertThat(family(resource("derivatives.yaml")).derivatives())
        .extracting(
            Derivative::operatorName,
            derivative -> derivative.saved().stream().map(SavedValue::source).toList())
        .contains(
            tuple("mul.Tensor", List.of("other", "self")),
            tuple("scaled_tanh", List.of("result", "scale")),
            tuple("part", List.of("self.sizes()", "dim")),
            tuple("clone", List.of()));
  }

  @Test
  void aSizeIsSavedInsteadOfItsTensor() {
    String yaml = "- operator: part\n  self: unpart(grad, self.sizes, [self.size(dim), dim])\n";
    assertThat(family(yaml).derivatives().getFirst().saved())
        .extracting(SavedValue::variable, SavedValue::source)
        .containsExactly(
            tuple("selfSizes", "self.sizes()"),
            tuple("selfSizeDim", "TensorLists.size(self, dim)"),
            tuple("dim", "dim"));
  }

  @Test
  void theTypeOfAnInputIsThatOfItsEdge() {
    assertThat(formula("typed(self.dtype, grad)"))
        .isEqualTo("Slopes.typed(TensorLists.dtype(node, 0), grad)");
    assertThat(formula("typed(other.dtype, grad)")).isEqualTo("Slopes.typed(otherDtype, grad)");
  }

  @Test
  void gradientsOfResultsAreCountedFromZero() {
    assertThat(formula("grads[0] * other"))
        .isEqualTo("mulTensorOperator().call(incoming[0], other)");
    assertThat(problem("grads[1]")).isEqualTo("has an index; those of gradients are [grads[0]]");
    assertThat(problem("other[0]")).contains("[grads[0]]");
  }

  @Test
  void valuesAreSavedAlwaysIfTheEntrySaysSo() {
    String yaml = "- operator: mul.Tensor\n  self: grad * other\n  other: grad * self\n";
    assertThat(saved(yaml)).contains("next[0] == null ? SavedTensor.NONE");
    assertThat(saved(yaml + "  saves: always\n"))
        .isEqualTo("Object[] saved = {SavedTensor.of(other), SavedTensor.of(self)};");
    InvalidField error =
        catchThrowableOfType(InvalidField.class, () -> family(yaml + "  saves: never\n"));
    assertThat(error.place()).isEqualTo(new Place("samples.yaml", 4));
    assertThat(error.expected()).isEqualTo("always");
  }

  private static String saved(String yaml) {
    Derivative derivative = family(yaml).derivatives().getFirst();
    return new SavedValuesWriter(derivative, derivative.entry().operator().main()).before();
  }
}
