package jackfield.aten.rule.scatter;

import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of operators that write under a mask, or find what a mask selects; each is named for
 * its operator and takes its arguments.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class MaskRules {
  private MaskRules() {}

  /**
   * Plans the elements of {@code source}, in order, in place of those under the mask; the result
   * has the sizes to which {@code self} and {@code mask} broadcast. The body checks that there are
   * enough elements.
   */
  public static OutputPlan maskedScatter(Tensor self, Tensor mask, Tensor source) {
    Positions.requireType("masked_scatter", source, self);
    if (mask.dtype() != DType.BOOL) {
      throw new TypeMismatch("masked_scatter", "expected mask to be bool, found " + mask.dtype());
    }
    long[] sizes = Broadcast.sizes("masked_scatter", self.sizes(), mask.sizes());
    Tensor[] inputs = {expanded(self, sizes), expanded(mask, sizes), source};
    return OutputPlan.of("masked_scatter", inputs, new OutputSpec(self.dtype(), sizes));
  }

  private static Tensor expanded(Tensor tensor, long[] sizes) {
    return Arrays.equals(tensor.sizes(), sizes)
        ? tensor
        : tensor.alias(sizes, Broadcast.strides(tensor, sizes), tensor.offset());
  }

  /** Plans the first {@code size} positions of elements that are not zero. */
  public static OutputPlan nonzeroStatic(Tensor self, long size, long fillValue) {
    if (size < 0) {
      throw new InvalidArgument(
          "nonzero_static", "size", "is %d, expected 0 or more".formatted(size));
    }
    OutputSpec spec = new OutputSpec(DType.INT64, new long[] {size, self.rank()});
    return OutputPlan.of("nonzero_static", new Tensor[] {self}, spec);
  }
}
