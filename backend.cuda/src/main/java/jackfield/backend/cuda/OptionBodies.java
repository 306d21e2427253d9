package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Elementwise operators whose options choose a kernel or its numbers. */
final class OptionBodies {
  private static final double LARGEST_HALF = 65504;
  private static final double LARGEST_BFLOAT = 0x1.FEp127;

  private final ElementwiseBodies bodies;

  OptionBodies(ElementwiseBodies bodies) {
    this.bodies = bodies;
  }

  void registerActivations(KernelRegistrar kernels) {
    kernels
        .structured(Aten.GELU, (it, mode) -> approximate("gelu", it, mode))
        .structured(Aten.GELU_BACKWARD, (it, mode) -> approximate("gelu_backward", it, mode))
        .structured(Aten.ELU_BACKWARD, this::eluBackward)
        .structured(Aten.LEAKY_RELU_BACKWARD, this::leakyReluBackward)
        .structured(Aten.LOG_SIGMOID_BACKWARD, it -> bodies.run("log_sigmoid_backward", it));
  }

  void registerElementary(KernelRegistrar kernels) {
    kernels
        .structured(Aten.LOGIT, (it, eps) -> limited("logit", it, eps))
        .structured(Aten.LOGIT_BACKWARD, (it, eps) -> limited("logit_backward", it, eps))
        .structured(Aten.NAN_TO_NUM, this::nanToNum)
        .structured(Aten.ROUND_DECIMALS, this::round);
  }

  /** Limits; a limit that is missing is null and no operand. */
  void clamp(ElementwiseIterator it, Tensor min, Tensor max) {
    bodies.run(min == null ? "clamp_max_tensor" : max == null ? "clamp_min_tensor" : "clamp", it);
  }

  void polygamma(ElementwiseIterator it, long order) {
    bodies.run("polygamma", it, Scalar.of((double) order));
  }

  private void approximate(String operator, ElementwiseIterator it, String approximate) {
    if (!approximate.equals("none") && !approximate.equals("tanh")) {
      throw new InvalidArgument(
          operator, "approximate", "must be none or tanh, found " + approximate);
    }
    bodies.run(operator + "_" + approximate, it);
  }

  private void eluBackward(
      ElementwiseIterator it, Scalar alpha, Scalar scale, Scalar inputScale, boolean isResult) {
    bodies.run(isResult ? "elu_backward_of_result" : "elu_backward", it, alpha, scale, inputScale);
  }

  private void leakyReluBackward(
      ElementwiseIterator it, Scalar negativeSlope, boolean selfIsResult) {
    bodies.run("leaky_relu_backward", it, negativeSlope);
  }

  private void limited(String kernel, ElementwiseIterator it, Double eps) {
    if (eps == null) {
      bodies.run(kernel, it);
    } else {
      bodies.run(kernel + "_limited", it, Scalar.of((double) eps));
    }
  }

  /** Replaces NaN and infinities; without a number, by 0 and the type's largest numbers. */
  private void nanToNum(ElementwiseIterator it, Double nan, Double high, Double low) {
    double most = largest(it.commonType());
    bodies.run(
        "nan_to_num",
        it,
        pair(nan == null ? 0 : nan),
        pair(high == null ? most : high),
        pair(low == null ? -most : low));
  }

  /** Returns a number for both parts of complex elements. */
  private static Scalar pair(double value) {
    return Scalar.of(value, value);
  }

  private static double largest(DType type) {
    return switch (type) {
      case FLOAT64, COMPLEX128 -> Double.MAX_VALUE;
      case FLOAT16 -> LARGEST_HALF;
      case BFLOAT16 -> LARGEST_BFLOAT;
      default -> Float.MAX_VALUE;
    };
  }

  private void round(ElementwiseIterator it, long decimals) {
    if (it.commonType().isFloating()) {
      double power = Math.pow(10, Math.abs((double) decimals));
      bodies.run(decimals < 0 ? "round_down" : "round_up", it, Scalar.of(power));
    } else {
      bodies.run("round", it);
    }
  }
}
