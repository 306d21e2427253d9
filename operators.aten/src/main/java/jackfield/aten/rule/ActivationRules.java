package jackfield.aten.rule;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of softmax and its gradients; each is named for its operator and takes its arguments.
 *
 * <p><em>Types</em>: real floating types. Outputs are row-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ActivationRules {
  private ActivationRules() {}

  /**
   * Plans softmax over {@code dim}.
   *
   * @param halfToFloat whether float16 gives float32, which only devices other than the host
   *     support
   */
  public static LinePlan softmax(Tensor self, long dim, boolean halfToFloat) {
    return softmax("_softmax", self, dim, halfToFloat);
  }

  /**
   * Plans the logarithm of softmax over {@code dim}.
   *
   * @param halfToFloat whether float16 gives float32, which only devices other than the host
   *     support
   */
  public static LinePlan logSoftmax(Tensor self, long dim, boolean halfToFloat) {
    return softmax("_log_softmax", self, dim, halfToFloat);
  }

  private static LinePlan softmax(String operator, Tensor self, long dim, boolean halfToFloat) {
    int along = Dimensions.wrap(operator, dim, self.rank());
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + self.dtype());
    }
    if (halfToFloat && (self.device().isHost() || self.dtype() != DType.FLOAT16)) {
      throw new TypeMismatch(
          operator, "half_to_float converts float16 on a device, found " + self.summary());
    }
    DType type = halfToFloat ? DType.FLOAT32 : self.dtype();
    return LinePlan.of(operator, along, new Tensor[] {self}, new OutputSpec(type, self.sizes()));
  }

  /** Plans the gradient of softmax, computed from its output. */
  public static LinePlan softmaxBackward(
      Tensor gradOutput, Tensor output, long dim, DType inputDtype) {
    return backward("_softmax_backward_data", gradOutput, output, dim, inputDtype);
  }

  /** Plans the gradient of the logarithm of softmax, computed from its output. */
  public static LinePlan logSoftmaxBackward(
      Tensor gradOutput, Tensor output, long dim, DType inputDtype) {
    return backward("_log_softmax_backward_data", gradOutput, output, dim, inputDtype);
  }

  private static LinePlan backward(
      String operator, Tensor gradOutput, Tensor output, long dim, DType inputDtype) {
    int along = Dimensions.wrap(operator, dim, gradOutput.rank());
    if (!Arrays.equals(gradOutput.sizes(), output.sizes())) {
      throw new ShapeMismatch(
          operator, "grad_output and output differ", gradOutput.sizes(), output.sizes());
    }
    DType type = gradOutput.dtype();
    boolean fromHalf = inputDtype == DType.FLOAT16 && type == DType.FLOAT32;
    if (!type.isFloating() || type != output.dtype() || (type != inputDtype && !fromHalf)) {
      throw new TypeMismatch(
          operator,
          "expected grad_output, output and input of one floating type, found %s, %s and %s"
              .formatted(type, output.dtype(), inputDtype));
    }
    OutputSpec gradient = new OutputSpec(inputDtype, gradOutput.sizes());
    return LinePlan.of(operator, along, new Tensor[] {gradOutput, output}, gradient);
  }
}
