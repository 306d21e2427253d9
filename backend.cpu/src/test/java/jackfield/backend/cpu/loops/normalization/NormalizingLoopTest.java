package jackfield.backend.cpu.loops.normalization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.backend.cpu.loops.Numbers;
import jackfield.tensor.DType;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NormalizingLoopTest {
  private static final double MEAN = 0.25;
  private static final double FACTOR = 1.5;

  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void elementsAreNormalizedOnAnyLength(DType type) {
    NormalizingLoop loop = NormalizingLoop.byType().of(type);
    for (int count = 0; count < 70; count++) {
      Numbers a = Numbers.plain(type, count, random);
      Numbers weight = Numbers.plain(type, count, random);
      Numbers bias = Numbers.plain(type, count, random);
      Numbers out = new Numbers(type, count);
      loop.run(out.address(), a.address(), weight.address(), bias.address(), count, MEAN, FACTOR);
      for (int i = 0; i < count; i++) {
        double wanted = (a.at(i) - MEAN) * FACTOR * weight.at(i) + bias.at(i);
        assertThat(out.at(i))
            .as("element %d of %d, seed %d", i, count, seed)
            .isCloseTo(wanted, within(1e-5 * (1 + Math.abs(wanted))));
      }
      assertThat(out.isGuarded()).as("seed %d", seed).isTrue();
    }
  }
}
