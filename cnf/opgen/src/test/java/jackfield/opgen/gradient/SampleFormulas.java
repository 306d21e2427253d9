package jackfield.opgen.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.input.FaultyFormula;
import jackfield.opgen.input.Place;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads formulas over the operators and functions of the folder {@code gradients}. */
final class SampleFormulas {
  static final OperatorCatalog OPERATORS =
      new OperatorCatalog(
          List.of(OperatorFamily.read("samples", resource("operators.yaml"), "aten")));
  private static final List<FormulaFunction> FUNCTIONS =
      FormulaFunction.read("functions.yaml", resource("functions.yaml"));

  private SampleFormulas() {}

  static String resource(String file) {
    try (InputStream text = SampleFormulas.class.getResourceAsStream("/gradients/" + file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  static DerivativeFamily family(String yaml) {
    return DerivativeFamily.read("samples", yaml, OPERATORS, FUNCTIONS);
  }

  static DerivativeFamily named(String name, String yaml) {
    return DerivativeFamily.read(name, yaml, OPERATORS, FUNCTIONS);
  }

  static String formula(String text) {
    return family("- operator: mul.Tensor\n  self: " + text + "\n  other: grad\n")
        .derivatives()
        .getFirst()
        .formulas()
        .getFirst()
        .java();
  }

  static String problem(String text) {
    FaultyFormula error = catchThrowableOfType(FaultyFormula.class, () -> formula(text));
    assertThat(error.place()).isEqualTo(new Place("samples.yaml", 2));
    assertThat(error.formula()).isEqualTo(text);
    return error.problem();
  }

  static FaultyFormula faulty(String yaml) {
    FaultyFormula error = catchThrowableOfType(FaultyFormula.class, () -> family(yaml));
    assertThat(error.place()).isEqualTo(new Place("samples.yaml", 2));
    return error;
  }
}
