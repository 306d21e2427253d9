package jackfield.backend.cpu.loops.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cpu.loops.Numbers;
import jackfield.tensor.DType;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransposedCopyTest {
  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"INT32", "INT64"})
  void everyElementIsCopiedAndNothingElseIsWritten(DType type) {
    TransposedCopy copy = new TransposedCopy(type);
    for (int round = 0; round < 60; round++) {
      int rows = 1 + random.nextInt(40);
      int columns = 1 + random.nextInt(round % 4 == 0 ? 200 : 40);
      int gap = random.nextInt(3);
      Numbers from = Numbers.random(type, rows * (columns + gap), random);
      Numbers to = new Numbers(type, columns * (rows + gap));
      for (int i = 0; i < to.count(); i++) {
        to.put(i, -7777);
      }
      int element = type.sizeBytes();
      copy.run(
          from.address(),
          (long) (columns + gap) * element,
          to.address(),
          (long) (rows + gap) * element,
          rows,
          columns);
      for (int i = 0; i < to.count(); i++) {
        int row = i % (rows + gap);
        int column = i / (rows + gap);
        double expected = row < rows ? from.at(row * (columns + gap) + column) : -7777;
        assertThat(to.at(i))
            .as("seed %d: %d x %d, gap %d, at %d, %d", seed, rows, columns, gap, row, column)
            .isEqualTo(expected);
      }
      assertThat(to.isGuarded()).as("seed %d", seed).isTrue();
    }
  }
}
