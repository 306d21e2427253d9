package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.architecture.Document.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of the exercises print what the pages show. */
class ExercisesTest {
  private static final String FOLDER = "docs/exercises";
  private static final String INDEX = "README.md";

  @TempDir private Path folder;

  static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(Document.ROOT.resolve(FOLDER))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".md") && !name.equals(INDEX))
          .sorted()
          .toList();
    }
  }

  private static Document page(String name) throws IOException {
    return Document.read(FOLDER + "/" + name);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyProgramPrintsTheTextThatFollowsIt(String name) throws Exception {
    List<Block> blocks = page(name).blocks();
    assertThat(blocks).anyMatch(block -> Program.in(block.text()).isPresent());
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).language().equals("java")) {
        assertThat(blocks).hasSizeGreaterThan(i + 1);
        assertThat(blocks.get(i + 1).language()).isEqualTo("text");
        Program program = Program.in(blocks.get(i).text()).orElseThrow();
        assertThat(program.run(folder))
            .as(program.name())
            .containsExactlyElementsOf(blocks.get(i + 1).text().lines().toList());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyVariationPrintsTheTextThatFollowsItsChange(String name) throws Exception {
    List<Block> blocks = page(name).blocks();
    List<Program> programs =
        blocks.stream().flatMap(block -> Program.in(block.text()).stream()).toList();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).language().equals("diff")) {
        Block printed = blocks.get(i + 1);
        assertThat(printed.language()).isEqualTo("text");
        Variation variation = Variation.of(blocks.get(i).text(), programs);
        assertThat(variation.program().run(folder))
            .as(blocks.get(i).text())
            .matches(Variation.prints(printed.text()), printed.text());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyAnswerShowsItsChange(String name) throws IOException {
    List<String> answers = Arrays.stream(page(name).text().split("<details>")).skip(1).toList();
    assertThat(answers)
        .isNotEmpty()
        .allSatisfy(
            answer -> assertThat(answer).containsOnlyOnce("```diff\n").contains("```text\n"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyPageAsksExplainsAndFoldsItsAnswers(String name) throws IOException {
    String text = page(name).text();
    assertThat(text).contains("**Question.**", "redict", "## Why\n", "## Variations\n");
    assertThat(text.split("<details><summary>Answer</summary>")).hasSizeGreaterThan(1);
  }

  @Test
  void theIndexNamesEveryPage() throws IOException {
    List<String> targets =
        page(INDEX).references().stream()
            .map(reference -> reference.target().getFileName().toString())
            .toList();
    assertThat(targets).containsSubsequence(pages());
  }
}
