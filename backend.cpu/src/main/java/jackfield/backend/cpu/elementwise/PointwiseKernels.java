package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;

/** The elementwise operators. Another operator needs one entry here and one loop. */
public final class PointwiseKernels {
  private final SharedLoops shared;
  private final Workspaces workspaces;

  /** Creates the kernels. */
  public PointwiseKernels(SharedLoops shared, Workspaces workspaces) {
    this.shared = shared;
    this.workspaces = workspaces;
  }

  private PointwiseKernel kernel(
      String operator, ByType<PointwiseLoop> loops, Complex.Function complex) {
    return new PointwiseKernel(operator, loops, complex, workspaces);
  }

  /** Adds the kernels to a list. */
  public void addTo(KernelList kernels) {
    addArithmetic(kernels);
    addFunctions(kernels);
    addLimits(kernels);
    new SumKernels(workspaces).addTo(kernels);
    new LimitKernels(workspaces).addTo(kernels);
    new PowerKernels(workspaces).addTo(kernels);
    new QuotientKernels(workspaces).addTo(kernels);
    new BitKernels(workspaces).addTo(kernels);
    new PartKernels(workspaces).addTo(kernels);
    MaskedFillKernel filled = new MaskedFillKernel(workspaces);
    kernels
        .structured(Aten.MASKED_FILL__SCALAR, filled::run)
        .structured(Aten.MASKED_FILL_, filled::run);
    addGradients(kernels);
  }

  private void addArithmetic(KernelList kernels) {
    kernels
        .structured(
            Aten.ADD, kernel("add", shared.add(), (a, b, alpha) -> a.plus(b.times(alpha)))::run)
        .structured(
            Aten.SUB,
            kernel("sub", PointwiseLoops.sub(), (a, b, alpha) -> a.minus(b.times(alpha)))::run)
        .structured(
            Aten.MUL, kernel("mul", PointwiseLoops.mul(), (a, b, number) -> a.times(b))::run)
        .structured(Aten.DIV, kernel("div", PointwiseLoops.div(), (a, b, number) -> a.over(b))::run)
        .structured(
            Aten.NEG, kernel("neg", PointwiseLoops.neg(), (a, b, number) -> a.negated())::run);
  }

  private void addFunctions(KernelList kernels) {
    kernels
        .structured(Aten.EXP, kernel("exp", PointwiseLoops.exp(), (a, b, number) -> a.exp())::run)
        .structured(Aten.LOG, kernel("log", PointwiseLoops.log(), (a, b, number) -> a.log())::run)
        .structured(
            Aten.SQRT, kernel("sqrt", PointwiseLoops.sqrt(), (a, b, number) -> a.sqrt())::run)
        .structured(
            Aten.SIGMOID,
            kernel("sigmoid", PointwiseLoops.sigmoid(), (a, b, number) -> a.sigmoid())::run)
        .structured(
            Aten.TANH, kernel("tanh", PointwiseLoops.tanh(), (a, b, number) -> a.tanh())::run)
        .structured(Aten.RELU, kernel("relu", PointwiseLoops.relu(), null)::run);
  }

  private void addLimits(KernelList kernels) {
    PointwiseKernel max = kernel("maximum", PointwiseLoops.max(), null);
    PointwiseKernel min = kernel("minimum", PointwiseLoops.min(), null);
    PointwiseKernel clamp = kernel("clamp", PointwiseLoops.clamp(), null);
    kernels
        .structured(Aten.MAXIMUM, max::run)
        .structured(Aten.MINIMUM, min::run)
        .structured(Aten.FMAX, kernel("fmax", PointwiseLoops.fmax(), null)::run)
        .structured(Aten.FMIN, kernel("fmin", PointwiseLoops.fmin(), null)::run)
        .structured(Aten.CLAMP_MIN, kernel("clamp_min", PointwiseLoops.max(), null)::run)
        .structured(Aten.CLAMP_MAX, kernel("clamp_max", PointwiseLoops.min(), null)::run)
        .structured(
            Aten.CLAMP,
            (it, low, high) -> (low == null ? min : high == null ? max : clamp).run(it));
  }

  private void addGradients(KernelList kernels) {
    kernels
        .structured(
            Aten.THRESHOLD_BACKWARD,
            kernel("threshold_backward", PointwiseLoops.whereAbove(), null)::run)
        .structured(
            Aten.SIGMOID_BACKWARD,
            kernel(
                    "sigmoid_backward",
                    PointwiseLoops.sigmoidBackward(),
                    (grad, y, one) -> grad.times(y.oneMinus().times(y).conjugate()))
                ::run)
        .structured(
            Aten.TANH_BACKWARD,
            kernel(
                    "tanh_backward",
                    PointwiseLoops.tanhBackward(),
                    (grad, y, one) -> grad.times(y.times(y).oneMinus().conjugate()))
                ::run);
  }
}
