package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.launch.Reduction;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** The bodies of reductions: a block of threads computes an output element. */
final class ReductionBodies {
  private final Launcher launcher;

  ReductionBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers sums, means, extremes and variances. */
  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SUM, it -> run("sum", it))
        .structured(Aten.SUM_DIM_INT_LIST, it -> run("sum", it))
        .structured(Aten.MEAN, it -> run("mean", it))
        .structured(Aten.MEAN_DIM, it -> run("mean", it))
        .structured(Aten.AMAX, it -> run("amax", it))
        .structured(Aten.AMIN, it -> run("amin", it))
        .structured(Aten.ARGMAX, it -> run("argmax", it))
        .structured(Aten.AMINMAX, it -> run("aminmax", it))
        .structured(Aten.MAX_DIM, it -> run("max_dim", it))
        .structured(Aten.MAX, it -> extreme("amax", it))
        .structured(Aten.MIN, it -> extreme("amin", it))
        .structured(Aten.MIN_DIM, it -> run("min_dim", it))
        .structured(Aten.VAR_CORRECTION, (it, less) -> spread(it, less, false))
        .structured(Aten.STD_CORRECTION, (it, less) -> spread(it, less, true))
        .structured(Aten.VAR_MEAN_CORRECTION, (it, less) -> spread(it, less, false))
        .structured(Aten.STD_MEAN_CORRECTION, (it, less) -> spread(it, less, true));
  }

  /** Launches a kernel for the input's type. */
  private void run(String kernel, ReductionIterator it) {
    run(kernel, it, it.parameters());
  }

  /** Finds an extreme; a complex output gets it as its real part, of real inputs only. */
  private void extreme(String kernel, ReductionIterator it) {
    DType type = it.inputType();
    if (type.isComplex()) { // the converted input, whose imaginary parts are 0
      Tensor out = it.tensor(0);
      ParameterBlock zero = Blocks.strided(out.sizes(), out);
      launcher.elementwise(
          kernel,
          "fill_" + type,
          zero.with(Launcher.words(DType.INT64, Scalar.ZERO)),
          out.elementCount());
    }
    String typed = kernel + "_" + type.realType();
    Reduction.run(launcher, kernel, typed, it.parameters(), it.outputCount(), it.reducedCount());
  }

  private void run(String kernel, ReductionIterator it, ParameterBlock block) {
    run(kernel, kernel, it, block);
  }

  private void run(String operator, String kernel, ReductionIterator it, ParameterBlock block) {
    String typed = kernel + "_" + it.inputType();
    Reduction.run(launcher, operator, typed, block, it.outputCount(), it.reducedCount());
  }

  /** Registers products, counts, extremes, norms, and logarithms of sums. */
  void registerTotals(KernelRegistrar kernels) {
    kernels
        .structured(Aten.PROD, it -> run("prod", it))
        .structured(Aten.PROD_DIM_INT, it -> run("prod", it))
        .structured(Aten.NANSUM, it -> run(isFloating(it) ? "nansum" : "sum", it))
        .structured(Aten.LOGSUMEXP, it -> run("logsumexp", it))
        .structured(Aten.LINALG_VECTOR_NORM, this::norm)
        .structured(Aten.ARGMIN, it -> run("argmin", it))
        .structured(Aten.ALL, it -> count("all", it, Wanted.ALL))
        .structured(Aten.ALL_DIM, it -> count("all", it, Wanted.ALL))
        .structured(Aten.ALL_DIMS, it -> count("all", it, Wanted.ALL))
        .structured(Aten.ANY, it -> count("any", it, Wanted.ANY))
        .structured(Aten.ANY_DIM, it -> count("any", it, Wanted.ANY))
        .structured(Aten.ANY_DIMS, it -> count("any", it, Wanted.ANY))
        .structured(Aten.COUNT_NONZERO, it -> count("count_nonzero", it, Wanted.COUNT))
        .structured(
            Aten.COUNT_NONZERO_DIM_INT_LIST, it -> count("count_nonzero", it, Wanted.COUNT));
  }

  private static boolean isFloating(ReductionIterator it) {
    return it.inputType().isFloating();
  }

  /** Counts what is not 0, for the result that is wanted: the count, whether any is or all are. */
  private void count(String operator, ReductionIterator it, Wanted wanted) {
    run(operator, "count", it, it.parameters().with(wanted.ordinal()));
  }

  /** What a count of elements is for; the kernel knows the order. */
  private enum Wanted {
    COUNT,
    ANY,
    ALL
  }

  private void norm(ReductionIterator it, Scalar power) {
    ParameterBlock block = it.parameters();
    run("norm", it, block.with(Double.doubleToRawLongBits(power.toDouble())));
  }

  /** Computes variances, or their roots; without a correction the divisor is the count less 1. */
  private void spread(ReductionIterator it, Scalar correction, boolean isRoot) {
    double less = correction == null ? 1 : correction.toDouble();
    run(
        it.outputs() > 1 ? "var_mean" : "var",
        it,
        it.parameters().with(Double.doubleToRawLongBits(less), isRoot ? 1 : 0));
  }
}
