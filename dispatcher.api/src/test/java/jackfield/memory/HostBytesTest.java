package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

final class HostBytesTest {
  private static final int BYTES = 64;
  private static final int FROM = 20;

  /** Also sizes that are copied as two integers, in both directions of an overlap. */
  @Test
  void rangesThatOverlapAreCopiedAsIfTheyDidNot() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(BYTES);
      for (int size = 0; size <= FROM; size++) {
        for (int to = 0; to <= 2 * FROM; to++) {
          byte[] expected = new byte[BYTES];
          for (int i = 0; i < BYTES; i++) {
            expected[i] = (byte) (i + 1);
          }
          MemorySegment.copy(expected, 0, memory, ValueLayout.JAVA_BYTE, 0, BYTES);
          System.arraycopy(expected, FROM, expected, to, size);
          HostBytes.copy(memory.address() + FROM, memory.address() + to, size);
          assertThat(memory.toArray(ValueLayout.JAVA_BYTE))
              .as("%d bytes to %d", size, to)
              .isEqualTo(expected);
        }
      }
    }
  }
}
