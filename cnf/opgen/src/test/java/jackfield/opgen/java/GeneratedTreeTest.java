package jackfield.opgen.java;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GeneratedTreeTest {
  private static final Path WANTED = Path.of("a", "Wanted.java");
  private static final Path GONE = Path.of("a", "Gone.java");

  @TempDir private Path folder;

  private GeneratedTree tree(String text) {
    return new GeneratedTree(folder, new TreeMap<>(Map.of(WANTED, text)));
  }

  @Test
  void aFileThatIsMissingIsStale() throws IOException {
    assertThat(tree("class Wanted {}").stale()).containsExactly(WANTED);
  }

  @Test
  void writingLeavesNothingStale() throws IOException {
    assertThat(tree("class Wanted {}").write()).isEqualTo(1);
    assertThat(tree("class Wanted {}").stale()).isEmpty();
    assertThat(tree("class Wanted { int changed; }").stale()).containsExactly(WANTED);
  }

  @Test
  void aFileChangedByHandIsStale() throws IOException {
    GeneratedTree tree = tree("class Wanted {}");
    tree.write();
    Files.writeString(folder.resolve(WANTED), "class Wanted { int byHand; }");
    assertThat(tree.stale()).containsExactly(WANTED);
    assertThat(tree.write()).isEqualTo(1);
    assertThat(folder.resolve(WANTED)).hasContent("class Wanted {}");
  }

  @Test
  void aFileWithoutDigestsIsStale() throws IOException {
    GeneratedTree tree = tree("class Wanted {}");
    tree.write();
    Files.writeString(folder.resolve("digests.txt"), "no digests\n");
    assertThat(tree.stale()).containsExactly(WANTED);
  }

  @Test
  void writingDeletesWhatIsNoLongerGenerated() throws IOException {
    Files.createDirectories(folder.resolve("a"));
    Files.writeString(folder.resolve(GONE), "class Gone {}");
    tree("class Wanted {}").write();
    assertThat(folder.resolve(GONE)).doesNotExist();
  }
}
