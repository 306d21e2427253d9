package jackfield.opgen.gradient;

import static jackfield.opgen.gradient.SampleFormulas.OPERATORS;
import static jackfield.opgen.gradient.SampleFormulas.family;
import static jackfield.opgen.gradient.SampleFormulas.named;
import static jackfield.opgen.gradient.SampleFormulas.resource;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.opgen.Formatted;
import jackfield.opgen.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inputs and the expected sources are in the folder {@code gradients}. */
@Tag("slow")
final class GradientGeneratorTest {
  private static SortedMap<Path, String> sources() {
    return Formatted.of(
        GradientGenerator.sources(OPERATORS, List.of(family(resource("derivatives.yaml")))));
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
}
