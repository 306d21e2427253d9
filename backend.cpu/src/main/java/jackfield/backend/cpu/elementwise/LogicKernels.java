package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import java.util.function.BiPredicate;

/** Comparisons, tests, and operations on bits and booleans. */
public final class LogicKernels {
  private final Workspaces workspaces;

  /** Creates the kernels. */
  public LogicKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Adds the kernels to a list. */
  public void addTo(KernelList kernels) {
    kernels
        .structured(Aten.EQ, comparison("eq", PointwiseLoops.eq(), LogicKernels::isEqual)::run)
        .structured(Aten.NE, comparison("ne", PointwiseLoops.ne(), (a, b) -> !isEqual(a, b))::run)
        .structured(Aten.GT, comparison("gt", PointwiseLoops.gt(), null)::run)
        .structured(Aten.LT, comparison("lt", PointwiseLoops.lt(), null)::run)
        .structured(Aten.LE, comparison("le", PointwiseLoops.le(), null)::run)
        .structured(Aten.GE, comparison("ge", PointwiseLoops.ge(), null)::run)
        .structured(Aten.WHERE_SELF, new SelectionKernel(workspaces)::run);
    addTests(kernels);
    addBits(kernels);
  }

  private void addTests(KernelList kernels) {
    kernels
        .structured(
            Aten.LOGICAL_AND,
            test("logical_and", 2, "logicalAnd", (a, b) -> !a.isZero() && !b.isZero())::run)
        .structured(
            Aten.LOGICAL_OR,
            test("logical_or", 2, "logicalOr", (a, b) -> !a.isZero() || !b.isZero())::run)
        .structured(
            Aten.LOGICAL_XOR,
            test("logical_xor", 2, "logicalXor", (a, b) -> a.isZero() != b.isZero())::run)
        .structured(
            Aten.LOGICAL_NOT, test("logical_not", 1, "logicalNot", (a, b) -> a.isZero())::run)
        .structured(Aten.ISFINITE, test("isfinite", 1, "isFinite", (a, b) -> a.isFinite())::run)
        .structured(Aten.ISINF, test("isinf", 1, "isInf", (a, b) -> isInfinite(a))::run)
        .structured(Aten.ISPOSINF, test("isposinf", 1, "isPosInf", null)::run)
        .structured(Aten.ISNEGINF, test("isneginf", 1, "isNegInf", null)::run)
        .structured(Aten.SIGNBIT, comparison("signbit", PointwiseLoops.signbit(), null)::run);
  }

  private void addBits(KernelList kernels) {
    PointwiseKernel not =
        new PointwiseKernel("bitwise_not", PointwiseLoops.bitwiseNot(), null, workspaces);
    kernels
        .structured(Aten.BITWISE_NOT, not::run)
        .structured(Aten.BITWISE_AND, bits("bitwise_and", "bitwiseAnd")::run)
        .structured(Aten.BITWISE_OR, bits("bitwise_or", "bitwiseOr")::run)
        .structured(Aten.BITWISE_XOR, bits("bitwise_xor", "bitwiseXor")::run);
  }

  private PointwiseKernel test(
      String operator, int inputs, String test, BiPredicate<Complex, Complex> ofComplex) {
    return comparison(operator, PointwiseLoops.test(inputs, test), ofComplex);
  }

  private PointwiseKernel bits(String operator, String operation) {
    return new PointwiseKernel(operator, PointwiseLoops.bitwise(operation), null, workspaces);
  }

  private PointwiseKernel comparison(
      String operator, ByType<PointwiseLoop> loops, BiPredicate<Complex, Complex> ofComplex) {
    Complex.Function complex =
        ofComplex == null ? null : (a, b, number) -> Complex.ofBoolean(ofComplex.test(a, b));
    return new PointwiseKernel(operator, loops, complex, workspaces);
  }

  private static boolean isInfinite(Complex a) {
    return Double.isInfinite(a.re()) || Double.isInfinite(a.im());
  }

  /** Compares as numbers: 0 and −0 are equal, NaN is equal to nothing. */
  private static boolean isEqual(Complex a, Complex b) {
    return a.re() == b.re() && a.im() == b.im();
  }
}
