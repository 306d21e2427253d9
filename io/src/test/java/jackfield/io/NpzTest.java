package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.io.FileRefused.Kind;
import jackfield.tensor.Tensor;
import jackfield.tensor.Tensors;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NpzTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"arrays.npz", "compressed.npz"})
  void allTypesAndOrdersOfNumPyAreReadBitForBit(String name) {
    Map<String, Tensor> tensors = Npz.read(Recorded.path(name));
    List<Recorded> expected = Recorded.of(name);
    assertThat(tensors.keySet()).containsExactlyElementsOf(names(expected));
    expected.forEach(each -> each.assertSame(tensors.get(each.name())));
  }

  private static List<String> names(List<Recorded> arrays) {
    return arrays.stream().map(Recorded::name).toList();
  }

  @Test
  void writtenTensorsAreReadAgainStoredAndCompressed() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("second", Tensors.of(new double[][] {{1, 2}, {3, 4}}));
    tensors.put("a/é", Tensors.of(new boolean[] {true, false}));
    tensors.put("", Tensors.of(3));
    Path stored = folder.resolve("stored.npz");
    Npz.write(stored, tensors);
    assertThat(Npz.read(stored)).hasToString(tensors.toString());
    Path compressed = folder.resolve("compressed.npz");
    Npz.writeCompressed(compressed, tensors);
    assertThat(Npz.read(compressed)).hasToString(tensors.toString());
  }

  @Test
  void anEmptyArchiveHasNoTensors() {
    Path file = folder.resolve("none.npz");
    Npz.write(file, Map.of());
    assertThat(Npz.read(file)).isEmpty();
  }

  @Test
  void aChangedByteOfTheDataIsFoundByItsChecksum() throws IOException {
    Path file = folder.resolve("x.npz");
    Npz.write(file, Map.of("x", Tensors.of(new float[] {1, 2, 3})));
    byte[] bytes = Files.readAllBytes(file);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("PK\1\2") - 1;
    bytes[at] ^= 1;
    assertThat(refusal(Files.write(file, bytes)).kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void aNameThatNoArchiveCanHoldIsRefused() {
    Path file = folder.resolve("long.npz");
    Map<String, Tensor> tensors = Map.of("n".repeat(70_000), Tensors.of(1));
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> Npz.write(file, tensors));
    assertThat(error.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(file).doesNotExist();
  }

  @Test
  void otherEntriesAndOtherFilesAreRefused() throws IOException {
    Path file = folder.resolve("other.npz");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("readme.txt"));
    }
    assertThat(refusal(file).kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(refusal(file).file()).endsWith("other.npz!readme.txt");
    assertThat(refusal(Recorded.path("float32.npy")).kind()).isEqualTo(Kind.MALFORMED);
    assertThat(refusal(folder.resolve("absent.npz")).kind()).isEqualTo(Kind.INACCESSIBLE);
    assertThat(refusal(folder).kind()).isEqualTo(Kind.INACCESSIBLE);
  }

  private static FileRefused refusal(Path file) {
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> Npz.read(file));
    assertThat(error).as(file.toString()).isNotNull();
    return error;
  }

  /** An archive whose deflater can be asked whether it was ended. */
  private static final class Archive extends ZipOutputStream {
    Archive(OutputStream out) {
      super(out);
    }

    long compressed() {
      return def.getBytesRead(); // refused when it was ended
    }
  }

  @Test
  void theDeflaterOfAWrittenArchiveIsEndedAlsoAfterAFailure() throws IOException {
    Map<String, Tensor> tensors = Map.of("a", Tensors.of(new double[] {1, 2}));
    byte[] header = NpyFormat.header(new Subject("a", "write"), tensors.get("a"));
    Archive whole = new Archive(OutputStream.nullOutputStream());
    assertThat(whole.compressed()).isZero();
    Npz.writeEntries(whole, Map.of("a", header), tensors, ZipEntry.DEFLATED);
    assertThat(catchThrowable(whole::compressed)).hasMessageContaining("closed");
    Archive full = new Archive(new FullDisk());
    assertThat(
            catchThrowable(
                () -> Npz.writeEntries(full, Map.of("a", header), tensors, ZipEntry.DEFLATED)))
        .isInstanceOf(IOException.class);
    assertThat(catchThrowable(full::compressed)).hasMessageContaining("closed");
  }

  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      throw new IOException("no space left on device");
    }
  }
}
