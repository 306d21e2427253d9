package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** The rule of {@code aten::copy_}, which converts between all types. */
public final class CopyRules {
  private CopyRules() {}

  /**
   * Plans to write {@code src}, broadcast to the sizes of {@code self}, into {@code self}; the body
   * sees both types. Nothing is written, and nothing refused, if the two are the same memory.
   *
   * @param nonBlocking whether the copy may be incomplete when the call returns
   */
  public static ElementwisePlan copy(Tensor self, Tensor src, boolean nonBlocking) {
    DType[] asTheyAre = {src.dtype()};
    ElementwisePlan plan =
        ElementwisePlan.of("copy_", new Tensor[] {src}, asTheyAre, src.dtype(), self.dtype());
    return MemoryOverlap.isElementwiseSame(self, src) ? plan.withoutWork() : plan;
  }
}
