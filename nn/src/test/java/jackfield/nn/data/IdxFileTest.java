package jackfield.nn.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IdxFileTest {
  @TempDir Path folder;

  private Path file(int magic, int[] sizes, int bytes) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    write(new GZIPOutputStream(content), magic, sizes, bytes);
    return Files.write(folder.resolve("some.gz"), content.toByteArray());
  }

  private static void write(OutputStream to, int magic, int[] sizes, int bytes) throws IOException {
    try (DataOutputStream out = new DataOutputStream(to)) {
      out.writeInt(magic);
      for (int size : sizes) {
        out.writeInt(size);
      }
      for (int i = 0; i < bytes; i++) {
        out.writeByte(i);
      }
    }
  }

  private static String refusal(Path file) {
    BadDataFile refused = catchThrowableOfType(BadDataFile.class, () -> IdxFile.read(file));
    assertThat(refused.file()).isEqualTo(file);
    return refused.problem();
  }

  @Test
  void aFileGivesItsSizesAndBytes() throws IOException {
    IdxFile read = IdxFile.read(file(0x802, new int[] {2, 3}, 6));
    assertThat(read.sizes()).containsExactly(2, 3);
    assertThat(read.bytes()).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void aFileMayBeUncompressed() throws IOException {
    Path plain = folder.resolve("plain");
    write(Files.newOutputStream(plain), 0x801, new int[] {3}, 3);
    assertThat(IdxFile.read(plain).bytes()).containsExactly(0, 1, 2);
  }

  @Test
  void aMissingFileIsNamed() {
    assertThat(refusal(folder.resolve("none.gz"))).contains("is not there");
  }

  @Test
  void aTruncatedFileIsRefused() throws IOException {
    assertThat(refusal(file(0x802, new int[] {2, 3}, 5))).contains("ends before");
    Path cut = file(0x802, new int[] {2, 3}, 6);
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 9));
    assertThat(refusal(cut)).contains("ends before");
    assertThat(refusal(Files.write(folder.resolve("empty"), new byte[0]))).contains("ends before");
  }

  @Test
  void aDamagedFileIsRefused() throws IOException {
    Path damaged = file(0x802, new int[] {2, 3}, 6);
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length - 6]++; // in the checksum
    Files.write(damaged, bytes);
    assertThat(refusal(damaged)).contains("is damaged");
  }

  @Test
  void aFileOfAnotherKindIsRefused() throws IOException {
    assertThat(refusal(file(0x0D02, new int[] {2, 3}, 6))).contains("no IDX file of bytes");
    Path text = Files.writeString(folder.resolve("text.gz"), "not compressed at all");
    assertThat(refusal(text)).contains("no IDX file of bytes");
    assertThat(refusal(file(0x802, new int[] {2, 3}, 7))).contains("more than 6 elements");
  }

  @Test
  void sizesThatCannotBeAreRefused() throws IOException {
    int large = 1 << 30;
    assertThat(refusal(file(0x802, new int[] {-1, 3}, 6))).contains("claims");
    assertThat(refusal(file(0x802, new int[] {large, large}, 6))).contains("claims");
    assertThat(refusal(file(0x804, new int[] {large, large, large, 4}, 6))).contains("claims");
  }
}
