package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StorageTest {

  @Test
  void whatAKilledRunLeftBehindIsRemovedByTheNext() throws Exception {
    Path leftBehind = Files.createTempDirectory("jackfield-");
    Files.writeString(leftBehind.resolve("owner.lock"), "");
    Files.writeString(Files.createDirectory(leftBehind.resolve("bundles")).resolve("x"), "x");
    try (Storage storage = Storage.create()) {
      assertThat(leftBehind).doesNotExist();
      assertThat(storage.root()).isDirectory();
    }
  }

  @Test
  void whatOthersOwnStays() throws Exception {
    Path others = Files.createTempDirectory("jackfield-");
    try (Storage first = Storage.create();
        Storage second = Storage.create()) {
      assertThat(first.root()).isDirectory().isNotEqualTo(second.root());
      assertThat(others).isDirectory();
    } finally {
      Files.delete(others);
    }
  }

  @Test
  void closingRemovesTheFolder() {
    Storage storage = Storage.create();
    storage.close();
    assertThat(storage.root()).doesNotExist();
  }
}
