package jackfield.backend.cpu.reference;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.loops.Complex;
import jackfield.backend.cpu.reference.loops.Loops;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErf;

/**
 * Operators that are a function of one number: a line names the function of integers, that of
 * floats and that of complex numbers. It is null for sorts of numbers that the operator's rule
 * converts or refuses.
 */
final class UnaryKernels {
  private static final double LN_2 = Math.log(2);

  private UnaryKernels() {}

  static void register(KernelRegistrar kernels) {
    registerErrorFunctions(kernels);
    registerAngles(kernels);
    registerPowers(kernels);
    registerRounding(kernels);
    kernels.structured(Aten.FREXP, UnaryKernels::frexp);
  }

  private static void registerErrorFunctions(KernelRegistrar kernels) {
    kernels
        .structured(Aten.ERF, it -> Loops.unary("erf", it, null, Erf::value, null))
        .structured(Aten.ERFC, it -> Loops.unary("erfc", it, null, Erfc::value, null))
        .structured(Aten.ERFINV, it -> Loops.unary("erfinv", it, null, InverseErf::value, null));
  }

  private static void registerAngles(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SIN, it -> Loops.unary("sin", it, null, Math::sin, Complex::sin))
        .structured(Aten.COS, it -> Loops.unary("cos", it, null, Math::cos, Complex::cos))
        .structured(Aten.TAN, it -> Loops.unary("tan", it, null, Math::tan, Complex::tan))
        .structured(Aten.SINH, it -> Loops.unary("sinh", it, null, Math::sinh, Complex::sinh))
        .structured(Aten.COSH, it -> Loops.unary("cosh", it, null, Math::cosh, Complex::cosh));
  }

  private static void registerPowers(KernelRegistrar kernels) {
    kernels
        .structured(
            Aten.RSQRT, it -> Loops.unary("rsqrt", it, null, a -> 1 / Math.sqrt(a), Complex::rsqrt))
        .structured(
            Aten.EXP2, it -> Loops.unary("exp2", it, null, a -> Math.pow(2, a), Complex::exp2))
        .structured(Aten.EXPM1, it -> Loops.unary("expm1", it, null, Math::expm1, Complex::expm1))
        .structured(
            Aten.LOG2,
            it ->
                Loops.unary(
                    "log2", it, null, a -> Math.log(a) / LN_2, (to, a, b) -> to.log(a, b, LN_2)))
        .structured(
            Aten.LOG10,
            it ->
                Loops.unary(
                    "log10", it, null, Math::log10, (to, a, b) -> to.log(a, b, Math.log(10))))
        .structured(Aten.LOG1P, it -> Loops.unary("log1p", it, null, Math::log1p, Complex::log1p));
  }

  private static void registerRounding(KernelRegistrar kernels) {
    kernels
        .structured(Aten.FLOOR, it -> Loops.unary("floor", it, a -> a, Math::floor, null))
        .structured(Aten.CEIL, it -> Loops.unary("ceil", it, a -> a, Math::ceil, null))
        .structured(Aten.ROUND, it -> Loops.unary("round", it, a -> a, Math::rint, null))
        .structured(Aten.TRUNC, it -> Loops.unary("trunc", it, a -> a, UnaryKernels::trunc, null))
        .structured(Aten.FRAC, it -> Loops.unary("frac", it, null, a -> a - trunc(a), null))
        .structured(
            Aten.SIGN, it -> Loops.unary("sign", it, Long::signum, UnaryKernels::sign, null));
  }

  private static void frexp(ElementwiseIterator it) {
    DType type = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double value = Elements.doubleAt(type, at[2] + i * step[2]);
        int exponent = exponent(value);
        Elements.putDouble(type, at[0] + i * step[0], Math.scalb(value, -exponent));
        Elements.putLong(it.type(1), at[1] + i * step[1], exponent);
      }
    });
  }

  /** Returns the power of 2 by which a number is divided to be in [½, 1); 0 if none does that. */
  private static int exponent(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return 0;
    }
    int exponent = Math.getExponent(value);
    return exponent >= Double.MIN_EXPONENT
        ? exponent + 1
        : Math.getExponent(value * 0x1p54) - 53; // subnormal
  }

  private static double trunc(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  /** Returns −1, 0 or 1; 0 also for NaN, as PyTorch does. */
  private static double sign(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }
}
