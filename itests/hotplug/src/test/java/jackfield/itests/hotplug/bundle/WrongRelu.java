package jackfield.itests.hotplug.bundle;

import jackfield.aten.Neg;
import jackfield.aten.Relu;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** A backend whose relu returns twice the right values, and whose negation throws. */
public final class WrongRelu implements Backend {
  /** Creates the backend; called by Declarative Services. */
  public WrongRelu() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(Relu.TYPE, WrongRelu::relu).kernel(Neg.TYPE, WrongRelu::neg);
  }

  private static Tensor relu(Tensor self) {
    float[] values = HostData.floats(self);
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, 2 * values[i]);
    }
    return HostData.tensor(values, self.sizes());
  }

  private static Tensor neg(Tensor self) {
    throw new IllegalStateException("not made yet");
  }
}
