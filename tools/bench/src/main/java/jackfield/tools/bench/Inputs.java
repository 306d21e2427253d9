package jackfield.tools.bench;

import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Random;

/** Random inputs of cases. */
final class Inputs {
  private final Random random = new Random(2);

  /** Elements between -0.5 and 0.5. */
  Tensor random(long... sizes) {
    return random(0.5f, sizes);
  }

  /** Elements between minus and plus {@code most}. */
  Tensor random(float most, long... sizes) {
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = 2 * most * (random.nextFloat() - 0.5f);
    }
    return HostData.tensor(values, sizes);
  }

  /** {@code count} indexes below {@code bound}. */
  Tensor indexes(int count, int bound) {
    return HostData.tensor(random.longs(count, 0, bound).toArray(), count);
  }
}
