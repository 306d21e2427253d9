package jackfield.tools.fuzz.operator.argument;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PageEndTest {
  /** Returns the permissions of the memory that has {@code address}; null for none. */
  private static String permissions(long address) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"), StandardCharsets.UTF_8)) {
      String[] range = line.substring(0, line.indexOf(' ')).split("-");
      if (Long.compareUnsigned(Long.parseUnsignedLong(range[0], 16), address) <= 0
          && Long.compareUnsigned(address, Long.parseUnsignedLong(range[1], 16)) < 0) {
        return line.substring(line.indexOf(' ') + 1, line.indexOf(' ') + 5);
      }
    }
    return null;
  }

  @Test
  void theByteBehindTheLastCannotBeRead() throws IOException {
    Storage storage = PageEnd.allocate(12);
    long end = storage.address() + storage.sizeBytes();
    assertThat(permissions(end - 1)).startsWith("rw");
    assertThat(permissions(end)).startsWith("--");
  }

  @Test
  void itHoldsTheContentOfTheRecipe() {
    Memory memory = new Memory(DType.INT16, 3, List.of(5.0, 7.0), 0, false, true);
    assertThat(HostData.longs(memory.onHost())).containsExactly(5, 7, 5);
  }

  @Test
  void whatDoesNotFitIsInUsualMemory() throws IOException {
    Storage storage = PageEnd.allocate(1 << 20);
    assertThat(storage.sizeBytes()).isEqualTo(1 << 20);
    assertThat(permissions(storage.address() + storage.sizeBytes() - 1)).startsWith("rw");
  }
}
