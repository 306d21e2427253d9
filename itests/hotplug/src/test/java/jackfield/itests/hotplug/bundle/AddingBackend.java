package jackfield.itests.hotplug.bundle;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Quiescent;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Duration;

/**
 * A backend with an addition and asynchronous work to wait for, so that its removal runs all
 * stages.
 */
public final class AddingBackend implements Backend, Quiescent {
  /** Creates the backend; called by Declarative Services. */
  public AddingBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.kernel(Aten.ADD_TENSOR, (self, other, alpha) -> sum(self, other));
  }

  private static Tensor sum(Tensor self, Tensor other) {
    float[] sum = HostData.floats(self);
    float[] added = HostData.floats(other);
    for (int i = 0; i < sum.length; i++) {
      sum[i] += added[i];
    }
    return HostData.tensor(sum, self.sizes());
  }

  @Override
  public void quiesce(Duration deadline) {} // its work is idle already
}
