package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts in a file system that is too small for the bundles; only root may mount one. */
@EnabledOnOs(OS.LINUX)
class FullFolderIT {
  @TempDir private Path folder; // set before each test

  private static boolean isDone(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  @AfterEach
  void unmount() throws Exception {
    boolean _ = isDone("umount", folder.resolve("small").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"4k", "300k", "3m"})
  void aFolderWithoutSpaceIsNamedAndNothingStays(String size) throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    Assumptions.assumeTrue(
        isDone("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", small.toString()));
    StartFailed error =
        catchThrowableOfType(
            StartFailed.class,
            () -> Jackfield.start(Options.defaults().temporaryFolder(small)).close());
    assertThat(error.problem()).contains(small.toString(), "bytes left");
    assertThat(error.remedy()).contains("free space", "Options.temporaryFolder");
    assertThat(error.remedy()).doesNotContain("version");
    assertThat(small).isEmptyDirectory();
  }
}
