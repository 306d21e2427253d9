package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/** Sums of an input and a product or a quotient, and interpolation. */
final class SumKernels {
  private final Workspaces workspaces;
  private final PointwiseKernel addcmul;
  private final PointwiseKernel addcdiv;
  private final PointwiseKernel fromStart;
  private final PointwiseKernel fromEnd;
  private final PointwiseKernel lerp;

  SumKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
    this.addcmul = formula("addcmul", "addcmul", 3);
    this.addcdiv = formula("addcdiv", "addcdiv", 3);
    this.fromStart = formula("lerp", "lerpFromStart", 2);
    this.fromEnd = formula("lerp", "lerpFromEnd", 2);
    this.lerp = formula("lerp", "lerp", 3);
  }

  private PointwiseKernel formula(String operator, String formula, int inputs) {
    return new PointwiseKernel(operator, FormulaLoops.of(formula, inputs), null, workspaces);
  }

  void addTo(KernelList kernels) {
    kernels
        .structured(Aten.ADDCMUL, this::addcmul)
        .structured(Aten.ADDCDIV, this::addcdiv)
        .structured(Aten.LERP, this::lerp)
        .structured(Aten.LERP_SCALAR, this::lerp);
  }

  private void addcmul(ElementwiseIterator it, Scalar value) {
    if (it.commonType().isComplex()) {
      Complex factor = Complex.of(value);
      rows(it, (a, b, c) -> a.plus(factor.times(b).times(c)));
    } else {
      addcmul.run(it, value);
    }
  }

  private void addcdiv(ElementwiseIterator it, Scalar value) {
    if (it.commonType().isComplex()) {
      Complex factor = Complex.of(value);
      rows(it, (a, b, c) -> a.plus(factor.times(b).over(c)));
    } else {
      addcdiv.run(it, value);
    }
  }

  /** Starts from the nearer end, so that a weight of 1 gives the other end exactly. */
  private void lerp(ElementwiseIterator it, Scalar weight) {
    Complex share = Complex.of(weight);
    if (it.commonType().isComplex()) {
      rows(it, (a, b, c) -> between(a, b, share));
    } else {
      (isNearStart(share) ? fromStart : fromEnd).run(it, weight);
    }
  }

  private void lerp(ElementwiseIterator it) {
    if (it.commonType().isComplex()) {
      rows(it, SumKernels::between);
    } else {
      lerp.run(it);
    }
  }

  private static Complex between(Complex a, Complex b, Complex share) {
    return isNearStart(share)
        ? a.plus(share.times(b.minus(a)))
        : b.minus(b.minus(a).times(share.oneMinus()));
  }

  private static boolean isNearStart(Complex share) {
    return share.re() * share.re() + share.im() * share.im() < 0.25;
  }

  /** A function of the elements of up to three inputs; the last is repeated. */
  @FunctionalInterface
  private interface Formula {
    Complex apply(Complex a, Complex b, Complex c);
  }

  private static void rows(ElementwiseIterator it, Formula formula) {
    DType type = it.commonType();
    int last = it.operandCount() - 1;
    Parallel.range(
        it.count(),
        PointwiseKernel.GRAIN,
        (from, to) ->
            it.forEachRow(
                from,
                to,
                (at, step, count) -> {
                  for (long i = 0; i < count; i++) {
                    Complex a = Complex.at(type, at[1] + i * step[1]);
                    Complex b = Complex.at(type, at[2] + i * step[2]);
                    Complex c = Complex.at(type, at[last] + i * step[last]);
                    Complex made = formula.apply(a, b, c);
                    Elements.putComplex(type, at[0] + i * step[0], made.re(), made.im());
                  }
                }));
  }
}
