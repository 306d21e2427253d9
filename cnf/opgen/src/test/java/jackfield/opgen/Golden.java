package jackfield.opgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The expected text of generated sources, files in the folder of test resources. Run the tests with
 * {@code -Dgolden.refresh=true} to write them anew, and review the difference.
 */
public final class Golden {
  private static final Path RESOURCES = Path.of("src/test/resources");

  private Golden() {}

  /** Checks that a source is as expected. */
  public static void check(String folder, String type, String source) throws IOException {
    Path file = RESOURCES.resolve(folder).resolve(type + ".java.txt");
    if (Boolean.getBoolean("golden.refresh")) {
      Files.writeString(file, source);
    }
    assertThat(source).isEqualTo(Files.readString(file));
  }
}
