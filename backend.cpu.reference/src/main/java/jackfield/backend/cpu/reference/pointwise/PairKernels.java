package jackfield.backend.cpu.reference.pointwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.loops.Complex;
import jackfield.backend.cpu.reference.loops.ComplexBinary;
import jackfield.backend.cpu.reference.loops.Divisors;
import jackfield.backend.cpu.reference.loops.Loops;
import jackfield.backend.cpu.reference.loops.Powers;
import jackfield.backend.cpu.reference.loops.Quotients;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Operators that are a function of two numbers: a line names the function of integers, that of
 * floats and that of complex numbers. It is null for sorts of numbers that the operator's rule
 * converts or refuses.
 */
public final class PairKernels {
  private PairKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    registerComparisons(kernels);
    registerLogic(kernels);
    registerExtremes(kernels);
    registerQuotients(kernels);
    registerFunctions(kernels);
    registerLogarithms(kernels);
    kernels
        .structured(Aten.BITWISE_LEFT_SHIFT, BitShifts::left)
        .structured(Aten.BITWISE_RIGHT_SHIFT, BitShifts::right)
        .structured(
            Aten.ABS,
            it ->
                Loops.unary(
                    "abs", it, Math::abs, Math::abs, (to, a, b) -> to.set(Math.hypot(a, b), 0)));
  }

  private static void registerComparisons(KernelRegistrar kernels) {
    kernels
        .structured(
            Aten.LT,
            it -> Loops.binary("lt", it, (a, b) -> a < b ? 1 : 0, (a, b) -> a < b ? 1 : 0, null))
        .structured(
            Aten.LE,
            it -> Loops.binary("le", it, (a, b) -> a <= b ? 1 : 0, (a, b) -> a <= b ? 1 : 0, null))
        .structured(
            Aten.GE,
            it -> Loops.binary("ge", it, (a, b) -> a >= b ? 1 : 0, (a, b) -> a >= b ? 1 : 0, null))
        .structured(
            Aten.NE,
            it ->
                Loops.binary(
                    "ne",
                    it,
                    (a, b) -> a != b ? 1 : 0,
                    (a, b) -> a != b ? 1 : 0,
                    (to, a, b, c, d) -> to.set(a != c || b != d ? 1 : 0, 0)));
  }

  private static void registerLogic(KernelRegistrar kernels) {
    kernels
        .structured(Aten.LOGICAL_AND, it -> logic("logical_and", it, (a, b) -> a && b))
        .structured(Aten.LOGICAL_OR, it -> logic("logical_or", it, (a, b) -> a || b))
        .structured(Aten.LOGICAL_XOR, it -> logic("logical_xor", it, (a, b) -> a != b))
        .structured(
            Aten.BITWISE_AND, it -> Loops.binary("bitwise_and", it, (a, b) -> a & b, null, null))
        .structured(
            Aten.BITWISE_OR, it -> Loops.binary("bitwise_or", it, (a, b) -> a | b, null, null))
        .structured(
            Aten.BITWISE_XOR, it -> Loops.binary("bitwise_xor", it, (a, b) -> a ^ b, null, null));
  }

  /** A function of two truth values. */
  @FunctionalInterface
  private interface Logic {
    boolean of(boolean a, boolean b);
  }

  /** Computes with truth values; every number but 0 is true, also NaN. */
  private static void logic(String operator, ElementwiseIterator it, Logic logic) {
    Loops.binary(
        operator,
        it,
        (a, b) -> logic.of(a != 0, b != 0) ? 1 : 0,
        (a, b) -> logic.of(a != 0, b != 0) ? 1 : 0,
        (to, a, b, c, d) -> to.set(logic.of(a != 0 || b != 0, c != 0 || d != 0) ? 1 : 0, 0));
  }

  private static void registerExtremes(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MAXIMUM, it -> maximum("maximum", it))
        .structured(Aten.MINIMUM, it -> minimum("minimum", it))
        .structured(Aten.CLAMP_MIN, it -> maximum("clamp_min", it))
        .structured(Aten.CLAMP_MAX, it -> minimum("clamp_max", it))
        .structured(
            Aten.FMAX,
            it ->
                Loops.binary(
                    "fmax",
                    it,
                    Math::max,
                    (a, b) -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b),
                    null))
        .structured(
            Aten.FMIN,
            it ->
                Loops.binary(
                    "fmin",
                    it,
                    Math::min,
                    (a, b) -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b),
                    null));
  }

  static void maximum(String operator, ElementwiseIterator it) {
    Loops.binary(operator, it, Math::max, Math::max, null);
  }

  static void minimum(String operator, ElementwiseIterator it) {
    Loops.binary(operator, it, Math::min, Math::min, null);
  }

  private static void registerQuotients(KernelRegistrar kernels) {
    kernels
        .structured(
            Aten.FMOD,
            it -> {
              Divisors.refuseZeros("fmod", it);
              LongBinaryOperator integers = Divisors.orZero((a, b) -> a % b);
              Loops.binary("fmod", it, integers, (a, b) -> a % b, null);
            })
        .structured(
            Aten.REMAINDER,
            it -> {
              Divisors.refuseZeros("remainder", it);
              LongBinaryOperator integers = Divisors.orZero(Math::floorMod);
              Loops.binary("remainder", it, integers, Quotients::floorRemainder, null);
            })
        .structured(
            Aten.FLOOR_DIVIDE,
            it -> {
              Divisors.refuseZeros("floor_divide", it);
              LongBinaryOperator integers = Divisors.orZero(Math::floorDiv);
              Loops.binary("floor_divide", it, integers, Quotients::floor, null);
            })
        .structured(Aten.GCD, it -> Loops.binary("gcd", it, Divisibility::gcd, null, null))
        .structured(Aten.LCM, it -> Loops.binary("lcm", it, Divisibility::lcm, null, null));
  }

  private static void registerFunctions(KernelRegistrar kernels) {
    kernels
        .structured(Aten.ATAN2, it -> Loops.binary("atan2", it, null, Math::atan2, null))
        .structured(Aten.HYPOT, it -> Loops.binary("hypot", it, null, Math::hypot, null))
        .structured(Aten.COPYSIGN, it -> Loops.binary("copysign", it, null, Math::copySign, null))
        .structured(Aten.NEXTAFTER, PairKernels::nextafter)
        .structured(
            Aten.HEAVISIDE,
            it ->
                Loops.binary(
                    "heaviside",
                    it,
                    (a, value) -> a == 0 ? value : a > 0 ? 1 : 0,
                    (a, value) -> a == 0 ? value : a > 0 ? 1 : 0,
                    null))
        .structured(
            Aten.POW_TENSOR_TENSOR,
            it -> Loops.binary("pow", it, Powers::pow, Powers::pow, Complex::pow));
  }

  private static void nextafter(ElementwiseIterator it) {
    DType type = it.commonType();
    Loops.binary("nextafter", it, null, (a, b) -> NextNumber.after(type, a, b), null);
  }

  private static void registerLogarithms(KernelRegistrar kernels) {
    kernels
        .structured(
            Aten.XLOGY,
            it ->
                Loops.binary(
                    "xlogy",
                    it,
                    null,
                    (a, b) -> a == 0 && !Double.isNaN(b) ? 0 : a * Math.log(b),
                    null))
        .structured(
            Aten.SPECIAL_XLOG1PY,
            it ->
                Loops.binary(
                    "special_xlog1py",
                    it,
                    null,
                    (a, b) -> a == 0 && !Double.isNaN(b) ? 0 : a * Math.log1p(b),
                    null))
        .structured(
            Aten.LOGADDEXP,
            it -> {
              ComplexBinary complex = new ComplexLogSum()::apply;
              boolean isSingle = it.commonType() == DType.FLOAT32;
              DoubleBinaryOperator real =
                  isSingle ? PairKernels::logaddexpOfFloats : PairKernels::logaddexp;
              Loops.binary("logaddexp", it, null, real, complex);
            })
        .structured(
            Aten.LOGADDEXP2,
            it -> Loops.binary("logaddexp2", it, null, PairKernels::logaddexp2, null));
  }

  private static double logaddexp(double a, double b) {
    return Double.isInfinite(a) && a == b
        ? a
        : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
  }

  /** Rounds each step to float32, as PyTorch does. */
  private static double logaddexpOfFloats(double a, double b) {
    if (Double.isInfinite(a) && a == b) {
      return a;
    }
    float power = (float) Math.exp(-Math.abs((float) a - (float) b));
    return (float) Math.max(a, b) + (float) Math.log1p(power);
  }

  private static double logaddexp2(double a, double b) {
    return Double.isInfinite(a) && a == b
        ? a
        : Math.max(a, b) + Math.log1p(Math.pow(2, -Math.abs(a - b))) / Math.log(2);
  }
}
