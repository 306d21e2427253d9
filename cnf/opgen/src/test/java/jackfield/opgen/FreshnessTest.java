package jackfield.opgen;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.opgen.java.GeneratedTree;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class FreshnessTest {
  private static final Path ROOT = Path.of("../..");

  @Test
  void generatedSourcesAreWhatTheirInputsSay() throws IOException {
    for (GeneratedTree tree : Main.trees(ROOT)) {
      assertThat(tree.stale())
          .as(
              "stale files in %s; run cnf/opgen/regenerate and commit what it writes",
              tree.folder())
          .isEmpty();
    }
  }
}
