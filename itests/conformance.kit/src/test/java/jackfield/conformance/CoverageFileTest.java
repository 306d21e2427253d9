package jackfield.conformance;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coverage that fell or rose does not pass. */
final class CoverageFileTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;

  private static void add(ConformanceReport report, String operator, Verdict verdict)
      throws IOException {
    String json = "{\"op\": \"%s\"}".formatted(operator);
    report.add(new RecordedVector("test.jsonl.gz", MAPPER.readTree(json), 1), verdict);
  }

  private static ConformanceReport passing(String... operators) throws IOException {
    ConformanceReport report = new ConformanceReport();
    for (String operator : operators) {
      add(report, operator, new Verdict.Passed());
    }
    return report;
  }

  private CoverageFile stored(String... operators) throws IOException {
    CoverageFile file = new CoverageFile(folder.resolve("sub/stored.txt"));
    file.write(passing(operators));
    return file;
  }

  @Test
  void theCoverageThatIsStoredPasses() throws IOException {
    CoverageFile file = stored("aten::one", "aten::two");
    assertThatCode(() -> file.check(passing("aten::two", "aten::one"))).doesNotThrowAnyException();
  }

  @Test
  void anOperatorThatIsGoneIsNamed() throws IOException {
    CoverageFile file = stored("aten::one", "aten::two");
    ConformanceReport report = passing("aten::one");
    add(report, "aten::two", new Verdict.Skipped(Set.of("aten::two")));
    assertThatThrownBy(() -> file.check(report))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("fell")
        .hasMessageContaining("[aten::two: 0, was 1]");
  }

  @Test
  void aCoverageThatRoseSaysHowToStoreIt() throws IOException {
    CoverageFile file = stored("aten::one");
    assertThatThrownBy(() -> file.check(passing("aten::one", "aten::one")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dcoverage.refresh")
        .hasMessageContaining("[aten::one: 2, was 1]");
  }

  @Test
  void withoutAFileAnyCoveragePasses() {
    CoverageFile none = new CoverageFile(folder.resolve("none.txt"));
    assertThatCode(() -> none.check(passing("aten::one"))).doesNotThrowAnyException();
  }
}
