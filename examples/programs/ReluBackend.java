import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** A backend for the CPU with one kernel; all other operators stay with the bundles beneath. */
public class ReluBackend implements Backend {
  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.structured(Aten.RELU, ReluBackend::relu); // shapes, in-place and out= forms are given
  }

  static void relu(ElementwiseIterator it) {
    DType type = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double x = Elements.doubleAt(type, at[1] + i * step[1]);
        Elements.putDouble(type, at[0] + i * step[0], x < 0 ? 0 : x);
      }
    });
  }
}
