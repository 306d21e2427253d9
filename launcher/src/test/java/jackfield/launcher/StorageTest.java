package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class StorageTest {

  @Test
  void theFolderOfAKilledRunIsDeletedByTheNext() throws Exception {
    Path leftBehind = Files.createTempDirectory("jackfield-");
    Files.writeString(leftBehind.resolve("owner.lock"), "");
    Files.writeString(Files.createDirectory(leftBehind.resolve("bundles")).resolve("x"), "x");
    try (Storage storage = Storage.create()) {
      assertThat(leftBehind).doesNotExist();
      assertThat(storage.root()).isDirectory();
    }
  }

  @Test
  void aFolderOfAnotherOwnerStays() throws Exception {
    Path others = Files.createTempDirectory("jackfield-");
    try (Storage first = Storage.create();
        Storage second = Storage.create()) {
      assertThat(first.root()).isDirectory().isNotEqualTo(second.root());
      assertThat(others).isDirectory();
    } finally {
      Files.delete(others);
    }
  }

  /** A run in a process of its own. */
  static final class AnotherRun {
    private AnotherRun() {}

    public static void main(String[] arguments) {
      try (Storage storage = Storage.create()) {
        System.out.println(storage.root());
      }
    }
  }

  @Test
  void theFolderOfARunInAnotherProcessStays() throws Exception {
    try (Storage mine = Storage.create();
        Storage _ = Storage.create()) {
      Process other =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  "-Djava.io.tmpdir=" + mine.root().getParent(),
                  AnotherRun.class.getName())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String root = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(other.waitFor()).isZero();
      assertThat(Path.of(root.strip()).getParent()).isEqualTo(mine.root().getParent());
      assertThat(mine.root()).isDirectory();
    }
  }

  @Test
  void closingRemovesTheFolder() {
    Storage storage = Storage.create();
    storage.close();
    assertThat(storage.root()).doesNotExist();
  }
}
