package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.Scalar;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class HalvedRowsTest {
  private static final int ROWS = 3;
  private static final int UNTOUCHED = -1;

  @Test
  void everySecondElementOfRowsOfAnyLengthIsCopied() {
    try (Arena arena = Arena.ofConfined()) {
      for (int columns = 0; columns < 40; columns++) {
        int read = Math.max(1, 2 * columns - 1); // the last row ends at its last copied element
        int step = read + 2;
        int outStep = columns + 1;
        MemorySegment in = arena.allocate(4L * (step * (ROWS - 1) + read), 4);
        MemorySegment out = arena.allocate(4L * ROWS * outStep, 4);
        for (int i = 0; i < in.byteSize() / 4; i++) {
          in.setAtIndex(ValueLayout.JAVA_INT, i, 0x7f800001 + i); // as floats, NaN
        }
        out.fill((byte) UNTOUCHED);
        RowsLoop.halving()
            .run(out.address(), 4L * outStep, in.address(), 4L * step, ROWS, columns, Scalar.ZERO);
        for (int row = 0; row < ROWS; row++) {
          for (int column = 0; column < outStep; column++) {
            int expected = column == columns ? UNTOUCHED : 0x7f800001 + row * step + 2 * column;
            assertThat(out.getAtIndex(ValueLayout.JAVA_INT, row * outStep + column))
                .as("row %d, column %d of %d", row, column, columns)
                .isEqualTo(expected);
          }
        }
      }
    }
  }
}
