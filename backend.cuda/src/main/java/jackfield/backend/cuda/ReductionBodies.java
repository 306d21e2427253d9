package jackfield.backend.cuda;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.kernel.ReductionIterator;
import jackfield.tensor.Scalar;

/** The bodies of reductions: a block of threads computes an output element. */
final class ReductionBodies {
  private final Launcher launcher;

  ReductionBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Launches a kernel for the input's type. */
  void run(String kernel, ReductionIterator it) {
    run(kernel, it, it.parameters());
  }

  private void run(String kernel, ReductionIterator it, ParameterBlock block) {
    launcher.cooperative(
        kernel, kernel + "_" + it.inputType(), block, it.outputCount(), it.reducedCount());
  }

  /** Computes variances, or their roots; without a correction the divisor is the count less 1. */
  void spread(ReductionIterator it, Scalar correction, boolean isRoot) {
    double less = correction == null ? 1 : correction.toDouble();
    run(
        it.outputs() > 1 ? "var_mean" : "var",
        it,
        it.parameters().with(Double.doubleToRawLongBits(less), isRoot ? 1 : 0));
  }
}
