package jackfield.opgen.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.opgen.Formatted;
import jackfield.opgen.Golden;
import jackfield.opgen.catalog.OperatorEntry.Composite;
import jackfield.opgen.input.DuplicateOperator;
import jackfield.opgen.input.FaultyInput;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.MissingField;
import jackfield.opgen.input.Place;
import jackfield.opgen.operator.OperatorGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The operators are those of {@code golden/signs.yaml}; the expected sources are beside it. */
final class DerivedFormsTest {
  private static final String PLUS =
      """
      - schema: plus.Tensor(Tensor self, Tensor other) -> Tensor
        says: Adds other to self.
        structured: elementwise
      """;

  private static String golden(String file) {
    try (InputStream text = DerivedFormsTest.class.getResourceAsStream("/golden/" + file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  private static OperatorCatalog signs() {
    return new OperatorCatalog(List.of(OperatorFamily.read("signs", golden("signs.yaml"), "aten")));
  }

  private static OperatorEntry entry(String name) {
    return signs().entries().stream()
        .filter(entry -> entry.main().schema().name().toString().equals("aten::" + name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sign.out              | (Tensor self, *, Tensor(a!) out) -> Tensor(a!)
          signum                | (Tensor self) -> Tensor
          signum_               | (Tensor(a!) self) -> Tensor(a!)
          ratio.Scalar_mode     | (Tensor self, Scalar other, Scalar scale=1, *, str? rounding_mode) -> Tensor
          ratio_.Scalar_mode    | (Tensor(a!) self, Scalar other, Scalar scale=1, *, str? rounding_mode) -> Tensor(a!)
          ratio.Scalar_mode_out | (Tensor self, Scalar other, Scalar scale=1, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)
          above.Scalar          | (Tensor self, Scalar other) -> Tensor
          above.Scalar_out      | (Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
          below.Tensor_out      | (Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
          below.Scalar          | (Tensor self, Scalar other) -> Tensor
          below.Scalar_out      | (Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)
          """)
  void schemasAreDerived(String name, String schema) {
    assertThat(entry(name).main().text()).isEqualTo("aten::" + name + schema);
  }

  @Test
  void eachFormIsDerivedOnce() {
    assertThat(signs().forms()).hasSize(20);
    assertThat(signs().find("above_.Scalar")).isEmpty();
    assertThat(signs().find("signum.out")).isEmpty();
  }

  @Test
  void autogradLooksIntoAFormUnlessItCopiesItsResult() {
    assertThat(kind("ratio.Scalar_mode")).isEqualTo(Composite.Kind.IMPLICIT);
    assertThat(kind("above.Scalar_out")).isEqualTo(Composite.Kind.IMPLICIT);
    assertThat(kind("ratio.Scalar_mode_out")).isEqualTo(Composite.Kind.EXPLICIT);
    assertThat(kind("sign.out")).isEqualTo(Composite.Kind.EXPLICIT);
  }

  private static Composite.Kind kind(String name) {
    return entry(name).composite().orElseThrow().kind();
  }

  @Test
  void sentencesSpeakOfANumber() {
    assertThat(entry("above.Scalar").says())
        .isEqualTo("Tells where self is greater than a number.");
    assertThat(entry("ratio_.Scalar_mode").says())
        .isEqualTo("Divides self by a number. Writes the result to self.");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"SignStructure", "AboveStructure", "PartsStructure", "SignsDefinitions"})
  void eachKindOfSourceIsWrittenAsExpected(String type) throws IOException {
    String source =
        Formatted.of(OperatorGenerator.sources(signs())).entrySet().stream()
            .filter(each -> each.getKey().endsWith(type + ".java"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow();
    Golden.check("golden", type, source);
  }

  // ---- errors

  private static <E extends FaultyInput> E refusal(Class<E> type, String yaml) {
    return catchThrowableOfType(type, () -> OperatorFamily.read("signs", yaml, "aten"));
  }

  private static void assertInvalid(String yaml, int line, String field, String expected) {
    InvalidField error = refusal(InvalidField.class, yaml);
    assertThat(error.place()).isEqualTo(new Place("signs.yaml", line));
    assertThat(error.field()).isEqualTo(field);
    assertThat(error.expected()).contains(expected);
  }

  @Test
  void anUnknownRuleOfTypesIsRefusedWithTheRules() {
    assertInvalid(PLUS + "  types: integral\n", 4, "types", "promote, fractional, compare, same");
  }

  @Test
  void anUnknownTypeIsNotRefusedSilently() {
    String yaml = PLUS + "  types: promote\n  refuses: [bool, quaternion]\n";
    assertInvalid(yaml, 5, "refuses", "bool, integral, floating, complex, complex_half");
    assertThat(refusal(InvalidField.class, yaml).found()).isEqualTo("[bool, quaternion]");
  }

  @Test
  void aRuleNeedsItsNumberOfTensors() {
    assertInvalid(PLUS + "  types: same\n", 4, "types", "same needs one tensor");
    assertInvalid(
        """
        - schema: sign(Tensor self) -> Tensor
          says: Takes the sign of self.
          structured: elementwise
          types: compare
        """,
        4,
        "types",
        "compare needs two tensors, the schema has 1");
  }

  @Test
  void complexHalfNeedsTwoTensors() {
    assertInvalid(
        """
        - schema: sign(Tensor self) -> Tensor
          says: Takes the sign of self.
          structured: elementwise
          types: fractional
          refuses: [complex_half]
        """,
        5,
        "refuses",
        "two tensors");
  }

  @Test
  void typesBelongToElementwiseOperatorsWithoutAMethod() {
    assertInvalid(
        PLUS.replace("elementwise", "tensors") + "  types: promote\n", 4, "types", "elementwise");
    assertInvalid(PLUS + "  rule: A.b\n  types: promote\n", 4, "rule", "beside the field types");
    assertInvalid(
        PLUS + "  rule: A.b\n  refuses: [bool]\n", 5, "refuses", "without the field types");
  }

  @Test
  void eachResultAfterTheFirstNeedsAType() {
    String parts =
        """
        - schema: parts(Tensor self) -> (Tensor, Tensor)
          says: Splits self.
          structured: elementwise
          types: same
        """;
    MissingField missing = refusal(MissingField.class, parts);
    assertThat(missing.field()).isEqualTo("further_results");
    assertInvalid(
        parts + "  further_results: [int32, bool]\n", 5, "further_results", "of 1 results");
    assertInvalid(parts + "  further_results: [int33]\n", 5, "further_results", "int32");
    assertInvalid(
        PLUS + "  rule: A.b\n  further_results: [bool]\n",
        5,
        "further_results",
        "without the field types");
  }

  @Test
  void numbersNameATensorOfTheSchema() {
    String yaml = PLUS + "  types: promote\n  numbers: another\n";
    assertInvalid(yaml, 5, "numbers", "the name of a tensor of aten::plus.Tensor");
    assertThat(refusal(InvalidField.class, yaml).found()).isEqualTo("another");
  }

  @Test
  void numbersNeedAnOverloadOfTensors() {
    assertInvalid(
        PLUS.replace("plus.Tensor", "plus.other") + "  types: promote\n  numbers: other\n",
        5,
        "numbers",
        "starts with Tensor");
  }

  @Test
  void autogenNamesAnOverloadThatIsNotWrittenOut() {
    String types = PLUS + "  types: promote\n";
    assertInvalid(types + "  autogen: [minus.out]\n", 5, "autogen", "overload of plus");
    assertInvalid(types + "  autogen: [plus.out, plus.more]\n", 5, "autogen", "one overload");
    assertInvalid(
        types
            + "  out: plus.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)\n"
            + "  autogen: [plus.more]\n",
        6,
        "autogen",
        "does not write out");
  }

  @Test
  void autogenNeedsOneTensorAsTheResult() {
    assertInvalid(
        """
        - schema: parts(Tensor self) -> Tensor[]
          says: Divides self.
          autogen: [parts.out]
        """,
        3,
        "autogen",
        "one tensor");
  }

  @Test
  void aFormThatIsDerivedAndWrittenOutIsDeclaredTwice() {
    DuplicateOperator error =
        catchThrowableOfType(
            DuplicateOperator.class,
            () ->
                new OperatorCatalog(
                    List.of(
                        OperatorFamily.read(
                            "signs",
                            PLUS
                                + """
                                  types: promote
                                  numbers: other
                                - schema: plus.Scalar(Tensor self, Scalar other) -> Tensor
                                  says: Adds a number.
                                """,
                            "aten"))));
    assertThat(error.name()).isEqualTo("aten::plus.Scalar");
    assertThat(error.first()).isEqualTo(new Place("signs.yaml", 5));
  }
}
