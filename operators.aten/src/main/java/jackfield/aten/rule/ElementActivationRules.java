package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of activations of single elements that {@link TypeRules} cannot express.
 *
 * <p><em>Errors</em>: {@link jackfield.tensor.TypeMismatch} for numbers that are not real floats.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ElementActivationRules {
  private static final int NOT_REAL = TypeRules.BOOL | TypeRules.INTEGRAL | TypeRules.COMPLEX;

  private ElementActivationRules() {}

  /**
   * Plans elements that are moved towards 0.
   *
   * @throws InvalidArgument if {@code lambd} is negative
   */
  public static ElementwisePlan softshrink(Tensor self, Scalar lambd) {
    if (!(lambd.toDouble() >= 0)) {
      throw new InvalidArgument("softshrink", "lambd", "must not be negative, found " + lambd);
    }
    return TypeRules.same("softshrink", NOT_REAL, self);
  }

  /**
   * Plans elements limited to between two numbers.
   *
   * @throws InvalidArgument if the type cannot represent them
   */
  public static ElementwisePlan hardtanh(Tensor self, Scalar minVal, Scalar maxVal) {
    DType type = self.dtype();
    ElementwisePlan plan = TypeRules.same("hardtanh", TypeRules.BOOL | TypeRules.COMPLEX, self);
    FillRules.checkHolds("hardtanh", "min_val", type, minVal);
    FillRules.checkHolds("hardtanh", "max_val", type, maxVal);
    if (type == DType.UINT8 && Math.min(minVal.toDouble(), maxVal.toDouble()) < 0) {
      throw new InvalidArgument(
          "hardtanh", "min_val", "%s is negative, and self is uint8".formatted(minVal));
    }
    return plan;
  }

  /**
   * Plans negative elements multiplied by a number.
   *
   * @throws InvalidArgument if the type cannot represent it
   */
  public static ElementwisePlan leakyRelu(Tensor self, Scalar negativeSlope) {
    ElementwisePlan plan = TypeRules.same("leaky_relu", NOT_REAL, self);
    FillRules.checkHolds("leaky_relu", "negative_slope", self.dtype(), negativeSlope);
    return plan;
  }

  /**
   * Plans elements of which those not above a number are replaced by another.
   *
   * @throws InvalidArgument if the type cannot represent these
   */
  public static ElementwisePlan threshold(Tensor self, Scalar threshold, Scalar value) {
    DType type = self.dtype();
    TypeRules.refuse("threshold", TypeRules.BOOL | TypeRules.COMPLEX, type);
    FillRules.checkHolds("threshold", "threshold", type, threshold);
    FillRules.checkHolds("threshold", "value", type, value);
    return ElementwisePlan.unary("threshold", self, type, type);
  }

  /**
   * Plans the gradient of gelu. As in PyTorch, whose kernels for dense short floats on the CPU are
   * those of another library, no wider type is accepted beside such floats.
   */
  public static ElementwisePlan geluBackward(Tensor gradOutput, Tensor self, String approximate) {
    ElementwisePlan plan = TypeRules.promote("gelu_backward", NOT_REAL, gradOutput, self);
    boolean isLimited =
        self.dtype() != DType.FLOAT64
            && approximate.equals("none")
            && self.device().isHost()
            && self.isContiguous()
            && self.elementCount() > 1;
    if (isLimited && gradOutput.dtype() == DType.FLOAT64) {
      throw new TypeMismatch(
          "gelu_backward", "expected grad_output to be %s, found float64".formatted(self.dtype()));
    }
    return isLimited ? plan.withShortFloats() : plan;
  }

  /** Plans the logarithm of the sigmoid, and the numbers that its gradient needs. */
  public static ElementwisePlan logSigmoid(Tensor self) {
    return TypeRules.same("log_sigmoid", NOT_REAL, self).withFurtherResults(self.dtype());
  }

  /**
   * Plans the gradient of elu. A result does not tell the sign of its element if negative elements
   * are multiplied by a negative number.
   *
   * @throws InvalidArgument if the result is given and {@code alpha} or {@code alpha · scale} is
   *     negative, or {@code alpha} is NaN
   */
  public static ElementwisePlan eluBackward(
      Tensor gradOutput,
      Scalar alpha,
      Scalar scale,
      Scalar inputScale,
      boolean isResult,
      Tensor selfOrResult) {
    ElementwisePlan plan = TypeRules.promote("elu_backward", NOT_REAL, gradOutput, selfOrResult);
    if (isResult && isNegative(alpha.toDouble(), scale.toDouble())) {
      throw new InvalidArgument(
          "elu_backward",
          "alpha",
          "and alpha times scale must not be negative if the result is given, found %s and scale %s"
                  .formatted(alpha, scale)
              + "; try elu without in-place");
    }
    return plan;
  }

  /**
   * Plans the gradient of numbers of which the negative ones are multiplied by a number.
   *
   * @throws InvalidArgument if the result is given and the number is negative or NaN
   */
  public static ElementwisePlan leakyReluBackward(
      Tensor gradOutput, Tensor self, Scalar negativeSlope, boolean selfIsResult) {
    ElementwisePlan plan = TypeRules.promote("leaky_relu_backward", NOT_REAL, gradOutput, self);
    if (selfIsResult && isNegative(negativeSlope.toDouble(), 1)) {
      throw new InvalidArgument(
          "leaky_relu_backward",
          "negative_slope",
          "must not be negative if the result is given, found " + negativeSlope);
    }
    return plan.inLayoutOf(1);
  }

  /** Returns whether a slope or its product with {@code scale} is negative, or it is NaN. */
  private static boolean isNegative(double slope, double scale) {
    return !(slope >= 0) || slope * scale < 0;
  }

  /**
   * Plans the gradient of the logarithm of the sigmoid. On the host {@code buffer} holds the
   * exponentials that the forward pass computed, and Meta agrees with the host; other devices do
   * not read it.
   */
  public static ElementwisePlan logSigmoidBackward(Tensor gradOutput, Tensor self, Tensor buffer) {
    String operator = "log_sigmoid_backward";
    DType type = self.dtype();
    TypeRules.refuse(operator, NOT_REAL, type);
    Device device = self.device();
    if (!device.isHost() && !device.equals(Device.META)) {
      return ElementwisePlan.binary(operator, gradOutput, self, type, type).withoutCast();
    }
    TypeRules.requireSame(operator, self, buffer, gradOutput);
    Tensor[] inputs = {self, buffer, gradOutput};
    return ElementwisePlan.of(operator, inputs, null, type, type).withoutCast().inLayoutOf(2);
  }
}
