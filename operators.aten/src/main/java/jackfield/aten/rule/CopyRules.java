package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** The rule of {@code aten::copy_}, which converts from any type to any. */
public final class CopyRules {
  private CopyRules() {}

  /**
   * Plans writing {@code src}, stretched to its sizes, into {@code self}; the body sees both types.
   *
   * @param nonBlocking whether the caller does not need the copy to be done at once
   */
  public static ElementwisePlan copy(Tensor self, Tensor src, boolean nonBlocking) {
    DType[] asTheyAre = {src.dtype()};
    return ElementwisePlan.of("copy_", new Tensor[] {src}, asTheyAre, src.dtype(), self.dtype());
  }
}
