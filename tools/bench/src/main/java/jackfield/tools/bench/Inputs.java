package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Random;

/** Random inputs of cases, on the device that computes them. */
final class Inputs {
  private final Aten aten;
  private final Device device;
  private final Random random = new Random(2);

  Inputs(Aten aten, Device device) {
    this.aten = aten;
    this.device = device;
  }

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
    return placed(HostData.tensor(values, sizes));
  }

  /** {@code count} indexes below {@code bound}. */
  Tensor indexes(int count, int bound) {
    return placed(HostData.tensor(random.longs(count, 0, bound).toArray(), count));
  }

  /** Elements that all have one value. */
  Tensor filled(double value, long... sizes) {
    return placed(aten.full(sizes, Scalar.of(value)));
  }

  private Tensor placed(Tensor onHost) {
    return device.isHost() ? onHost : aten.to(onHost, device, onHost.dtype());
  }
}
