package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.architecture.Anchors.Link;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every relative link in a Markdown file leads to a file, and to what its anchor names there. */
class AnchorsTest {
  private static final Pattern LEFT_OUT = Pattern.compile(".*/(?:target|\\.git)/.*");

  // The files that a call of add passes, in this order, with backend.cpu plugged.
  private static final List<String> CALL_OF_ADD =
      List.of(
          "Aten.java#add",
          "AddTensor.java#call",
          "DispatchTable.java#index",
          "PointwiseKernels.java#addTensor",
          "AddTensor.java#redispatch",
          "AddStructure.java#addTensor",
          "ElementwisePlan.java#iterate",
          "PointwiseKernel.java#runDense",
          "PointwiseLoops.java#add",
          "Template.java#define",
          "ArithmeticLoop.java#run");

  @TempDir private Path folder;

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    // Not Files.walk: other modules are being built, and a file that vanishes would end it.
    Files.walkFileTree(
        Document.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) {
            return LEFT_OUT.matcher(at + "/").matches()
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(pages);
    return pages;
  }

  @Test
  void everyRelativeLinkOfTheRepositoryLeadsSomewhere() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path page : pages()) {
      for (Link link : Anchors.links(page, Files.readString(page))) {
        link.problem().ifPresent(problem -> problems.add(page + ": " + problem));
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void theArchitectureFollowsACallOfAddToTheVectorLoop() throws IOException {
    Document page = Document.read("ARCHITECTURE.md");
    List<String> steps =
        Anchors.links(page.file(), page.text()).stream()
            .map(link -> link.target().getFileName() + "#" + link.anchor())
            .toList();
    assertThat(steps).containsSubsequence(CALL_OF_ADD);
  }

  private List<String> problems(String markdown) throws IOException {
    Files.writeString(folder.resolve("A.java"), "class A { void run() { go(); } class B {} }");
    Path page = Files.writeString(folder.resolve("page.md"), "# The `first` page\n" + markdown);
    List<String> problems = new ArrayList<>();
    for (Link link : Anchors.links(page, Files.readString(page))) {
      link.problem().ifPresent(problems::add);
    }
    return problems;
  }

  @Test
  void filesMethodsTypesHeadingsAndLinesAreFound() throws IOException {
    String page =
        "[a](A.java) [b](A.java#run) [c](A.java#B \"class B\") [d](#the-first-page)"
            + " [e](page.md#L1) [f](https://example.org/none#none)";
    assertThat(problems(page)).isEmpty();
  }

  @Test
  void aMissingFileIsAProblem() throws IOException {
    assertThat(problems("[a](B.java#run)")).containsExactly("no file " + folder.resolve("B.java"));
  }

  @Test
  void aMethodThatIsOnlyCalledIsMissing() throws IOException {
    assertThat(problems("[a](A.java#go)")).containsExactly("no go in " + folder.resolve("A.java"));
  }

  @Test
  void aMissingHeadingOrLineIsAProblem() throws IOException {
    assertThat(problems("[a](#second-page) [b](A.java#L2)")).hasSize(2);
  }

  @Test
  void linksInCodeAreNone() throws IOException {
    assertThat(problems("```text\n[a](none)\n```\n`[b](none)`")).isEmpty();
  }
}
