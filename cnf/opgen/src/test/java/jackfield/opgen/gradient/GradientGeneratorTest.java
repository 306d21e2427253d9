package jackfield.opgen.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.opgen.Formatted;
import jackfield.opgen.Golden;
import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.input.FaultyFormula;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.MissingField;
import jackfield.opgen.input.Place;
import jackfield.opgen.input.UnknownField;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The inputs and the expected sources are in the folder {@code gradients}. */
@Tag("slow")
final class GradientGeneratorTest {
  private static final OperatorCatalog OPERATORS =
      new OperatorCatalog(
          List.of(OperatorFamily.read("samples", resource("operators.yaml"), "aten")));
  private static final List<FormulaFunction> FUNCTIONS =
      FormulaFunction.read("functions.yaml", resource("functions.yaml"));

  private static String resource(String file) {
    try (InputStream text = GradientGeneratorTest.class.getResourceAsStream("/gradients/" + file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  private static DerivativeFamily family(String yaml) {
    return DerivativeFamily.read("samples", yaml, OPERATORS, FUNCTIONS);
  }

  private static SortedMap<Path, String> sources() {
    return Formatted.of(
        GradientGenerator.sources(OPERATORS, List.of(family(resource("derivatives.yaml")))));
  }

  private static String formula(String text) {
    return family("- operator: mul.Tensor\n  self: " + text + "\n  other: grad\n")
        .derivatives()
        .getFirst()
        .formulas()
        .getFirst()
        .java();
  }

  private static String problem(String text) {
    FaultyFormula error = catchThrowableOfType(FaultyFormula.class, () -> formula(text));
    assertThat(error.place()).isEqualTo(new Place("samples.yaml", 2));
    assertThat(error.formula()).isEqualTo(text);
    return error.problem();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SamplesFormulas",
        "SamplesKernels",
        "SamplesTracking",
        "GeneratedFormulas",
        "GeneratedKernels"
      })
  void eachSourceIsWrittenAsExpected(String type) throws IOException {
    Path path = Path.of("jackfield", "feature", "autograd", "kernel", type + ".java");
    Golden.check("gradients", type, sources().get(path));
  }

  @Test
  void nothingElseIsWritten() {
    assertThat(sources()).hasSize(5);
  }

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
  void gradientsOfResultsAreCountedFromZero() {
    assertThat(formula("grads[0] * other"))
        .isEqualTo("mulTensorOperator().call(incoming[0], other)");
    assertThat(problem("grads[1]")).isEqualTo("has an index; those of gradients are [grads[0]]");
    assertThat(problem("other[0]")).contains("[grads[0]]");
  }

  private static FaultyFormula faulty(String yaml) {
    FaultyFormula error = catchThrowableOfType(FaultyFormula.class, () -> family(yaml));
    assertThat(error.place()).isEqualTo(new Place("samples.yaml", 2));
    return error;
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

  @Test
  void aFormulaMoreChangesTheSourcesOfItsOwnFileOnly() {
    DerivativeFamily family = family(resource("derivatives.yaml"));
    DerivativeFamily first = named("first", "- operator: clone\n  self: grad\n");
    DerivativeFamily more =
        named("first", "- operator: clone\n  self: grad\n- operator: part\n  self: grad\n");
    SortedMap<Path, String> before = GradientGenerator.sources(OPERATORS, List.of(first, family));
    SortedMap<Path, String> after = GradientGenerator.sources(OPERATORS, List.of(more, family));
    assertThat(before.keySet().stream().filter(path -> !before.get(path).equals(after.get(path))))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("FirstFormulas.java", "FirstKernels.java");
  }

  @Test
  void aFileMoreChangesNoSourceOfAnother() {
    DerivativeFamily family = family(resource("derivatives.yaml"));
    DerivativeFamily first = named("first", "- operator: clone\n  self: grad\n");
    SortedMap<Path, String> alone = sources();
    SortedMap<Path, String> both =
        Formatted.of(GradientGenerator.sources(OPERATORS, List.of(first, family)));
    assertThat(alone.keySet().stream().filter(path -> !alone.get(path).equals(both.get(path))))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("GeneratedFormulas.java", "GeneratedKernels.java");
  }

  @Test
  void aFileWithoutFormulasHasNoClassOfFormulas() {
    DerivativeFamily none = named("none", "- operator: equals\n  differentiable: none\n");
    assertThat(GradientGenerator.sources(OPERATORS, List.of(none)).keySet())
        .extracting(path -> path.getFileName().toString())
        .contains("NoneKernels.java")
        .doesNotContain("NoneFormulas.java");
  }

  private static DerivativeFamily named(String name, String yaml) {
    return DerivativeFamily.read(name, yaml, OPERATORS, FUNCTIONS);
  }
}
