package jackfield.opgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.input.DuplicateOperator;
import jackfield.opgen.input.FaultyInput;
import jackfield.opgen.input.FaultySchema;
import jackfield.opgen.input.FormMismatch;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.MissingField;
import jackfield.opgen.input.Place;
import jackfield.opgen.input.UnknownField;
import jackfield.opgen.input.UnreadableYaml;
import jackfield.opgen.input.UnsupportedType;
import jackfield.opgen.operator.OperatorGenerator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultyInputTest {
  private static final String NEG =
      """
      - schema: neg(Tensor self) -> Tensor
        says: Changes the sign of self.
      """;

  private static <E extends FaultyInput> E refusal(Class<E> type, String yaml) {
    return catchThrowableOfType(
        type, () -> new OperatorCatalog(List.of(OperatorFamily.read("signs", yaml, "aten"))));
  }

  private static void assertAt(FaultyInput error, int line) {
    assertThat(error.place()).isEqualTo(new Place("signs.yaml", line));
    assertThat(error).hasMessageStartingWith("signs.yaml:" + line + ": ");
  }

  @Test
  void anUnknownFieldIsNamedBesideTheKnownOnes() {
    UnknownField error = refusal(UnknownField.class, NEG + "  sayz: Changes the sign.\n");
    assertAt(error, 3);
    assertThat(error.field()).isEqualTo("sayz");
    assertThat(error.known()).contains("says", "schema", "in_place");
  }

  @Test
  void aSchemaThatCannotBeReadIsShownWithACaret() {
    FaultySchema error =
        refusal(FaultySchema.class, NEG + "- schema: abs(Tensor self -> Tensor\n  says: Any.\n");
    assertAt(error, 3);
    assertThat(error.getMessage().lines())
        .containsSequence("  aten::abs(Tensor self -> Tensor", "  " + " ".repeat(22) + "^^");
  }

  @Test
  void anOperatorThatIsDeclaredTwiceIsRefusedWithBothPlaces() {
    DuplicateOperator error = refusal(DuplicateOperator.class, NEG + "\n" + NEG);
    assertAt(error, 4);
    assertThat(error.name()).isEqualTo("aten::neg");
    assertThat(error.first()).isEqualTo(new Place("signs.yaml", 1));
  }

  @Test
  void operatorsThatWouldShareAClassAreRefused() {
    DuplicateOperator error =
        refusal(
            DuplicateOperator.class,
            """
            - {schema: add.out(Tensor a) -> Tensor, says: Any.}
            - {schema: add.Out(Tensor a) -> Tensor, says: Any.}
            """);
    assertAt(error, 2);
    assertThat(error.name()).isEqualTo("class AddOut");
  }

  @Test
  void anEntryNeedsASentence() {
    MissingField error = refusal(MissingField.class, "- schema: neg(Tensor self) -> Tensor\n");
    assertAt(error, 1);
    assertThat(error.field()).isEqualTo("says");
  }

  @Test
  void aPlanIsForKernelsOfWholeTensors() {
    InvalidField error =
        refusal(
            InvalidField.class,
            NEG + "  structured: elementwise\n  rule: SignRules.neg\n  plan: LinePlan\n");
    assertAt(error, 5);
    assertThat(error.field()).isEqualTo("plan");
  }

  @Test
  void aBodyGetsArgumentsThatExist() {
    InvalidField error =
        refusal(
            InvalidField.class,
            NEG + "  structured: elementwise\n  rule: SignRules.neg\n  body: [alpha]\n");
    assertAt(error, 5);
    assertThat(error).hasMessageContaining("self");
  }

  @Test
  void anInPlaceFormHasTheArgumentsOfTheFunctionalOne() {
    FormMismatch error =
        refusal(FormMismatch.class, NEG + "  in_place: neg_(Tensor(a!) other) -> Tensor(a!)\n");
    assertAt(error, 3);
    assertThat(error.field()).isEqualTo("in_place");
    assertThat(error).hasMessageContaining("expected the argument Tensor self");
  }

  @Test
  void anInPlaceFormIsNamedWithAnUnderscoreAndReturnsWhatItWrites() {
    assertThat(
            refusal(FormMismatch.class, NEG + "  in_place: neg(Tensor(a!) self) -> Tensor(a!)\n"))
        .hasMessageContaining("expected the name neg_");
    assertThat(refusal(FormMismatch.class, NEG + "  in_place: neg_(Tensor(a!) self) -> Tensor\n"))
        .hasMessageContaining("expected what is written to be returned");
    assertThat(refusal(FormMismatch.class, NEG + "  in_place: neg_(Tensor self) -> Tensor\n"))
        .hasMessageContaining("expected the first argument to be written");
  }

  @Test
  void anOutFormHasAnOutArgumentForEachResult() {
    FormMismatch error =
        refusal(FormMismatch.class, NEG + "  out: neg.out(Tensor self) -> Tensor\n");
    assertAt(error, 3);
    assertThat(error).hasMessageContaining("as many as results: 1");
  }

  @Test
  void aRuleMakesNoSenseWithoutAStructure() {
    InvalidField error = refusal(InvalidField.class, NEG + "  rule: SignRules.neg\n");
    assertAt(error, 3);
    assertThat(error.field()).isEqualTo("rule");
  }

  @Test
  void aStructuredOperatorNeedsARule() {
    MissingField error = refusal(MissingField.class, NEG + "  structured: elementwise\n");
    assertThat(error.field()).isEqualTo("rule");
  }

  @Test
  void aWordThatIsNoChoiceIsRefusedWithTheChoices() {
    InvalidField error = refusal(InvalidField.class, NEG + "  structured: pointwise\n");
    assertAt(error, 3);
    assertThat(error.expected()).isEqualTo("elementwise, reduction, tensors");
  }

  @Test
  void aKernelIsAMethodOfAClass() {
    InvalidField error =
        refusal(InvalidField.class, NEG + "  composite: implicit\n  kernel: negate\n");
    assertAt(error, 4);
    assertThat(error.expected()).startsWith("Class.method");
  }

  @Test
  void whatIsCalledForEachElementHasArgumentsOfTheOperator() {
    InvalidField error = refusal(InvalidField.class, NEG + "  each: neg(other)\n");
    assertAt(error, 3);
    assertThat(error.expected()).endsWith("self");
    assertThat(refusal(InvalidField.class, NEG + "  each: neg\n").found()).isEqualTo("neg");
  }

  @Test
  void kernelsStandAtKeysThatExist() {
    InvalidField error = refusal(InvalidField.class, NEG + "  kernels: {TPU: SignKernels.neg}\n");
    assertAt(error, 3);
    assertThat(error.found()).contains("TPU");
  }

  @Test
  void aTypeWithoutJavaIsRefusedWhenItIsWritten() {
    OperatorFamily family =
        OperatorFamily.read(
            "signs", "- {schema: 'sync(Stream stream) -> ()', says: Waits.}\n", "aten");
    UnsupportedType error =
        catchThrowableOfType(
            UnsupportedType.class,
            () -> OperatorGenerator.sources(new OperatorCatalog(List.of(family))));
    assertAt(error, 1);
    assertThat(error.type()).isEqualTo("Stream");
  }

  @Test
  void whatIsNoYamlIsRefusedWithItsLine() {
    assertAt(refusal(UnreadableYaml.class, NEG + "  tags: [view\n"), 4);
  }

  @Test
  void aFieldThatStandsTwiceIsRefused() {
    assertAt(refusal(UnreadableYaml.class, NEG + "  says: Again.\n"), 3);
  }

  @Test
  void aFileIsAListOfEntries() {
    assertAt(refusal(UnreadableYaml.class, "neg: Changes the sign.\n"), 1);
  }
}
