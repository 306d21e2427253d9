package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.io.FileRefused.Kind;
import jackfield.key.DispatchKey;
import jackfield.memory.TensorClosed;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.Tensors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NpyTest {
  private static final int HEADER_LENGTH_AT = 8;
  private static final int HEADER_AT = 10;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "float32",
        "scalar",
        "empty",
        "vector",
        "cube-fortran",
        "version2",
        "version3",
        "special"
      })
  void aFileOfNumPyIsReadBitForBit(String name) {
    Recorded.of(name + ".npy").getFirst().assertSame(Npy.read(Recorded.path(name + ".npy")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"float32", "scalar", "empty", "vector", "special"})
  void aTensorIsWrittenAsNumPyWritesIt(String name) throws IOException {
    Path original = Recorded.path(name + ".npy");
    Path copy = folder.resolve("copy.npy");
    Npy.write(copy, Npy.read(original));
    assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(original));
  }

  @Test
  void aLazyNegativeIsWrittenWithItsValues() {
    Path copy = folder.resolve("copy.npy");
    for (long[] strides : List.of(new long[] {2, 1}, new long[] {1, 2}, new long[] {0, 1})) {
      Tensor x = Tensors.of(new float[][] {{1, 2}, {3, 4}});
      long keys = x.keyBits() | DispatchKey.NEGATIVE.bits();
      Tensor lazy = Tensor.of(keys, x.dtype(), x.storage(), x.sizes(), strides, 0);
      Npy.write(copy, lazy);
      assertThat(HostData.floats(Npy.read(copy))).isEqualTo(HostData.floats(lazy));
      assertThat(HostData.floats(lazy)[0]).isEqualTo(-1);
    }
  }

  @Test
  void anArrayInFortranOrderKeepsItsOrder() {
    Path copy = folder.resolve("copy.npy");
    Tensor cube = Npy.read(Recorded.path("cube-fortran.npy"));
    assertThat(cube.strides()).containsExactly(1, 2, 6);
    Npy.write(copy, cube);
    Tensor again = Npy.read(copy);
    assertThat(again.strides()).containsExactly(1, 2, 6);
    assertThat(HostData.longs(again)).isEqualTo(HostData.longs(cube));
  }

  @Test
  void eachTypeOfNumPySurvivesWritingAndReading() {
    for (DType type : DType.values()) {
      if (type != DType.BFLOAT16) {
        Path file = folder.resolve(type + ".npy");
        Tensor x = Tensors.of(new int[][] {{0, 1, 2}, {3, 4, 5}}, type);
        Npy.write(file, x);
        assertThat(Npy.read(file)).hasToString(x.toString());
      }
    }
  }

  @Test
  void aViewWithGapsIsWrittenInItsOwnOrder() {
    Path file = folder.resolve("view.npy");
    Tensor x = Tensors.of(new int[] {0, 1, 2, 3, 4, 5, 6, 7});
    Npy.write(file, x.alias(new long[] {2, 2}, new long[] {1, 4}, 1));
    assertThat(HostData.ints(Npy.read(file))).containsExactly(1, 5, 2, 6);
  }

  @Test
  void aTensorOfManyPiecesSurvives() {
    Path file = folder.resolve("large.npy");
    long[] values = new long[100_003];
    Arrays.setAll(values, i -> i * 31L);
    Npy.write(file, Tensors.of(values));
    assertThat(HostData.longs(Npy.read(file))).isEqualTo(values);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes",
        "datetime",
        "longdouble",
        "object",
        "record",
        "text",
        "uint16",
        "uint64",
        "void"
      })
  void aTypeThatTensorsLackIsRefused(String name) {
    FileRefused error = refusal(Recorded.path("unsupported-" + name + ".npy"));
    assertThat(error.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(error.file()).endsWith("unsupported-" + name + ".npy");
    assertThat(error).hasMessageContaining("available").hasMessageContaining("try");
  }

  private static FileRefused refusal(Path file) {
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> Npy.read(file));
    assertThat(error).as(file.toString()).isNotNull();
    return error;
  }

  private FileRefused refusal(byte[] bytes) throws IOException {
    return refusal(Files.write(folder.resolve("wrong.npy"), bytes));
  }

  @Test
  void everyPrefixOfAFileIsTruncated() throws IOException {
    byte[] all = Files.readAllBytes(Recorded.path("float32.npy"));
    for (int length = 0; length < all.length; length++) {
      assertThat(refusal(Arrays.copyOf(all, length)).kind()).isEqualTo(Kind.TRUNCATED);
    }
    assertThat(refusal(Arrays.copyOf(all, all.length + 1)).kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void headersThatLieOrHaveAnotherFormAreRefused() throws IOException {
    List<String> wrong =
        List.of(
            "",
            "{}",
            "[1]",
            "{'descr': '<f4', 'fortran_order': False, 'shape': 6, }",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (6), }",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (-6,), }",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (7,), }",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), } x",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), 'more': 1}",
            "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (6,)}",
            "{'descr': '<f4', 'fortran_order': 0, 'shape': (6,)}",
            "{'descr': '<f4', 'shape': (6,)}",
            "{'descr': '|f4', 'fortran_order': False, 'shape': (6,)}",
            "{'descr': '', 'fortran_order': False, 'shape': (6,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (6 1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (0, %1$d, %1$d)}"
                .formatted(1L << 59),
            "{'descr': '<f4', 'fortran_order': True, 'shape': (%1$d, %1$d, 0)}".formatted(1L << 59),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (%s)}".formatted("1,".repeat(65)));
    for (String header : wrong) {
      assertThat(refusal(file(header)).found()).as(header).isNotEmpty();
    }
    byte[] right = file("{'shape':(3L,2,),'descr':\"=f4\",'fortran_order':True}");
    Tensor read = Npy.read(Files.write(folder.resolve("right.npy"), right));
    assertThat(read.sizes()).containsExactly(3, 2);
  }

  /** Returns a file with six float32 and the given header. */
  private static byte[] file(String header) throws IOException {
    byte[] all = Files.readAllBytes(Recorded.path("float32.npy"));
    byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
    byte[] made = new byte[HEADER_AT + text.length + 24];
    System.arraycopy(all, 0, made, 0, HEADER_LENGTH_AT);
    made[HEADER_LENGTH_AT] = (byte) text.length;
    made[HEADER_LENGTH_AT + 1] = (byte) (text.length >> 8);
    System.arraycopy(text, 0, made, HEADER_AT, text.length);
    return made;
  }

  @Test
  void aBoolThatIsNeitherZeroNorOneIsRefused() throws IOException {
    Path file = folder.resolve("bool.npy");
    Npy.write(file, Tensors.of(new boolean[] {true, false}));
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] = 2;
    assertThat(refusal(bytes).kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void aPathThatCannotBeReadOrWrittenIsInaccessible() {
    assertThat(refusal(folder.resolve("absent.npy")).kind()).isEqualTo(Kind.INACCESSIBLE);
    assertThat(refusal(folder).kind()).isEqualTo(Kind.INACCESSIBLE);
    Tensor x = Tensors.of(1);
    for (Path path : List.of(folder, folder.resolve("absent/x.npy"))) {
      FileRefused error = catchThrowableOfType(FileRefused.class, () -> Npy.write(path, x));
      assertThat(error.kind()).isEqualTo(Kind.INACCESSIBLE);
      assertThat(error).hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void aRefusedTensorLeavesTheFormerFileAndNothingElse() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, Tensors.of(7));
    Tensor closed = Tensors.of(8);
    closed.close();
    assertThat(catchThrowableOfType(TensorClosed.class, () -> Npy.write(file, closed))).isNotNull();
    Tensor half = Tensors.of(1.5, DType.BFLOAT16);
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> Npy.write(file, half));
    assertThat(error.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(Npy.read(file)).hasToString("tensor(7)");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path file = folder.resolve("target.npy");
    Npy.write(file, Tensors.of(1));
    Path link = Files.createSymbolicLink(folder.resolve("link.npy"), file);
    Npy.write(link, Tensors.of(2));
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Npy.read(file)).hasToString("tensor(2)");
  }

  @Test
  void whatIsNoFileIsNotReplaced() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    FileRefused error =
        catchThrowableOfType(FileRefused.class, () -> Npy.write(pipe, Tensors.of(1)));
    assertThat(error).hasMessageContaining("a device, a pipe or a socket");
    assertThat(Files.exists(pipe) && !Files.isRegularFile(pipe)).isTrue();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(pipe);
    }
  }

  @Test
  void anInterruptedThreadIsToldSo() throws IOException {
    Path file = folder.resolve("file.npy");
    Npy.write(file, Tensors.of(1));
    Thread.currentThread().interrupt();
    FileRefused error =
        catchThrowableOfType(FileRefused.class, () -> Npy.write(file, Tensors.of(2)));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(error).hasMessageContaining("the thread was interrupted");
    assertThat(Npy.read(file)).hasToString("tensor(1)");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}
