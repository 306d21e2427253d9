package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** An array of the recorded files, with the elements as NumPy has them. */
record Recorded(String file, String name, DType type, long[] sizes, byte[] bytes) {
  private static final Path FOLDER = Path.of("src/test/resources/jackfield/io");

  static Path path(String file) {
    return FOLDER.resolve(file);
  }

  /** Returns the arrays of a file. */
  static List<Recorded> of(String file) {
    try {
      return Files.readAllLines(path("expected.txt")).stream()
          .map(Recorded::parse)
          .filter(each -> each.file.equals(file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Recorded parse(String line) {
    String[] parts = line.split("\\|", -1);
    long[] sizes =
        parts[3].isEmpty()
            ? new long[0]
            : Arrays.stream(parts[3].split(",", -1)).mapToLong(Long::parseLong).toArray();
    byte[] bytes = HexFormat.of().parseHex(parts[4]);
    return new Recorded(parts[0], parts[1], DType.ofName(parts[2]), sizes, bytes);
  }

  /** Checks type, sizes and every bit. */
  void assertSame(Tensor tensor) {
    assertThat(tensor.dtype()).as(name).isEqualTo(type);
    assertThat(tensor.sizes()).as(name).isEqualTo(sizes);
    assertThat(bytes(tensor)).as(name).isEqualTo(bytes);
  }

  static byte[] bytes(Tensor tensor) {
    byte[] found = new byte[(int) tensor.elementCount() * tensor.dtype().sizeBytes()];
    HostData.copy(tensor, MemorySegment.ofArray(found));
    return found;
  }
}
