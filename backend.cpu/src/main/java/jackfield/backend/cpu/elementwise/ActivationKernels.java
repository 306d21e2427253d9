package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/** Activations and their gradients. Their numbers have the precision of the elements. */
public final class ActivationKernels {
  private final Workspaces workspaces;
  private final PointwiseKernel elu;
  private final PointwiseKernel eluBackward;
  private final PointwiseKernel eluBackwardOfResult;
  private final PointwiseKernel leakyReluBackward;
  private final PointwiseKernel hardtanh;

  /** Creates the kernels. */
  public ActivationKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
    this.elu = formula("elu", "elu", 1);
    this.eluBackward = formula("elu_backward", "eluBackward", 2);
    this.eluBackwardOfResult = formula("elu_backward", "eluBackwardOfResult", 2);
    this.hardtanh = formula("hardtanh", "hardtanh", 1);
    this.leakyReluBackward = formula("leaky_relu_backward", "leakyReluBackward", 2);
  }

  private PointwiseKernel formula(String operator, String formula, int inputs) {
    return new PointwiseKernel(operator, FormulaLoops.of(formula, inputs), null, workspaces);
  }

  private PointwiseKernel kernel(String operator, ByType<PointwiseLoop> loops) {
    return new PointwiseKernel(operator, loops, null, workspaces);
  }

  /** Adds the kernels to a list. */
  public void addTo(KernelList kernels) {
    kernels
        .structured(Aten.ELU, this::elu)
        .structured(Aten.HARDTANH, this::hardtanh)
        .structured(Aten.LEAKY_RELU, formula("leaky_relu", "leakyRelu", 1)::run)
        .structured(Aten.SOFTPLUS, formula("softplus", "softplus", 1)::run)
        .structured(Aten.MISH, kernel("mish", FunctionLoops.function("mish"))::run)
        .structured(Aten.HARDSWISH, kernel("hardswish", FunctionLoops.function("hardswish"))::run)
        .structured(
            Aten.HARDSIGMOID, kernel("hardsigmoid", FunctionLoops.function("hardsigmoid"))::run)
        .structured(
            Aten.SILU,
            new PointwiseKernel(
                    "silu", FunctionLoops.function("silu"), (a, b, one) -> a.silu(), workspaces)
                ::run);
    kernels.structured(Aten.LOG_SIGMOID_FORWARD, new LogSigmoidKernel()::run);
    addGradients(kernels);
  }

  private void addGradients(KernelList kernels) {
    kernels
        .structured(Aten.ELU_BACKWARD, this::eluBackward)
        .structured(Aten.LEAKY_RELU_BACKWARD, this::leakyReluBackward)
        .structured(
            Aten.LOG_SIGMOID_BACKWARD,
            formula("log_sigmoid_backward", "logSigmoidBackward", 3)::run)
        .structured(
            Aten.SOFTPLUS_BACKWARD, formula("softplus_backward", "softplusBackward", 2)::run)
        .structured(
            Aten.HARDTANH_BACKWARD, formula("hardtanh_backward", "hardtanhBackward", 2)::run)
        .structured(
            Aten.HARDSWISH_BACKWARD,
            kernel("hardswish_backward", FunctionLoops.functionOfTwo("hardswishBackward"))::run)
        .structured(
            Aten.HARDSIGMOID_BACKWARD,
            kernel("hardsigmoid_backward", FunctionLoops.functionOfTwo("hardsigmoidBackward"))::run)
        .structured(
            Aten.SILU_BACKWARD,
            new PointwiseKernel(
                    "silu_backward",
                    FunctionLoops.functionOfTwo("siluBackward"),
                    (grad, a, one) -> grad.times(a.siluSlope().conjugate()),
                    workspaces)
                ::run);
  }

  private void elu(ElementwiseIterator it, Scalar alpha, Scalar scale, Scalar inputScale) {
    elu.run(it, product(it, alpha, scale), scale, inputScale);
  }

  /** Limits integers as 64-bit ones, since their type may not hold the limits. */
  private void hardtanh(ElementwiseIterator it, Scalar min, Scalar max) {
    DType type = it.commonType();
    if (type.isFloating()) {
      hardtanh.run(it, min, max);
      return;
    }
    long low = min.toLong();
    long high = max.toLong();
    Row row =
        (at, step, count) -> {
          for (long i = 0; i < count; i++) {
            long value = Elements.longAt(type, at[1] + i * step[1]);
            Elements.putLong(type, at[0] + i * step[0], Math.min(Math.max(value, low), high));
          }
        };
    PointwiseKernel.forEachRow(it, row);
  }

  private void eluBackward(
      ElementwiseIterator it, Scalar alpha, Scalar scale, Scalar inputScale, boolean isResult) {
    Scalar negative = product(it, alpha, scale);
    (isResult ? eluBackwardOfResult : eluBackward).run(it, negative, scale, inputScale);
  }

  private void leakyReluBackward(ElementwiseIterator it, Scalar slope, boolean isResult) {
    leakyReluBackward.run(it, slope);
  }

  private static Scalar product(ElementwiseIterator it, Scalar a, Scalar b) {
    return Scalar.of(number(it, a) * number(it, b));
  }

  /** Returns a number in the elements' precision, at least that of float32. */
  private static double number(ElementwiseIterator it, Scalar value) {
    double number = value.toDouble();
    return it.commonType() == DType.FLOAT64 ? number : (float) number;
  }
}
