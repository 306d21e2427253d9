package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.io.FileRefused.Kind;
import jackfield.memory.FileMapping;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.Tensors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SafetensorsTest {
  private static final String X = "{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"tensors.safetensors", "complex.safetensors", "none.safetensors"})
  void aFileOfTheFormatsLibraryIsReadAndMappedBitForBit(String name) {
    List<Recorded> expected = Recorded.of(name);
    for (Map<String, Tensor> tensors :
        List.of(Safetensors.read(Recorded.path(name)), Safetensors.map(Recorded.path(name)))) {
      assertThat(tensors.keySet())
          .containsExactlyInAnyOrderElementsOf(expected.stream().map(Recorded::name).toList());
      expected.forEach(each -> each.assertSame(tensors.get(each.name())));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tensors.safetensors", "complex.safetensors", "none.safetensors"})
  void tensorsAreWrittenAsTheFormatsLibraryWritesThem(String name) throws IOException {
    Path copy = folder.resolve("copy.safetensors");
    Path original = Recorded.path(name);
    Safetensors.write(copy, Safetensors.read(original), Safetensors.metadata(original));
    assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(original));
  }

  @Test
  void theTextsAreRead() {
    assertThat(Safetensors.metadata(Recorded.path("tensors.safetensors")))
        .containsOnly(Map.entry("format", "np"), Map.entry("note", "a \"quoted\" é"));
    assertThat(Safetensors.metadata(Recorded.path("none.safetensors"))).isEmpty();
  }

  @Test
  void eachTypeSurvivesExceptComplex128() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (DType type : DType.values()) {
      if (type != DType.COMPLEX128) {
        tensors.put(type.toString(), Tensors.of(new int[][] {{0, 1, 2}, {3, 4, 5}}, type));
      }
    }
    Path file = folder.resolve("types.safetensors");
    Safetensors.write(file, tensors);
    Map<String, Tensor> read = Safetensors.map(file);
    tensors.forEach((name, x) -> assertThat(read.get(name)).hasToString(x.toString()));
    Map<String, Tensor> wrong = Map.of("z", Tensors.of(1, DType.COMPLEX128));
    FileRefused error =
        catchThrowableOfType(FileRefused.class, () -> Safetensors.write(file, wrong));
    assertThat(error.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(error.file()).endsWith("types.safetensors!z");
    assertThat(Safetensors.read(file)).hasSize(11);
  }

  @Test
  void aMappedTensorIsOverTheFileAndWritesStayPrivate() throws IOException {
    Path file = folder.resolve("x.safetensors");
    Safetensors.write(file, Map.of("x", Tensors.of(new float[] {1, 2})));
    byte[] before = Files.readAllBytes(file);
    Tensor mapped = Safetensors.map(file).get("x");
    assertThat(mapped.storage().keeper()).isInstanceOf(FileMapping.class);
    HostData.forEachAddress(mapped, address -> Elements.putDouble(DType.FLOAT32, address, 9));
    assertThat(mapped).hasToString("tensor([9., 9.])");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(Safetensors.map(file).get("x")).hasToString("tensor([1., 2.])");
  }

  @Test
  void aMappedFileMayBeReplaced() {
    Path file = folder.resolve("x.safetensors");
    Safetensors.write(file, Map.of("x", Tensors.of(1)));
    Tensor old = Safetensors.map(file).get("x");
    Safetensors.write(file, Map.of("x", Tensors.of(2)));
    assertThat(old).hasToString("tensor(1)");
    assertThat(Safetensors.map(file).get("x")).hasToString("tensor(2)");
  }

  @Test
  void anUnalignedTensorIsCopied() throws IOException {
    String header = X + " ".repeat(3 - X.length() % 4) + "}";
    Tensor x = Safetensors.map(file(header, 8)).get("x");
    assertThat(x.storage().keeper()).isInstanceOf(FileMapping.class);
    Tensor unaligned = Safetensors.map(file(header + " ", 8)).get("x");
    assertThat(unaligned.storage().keeper()).isNotInstanceOf(FileMapping.class);
    assertThat(unaligned).hasToString("tensor([0., 0.])");
  }

  /** Returns a file with this header and a number of zeros as data. */
  private Path file(String header, int dataBytes) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer all = ByteBuffer.allocate(Long.BYTES + text.length + dataBytes);
    all.order(ByteOrder.LITTLE_ENDIAN).putLong(text.length).put(text);
    return Files.write(folder.resolve("made.safetensors"), all.array());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "MALFORMED | 8 | [1]",
        "MALFORMED | 8 | {\"x\":1}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}} x",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}{}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],\"y\":0}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8,8]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2.0],\"data_offsets\":[0,8]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]}}",
        "MALFORMED | 12 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
        "MALFORMED | 12 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[99999999999999999999],"
            + "\"data_offsets\":[0,8]}}",
        "MALFORMED | 0 | {\"x\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4,0],"
            + "\"data_offsets\":[0,0]}}",
        "MALFORMED | 0 | {\"x\":{\"dtype\":\"F32\",\"shape\":[0,4611686018427387904,4],"
            + "\"data_offsets\":[0,0]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
            + "\"x\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}",
        "MALFORMED | 8 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
            + "\"y\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}",
        "MALFORMED | 0 | {\"__metadata__\":{\"x\":1}}",
        "UNSUPPORTED | 8 | {\"x\":{\"dtype\":\"U16\",\"shape\":[4],\"data_offsets\":[0,8]}}",
        "UNSUPPORTED | 8 | {\"x\":{\"dtype\":\"F8_E4M3\",\"shape\":[8],\"data_offsets\":[0,8]}}",
        "TRUNCATED | 7 | {\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
      })
  void aHeaderThatContradictsItselfOrTheDataIsRefused(Kind kind, int dataBytes, String header)
      throws IOException {
    Path file = file(header.strip(), dataBytes);
    FileRefused read = catchThrowableOfType(FileRefused.class, () -> Safetensors.read(file));
    assertThat(read.kind()).isEqualTo(kind);
    FileRefused mapped = catchThrowableOfType(FileRefused.class, () -> Safetensors.map(file));
    assertThat(mapped.found()).isEqualTo(read.found());
  }

  @Test
  void everyPrefixOfAFileIsRefused() throws IOException {
    byte[] all = Files.readAllBytes(Recorded.path("tensors.safetensors"));
    Path file = folder.resolve("prefix.safetensors");
    for (int length = 0; length < all.length; length++) {
      Files.write(file, Arrays.copyOf(all, length));
      FileRefused error = catchThrowableOfType(FileRefused.class, () -> Safetensors.read(file));
      assertThat(error.kind()).isEqualTo(Kind.TRUNCATED);
    }
  }

  @Test
  void headersOfImpossibleLengthAreRefused() throws IOException {
    for (long length : new long[] {-1, 100_000_001, Long.MAX_VALUE, 9, 0}) {
      ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
      Path file = Files.write(folder.resolve("length.safetensors"), bytes.array());
      assertThat(catchThrowableOfType(FileRefused.class, () -> Safetensors.read(file)))
          .as("length %d", length)
          .isNotNull();
    }
  }

  @Test
  void aPathThatCannotBeReadIsInaccessible() {
    for (Path path : List.of(folder, folder.resolve("absent.safetensors"))) {
      assertThat(catchThrowableOfType(FileRefused.class, () -> Safetensors.read(path)).kind())
          .isEqualTo(Kind.INACCESSIBLE);
      assertThat(catchThrowableOfType(FileRefused.class, () -> Safetensors.map(path)).kind())
          .isEqualTo(Kind.INACCESSIBLE);
    }
  }
}
