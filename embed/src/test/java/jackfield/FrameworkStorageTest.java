package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the temporary folder of a platform. */
final class FrameworkStorageTest {
  @TempDir private Path folder; // set before each test

  @Test
  void nothingStaysIfTheFoldersOfOthersCannotBeListed() throws IOException {
    FrameworkStorage storage = FrameworkStorage.create(folder);
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> storage.withoutLeftBehind(file, "jackfield-1-"))
        .isInstanceOf(NotDirectoryException.class);
    assertThat(storage.owner().isOpen()).isFalse();
    assertThat(folder).isDirectoryNotContaining(each -> !each.equals(file));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFolderThatCannotBeListedIsNamedAndNothingStays() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("-wx-wx-wx"));
    Assumptions.assumeFalse(Files.isReadable(closed)); // root may list each folder
    StartFailed error =
        catchThrowableOfType(StartFailed.class, () -> FrameworkStorage.create(closed));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    assertThat(error.problem()).contains("cannot use", closed.toString(), "AccessDenied");
    assertThat(error.remedy()).contains("Options.temporaryFolder");
    assertThat(closed).isEmptyDirectory();
  }

  @Test
  void aFolderThatDoesNotExistIsNamed() {
    Path absent = folder.resolve("absent");
    StartFailed error =
        catchThrowableOfType(StartFailed.class, () -> FrameworkStorage.create(absent));
    assertThat(error.problem()).contains(absent.toString(), "NoSuchFile");
  }
}
