package jackfield.opgen.gradient;

import static jackfield.opgen.gradient.SampleFormulas.family;
import static jackfield.opgen.gradient.SampleFormulas.faulty;
import static jackfield.opgen.gradient.SampleFormulas.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.opgen.input.FaultyFormula;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.MissingField;
import jackfield.opgen.input.Place;
import jackfield.opgen.input.UnknownField;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Formulas and entries that are refused, each with its place and what there is to choose. */
@Tag("slow")
final class FaultyFormulaTest {
  @Test
  void sizesAndTruthValuesAreTyped() {
    assertThat(problem("part(grad, other.size(0.5))")).contains("else than a number");
    assertThat(problem("part(grad, other.size(self))")).contains("the size of a Tensor");
    assertThat(problem("rounded(grad, \"up\", !1, 1, 0.5)")).contains("negates a long");
  }

  @Test
  void anUnknownVariableIsRefusedBesideTheKnownOnes() {
    assertThat(problem("grad * mat2")).contains("mat2").contains("self, other, result");
  }

  @Test
  void anUnknownOperatorIsRefused() {
    assertThat(problem("multiply(grad, other)")).contains("multiply, which is no operator");
  }

  @Test
  void argumentsThatNoOverloadTakesAreRefusedBesideTheOverloads() {
    assertThat(problem("mul(grad)"))
        .contains("no overload takes (Tensor)")
        .contains("aten::mul.Scalar");
  }

  @Test
  void anAmbiguousCallIsRefused() {
    assertThat(problem("pair(grad, 1)")).contains("several overloads take (Tensor, long)");
  }

  @Test
  void aFormulaOfAnotherTypeIsRefused() {
    assertThat(problem("self.sizes")).isEqualTo("gives long[], expected Tensor as self is");
  }

  @Test
  void anUnknownPropertyIsRefused() {
    assertThat(problem("part(grad, self.size)")).contains("asks a Tensor for size");
  }

  @Test
  void aTextThatIsNoFormulaIsRefused() {
    assertThat(problem("grad * (other")).isEqualTo("expected ), found the end");
    assertThat(problem("grad ? other")).contains("?");
    assertThat(problem("grad other")).isEqualTo("expected the end, found other");
  }

  @Test
  void anOperatorThatDoesNotExistIsRefused() {
    assertThat(
            catchThrowableOfType(
                    InvalidField.class, () -> family("- operator: nothing\n  self: grad\n"))
                .found())
        .isEqualTo("nothing");
  }

  @Test
  void anOperatorComposedImplicitlyNeedsNoFormula() {
    assertThat(
            catchThrowableOfType(
                InvalidField.class, () -> family("- operator: twice\n  self: grad * 2\n")))
        .hasMessageContaining("differentiated by its parts");
  }

  @Test
  void anInputThatDoesNotExistIsRefused() {
    assertThat(
            catchThrowableOfType(
                    UnknownField.class, () -> family("- operator: mul.Tensor\n  mat2: grad\n"))
                .known())
        .contains("self", "other");
  }

  @Test
  void anOperatorWithoutFormulaMustSaySo() {
    assertThat(catchThrowableOfType(MissingField.class, () -> family("- operator: mul.Tensor\n")))
        .hasMessageContaining("differentiable: none");
  }

  @Test
  void anInPlaceFormNeedsTheGradientOfWhatItChanges() {
    assertThat(
            catchThrowableOfType(
                    MissingField.class, () -> family("- operator: mul.Tensor\n  other: grad\n"))
                .field())
        .isEqualTo("self");
  }

  @Test
  void aFormulaOfSeveralGradientsGivesOneForEachInput() {
    FaultyFormula error =
        catchThrowableOfType(
            FaultyFormula.class,
            () ->
                family(
                    "- operator: mul.Tensor\n  self, other: norm_backward(grad, self, self, wanted)\n"));
    assertThat(error.problem()).isEqualTo("gives NormBackward.Result, expected 2 gradients");
  }

  @Test
  void anInputHasOneFormula() {
    InvalidField error =
        catchThrowableOfType(
            InvalidField.class,
            () ->
                family("- operator: mul.Tensor\n  self: grad\n  self, other: unnorm(grad, [2])\n"));
    assertThat(error.place()).isEqualTo(new Place("samples.yaml", 3));
    assertThat(error.found()).isEqualTo("self");
  }

  @Test
  void aResultThatIsNotDifferentiableHasNoGradient() {
    String yaml = "- operator: loss\n  self: %s\n  target: none\n  differentiable: [output]\n";
    assertThat(faulty(yaml.formatted("grads[1]")).problem()).endsWith("are [grads[0]]");
    assertThat(family(yaml.formatted("grads[0]")).derivatives()).hasSize(1);
  }

  @Test
  void severalDifferentiableResultsHaveNoGradientOfThatName() {
    FaultyFormula error = faulty("- operator: loss\n  self: grad * 2\n  target: none\n");
    assertThat(error.problem())
        .isEqualTo(
            "names grad, and 2 results are differentiable; their gradients are"
                + " [grads[0], grads[1]]");
  }

  @Test
  void theGradientsOfAListAreAList() {
    assertThat(faulty("- operator: parts\n  self: grad\n").problem()).contains("are grads");
    assertThat(faulty("- operator: parts\n  self: grads[0]\n").problem()).contains("a list too");
  }
}
