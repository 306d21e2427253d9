package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IdxFileTest {
  @TempDir Path folder;

  private Path file(int magic, int[] sizes, int bytes) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(content))) {
      out.writeInt(magic);
      for (int size : sizes) {
        out.writeInt(size);
      }
      for (int i = 0; i < bytes; i++) {
        out.writeByte(i);
      }
    }
    return Files.write(folder.resolve("some.gz"), content.toByteArray());
  }

  private static String refusal(Path file) {
    return catchThrowableOfType(DemoFailure.class, () -> IdxFile.read(file)).getMessage();
  }

  @Test
  void aFileGivesItsSizesAndBytes() throws IOException {
    IdxFile read = IdxFile.read(file(0x802, new int[] {2, 3}, 6));
    assertThat(read.sizes()).containsExactly(2, 3);
    assertThat(read.bytes()).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void aMissingFileNamesTheFolderToGive() {
    assertThat(refusal(folder.resolve("none.gz"))).contains("is not there").contains("--data");
  }

  @Test
  void aTruncatedFileIsRefused() throws IOException {
    assertThat(refusal(file(0x802, new int[] {2, 3}, 5))).contains("ends before");
    Path cut = file(0x802, new int[] {2, 3}, 6);
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 9));
    assertThat(refusal(cut)).contains("ends before");
  }

  @Test
  void aFileOfAnotherSortIsRefused() throws IOException {
    assertThat(refusal(file(0x0D02, new int[] {2, 3}, 6))).contains("no IDX file of bytes");
    Path plain = Files.writeString(folder.resolve("plain.gz"), "not compressed at all");
    assertThat(refusal(plain)).contains("gzip");
  }

  @Test
  void sizesThatCannotBeAreRefused() throws IOException {
    assertThat(refusal(file(0x802, new int[] {-1, 3}, 6))).contains("claims");
    assertThat(refusal(file(0x802, new int[] {1 << 30, 1 << 30}, 6))).contains("claims");
  }
}
