package jackfield.itests.hotplug.bundle;

import jackfield.aten.Neg;
import jackfield.aten.Relu;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** The correct version of {@link WrongRelu}. */
public final class RightRelu implements Backend {
  /** Creates the backend; called by Declarative Services. */
  public RightRelu() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(Relu.TYPE, RightRelu::relu).kernel(Neg.TYPE, RightRelu::neg);
  }

  private static Tensor relu(Tensor self) {
    float[] values = HostData.floats(self);
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, values[i]);
    }
    return HostData.tensor(values, self.sizes());
  }

  private static Tensor neg(Tensor self) {
    float[] values = HostData.floats(self);
    for (int i = 0; i < values.length; i++) {
      values[i] = -values[i];
    }
    return HostData.tensor(values, self.sizes());
  }
}
