package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.architecture.Document.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents agree with the code. */
class DocumentTest {
  private static final Pattern PRINTED = Pattern.compile("System\\.out\\.println\\(.*\\); // (.*)");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ARCHITECTURE.md",
        "README.md",
        "docs/exercises/README.md",
        "docs/exercises/01-four-types.md",
        "docs/exercises/04-schema-mismatch.md"
      })
  void everyPlaceThatIsNamedExistsAndReadsAsQuoted(String name) throws IOException {
    List<Reference> references = Document.read(name).references();
    assertThat(references).isNotEmpty().allSatisfy(DocumentTest::assertStands);
  }

  private static void assertStands(Reference reference) throws IOException {
    assertThat(reference.target()).exists();
    if (reference.line() > 0) {
      List<String> lines = Files.readAllLines(reference.target());
      assertThat(lines).hasSizeGreaterThanOrEqualTo(reference.line());
      assertThat(lines.get(reference.line() - 1)).contains(reference.quoted());
    } else if (!reference.quoted().isEmpty()) {
      assertThat(Files.readString(reference.target()))
          .containsIgnoringWhitespaces(reference.quoted());
    }
  }

  @Test
  void everyProgramInTheArchitecturePrintsWhatItsCommentsSay() throws Exception {
    List<Program> programs =
        Document.read("ARCHITECTURE.md").blocks().stream()
            .flatMap(block -> Program.in(block.text()).stream())
            .toList();
    assertThat(programs).isNotEmpty();
    for (Program program : programs) {
      List<String> announced =
          PRINTED.matcher(program.source()).results().map(match -> match.group(1)).toList();
      assertThat(announced).isNotEmpty();
      assertThat(program.run(folder)).containsExactlyElementsOf(announced);
    }
  }
}
