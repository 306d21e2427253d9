package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/** The rule of {@code aten::copy_}, which converts between all types. */
public final class CopyRules {
  private CopyRules() {}

  /**
   * Plans to write {@code src}, broadcast to the sizes of {@code self}, into {@code self}; the body
   * sees both types. Nothing is written, and nothing refused, if the two are the same memory. A
   * tensor on the device {@code meta} takes the elements of any device, as it has none itself.
   *
   * @param nonBlocking whether the copy may be incomplete when the call returns
   */
  public static ElementwisePlan copy(Tensor self, Tensor src, boolean nonBlocking) {
    Tensor source = self.device().equals(Device.META) ? withoutMemory(src) : src;
    DType[] asTheyAre = {src.dtype()};
    ElementwisePlan plan =
        ElementwisePlan.of("copy_", new Tensor[] {source}, asTheyAre, src.dtype(), self.dtype());
    return MemoryOverlap.isElementwiseSame(self, src) ? plan.withoutWork() : plan;
  }

  private static Tensor withoutMemory(Tensor src) {
    long _ = src.storage().address(); // throws for a closed tensor
    long bytes = Shapes.reachBytes(src.sizes(), src.strides(), 0, src.dtype());
    return Tensor.of(
        KeySets.ofTensor(DispatchKey.META.bits()),
        src.dtype(),
        MemoryDomain.meta().allocate(bytes),
        src.sizes(),
        src.strides(),
        0);
  }
}
