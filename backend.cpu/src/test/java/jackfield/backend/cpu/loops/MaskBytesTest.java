package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.memory.HostBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class MaskBytesTest {
  private static final int BITS = 64;

  @Test
  void everyByteButZeroIsTrue() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(BITS);
      for (int count = 0; count <= BITS; count++) {
        for (int value = 0; value < 256; value++) {
          long expected = 0;
          for (int i = 0; i < BITS; i++) {
            int each = i % 3 == 0 ? value : 0;
            HostBytes.putByte(bytes.address() + i, (byte) each);
            expected |= each != 0 && i < count ? 1L << i : 0;
          }
          assertThat(MaskBytes.at(bytes.address(), count)).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void bitsAreReadAsTheyWereWritten() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(BITS);
      long mask = 0x5A3C_0FF1_8001_7E96L;
      MaskBytes.put(bytes.address(), mask, BITS);
      assertThat(MaskBytes.at(bytes.address(), BITS)).isEqualTo(mask);
    }
  }
}
