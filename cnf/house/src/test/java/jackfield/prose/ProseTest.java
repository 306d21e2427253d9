package jackfield.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProseTest {
  private static final String BAD = "/** Waits for those who are inside. */\nclass A {}\n";

  @TempDir private Path root;

  @BeforeEach
  void aGlossary() throws IOException {
    write(
        "docs/glossary.md",
        "## Words not to use\n\n| not | but |\n| --- | --- |\n| `those who` | the threads |\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void pagesAndMainSourcesAreRead() throws IOException {
    write("a/README.md", "For those who read.\n");
    write("a/src/main/java/A.java", BAD);
    assertThat(Prose.findings(root, List.of("")))
        .extracting(finding -> finding.file().toString())
        .containsExactly("a/README.md", "a/src/main/java/A.java");
  }

  @Test
  void testsGeneratedSourcesAndBuildOutputsAreNotRead() throws IOException {
    write("a/src/test/java/A.java", BAD);
    write("a/src/generated/java/A.java", BAD);
    write("a/target/src/main/java/A.java", BAD);
    write("a/target/site/page.md", "For those who read.\n");
    assertThat(Prose.findings(root, List.of(""))).isEmpty();
  }

  @Test
  void onlyTheNamedPartsAreRead() throws IOException {
    write("a/README.md", "For those who read.\n");
    write("b/README.md", "For those who read.\n");
    assertThat(Prose.findings(root, List.of("b", "docs"))).hasSize(1);
  }

  @Test
  void aGlossaryWithoutTheListIsRefused() throws IOException {
    write("docs/glossary.md", "# Glossary\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Prose.findings(root, List.of("")))
        .withMessageContaining("## Words not to use");
  }
}
