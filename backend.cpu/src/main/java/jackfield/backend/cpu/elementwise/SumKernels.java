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

  SumKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
    this.addcmul = formula("addcmul", "addcmul", 3);
    this.addcdiv = formula("addcdiv", "addcdiv", 3);
    this.fromStart = formula("lerp", "lerpFromStart", 2);
    this.fromEnd = formula("lerp", "lerpFromEnd", 2);
  }

  private PointwiseKernel formula(String operator, String formula, int inputs) {
    return new PointwiseKernel(operator, FormulaLoops.of(formula, inputs), null, workspaces);
  }

  void addTo(KernelList kernels) {
    kernels
        .structured(Aten.ADDCMUL, this::addcmul)
        .structured(Aten.ADDCDIV, this::addcdiv)
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
    double real = weight.toDouble();
    double imaginary = weight.imaginary();
    boolean isNearStart = real * real + imaginary * imaginary < 0.25;
    if (it.commonType().isComplex()) {
      Complex share = Complex.of(weight);
      rows(
          it,
          (a, b, c) ->
              isNearStart
                  ? a.plus(share.times(b.minus(a)))
                  : b.minus(b.minus(a).times(share.oneMinus())));
    } else {
      (isNearStart ? fromStart : fromEnd).run(it, weight);
    }
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
