package jackfield.backend.cpu.reference.unary;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.special.Reals;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.function.DoubleUnaryOperator;

/** Functions of one number: inverse trigonometric ones, angles, signs, rounding. */
public final class ElementaryKernels {
  private ElementaryKernels() {}

  /** Registers these kernels, those of tests of numbers, and activations with their gradients. */
  public static void register(KernelRegistrar kernels) {
    registerInverse(kernels);
    kernels
        .structured(Aten.SINC, it -> apply(it, ElementaryKernels::sinc, ComplexFunctions::sinc))
        .structured(Aten.DEG2RAD, it -> Reals.unary(it, a -> a * (Math.PI / 180)))
        .structured(Aten.RAD2DEG, it -> Reals.unary(it, a -> a * (180 / Math.PI)))
        .structured(Aten.LOGIT, ElementaryKernels::logit)
        .structured(Aten.ROUND_DECIMALS, ElementaryKernels::round);
    PartKernels.register(kernels);
    Activations.register(kernels);
    ActivationGradients.register(kernels);
  }

  private static void registerInverse(KernelRegistrar kernels) {
    kernels
        .structured(Aten.ACOS, it -> apply(it, Math::acos, ComplexFunctions::acos))
        .structured(Aten.ASIN, it -> apply(it, Math::asin, ComplexFunctions::asin))
        .structured(Aten.ATAN, it -> apply(it, Math::atan, ComplexFunctions::atan))
        .structured(Aten.ACOSH, it -> apply(it, Hyperbolic::acosh, ComplexFunctions::acosh))
        .structured(Aten.ASINH, it -> apply(it, Hyperbolic::asinh, ComplexFunctions::asinh))
        .structured(Aten.ATANH, it -> apply(it, Hyperbolic::atanh, ComplexFunctions::atanh));
  }

  private static void apply(
      ElementwiseIterator it, DoubleUnaryOperator reals, ComplexLoop.Unary complexes) {
    if (it.commonType().isComplex()) {
      ComplexLoop.unary(it, complexes);
    } else {
      Reals.unary(it, reals);
    }
  }

  private static double sinc(double x) {
    return x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
  }

  private static void logit(ElementwiseIterator it, Double eps) {
    if (eps == null) {
      Reals.unary(it, a -> Math.log(a / (1 - a)));
      return;
    }
    double low = Activations.number(it, Scalar.of((double) eps));
    double high = 1 - low;
    Reals.unary(
        it,
        a -> {
          double clamped = a < low ? low : a > high ? high : a;
          return Math.log(clamped / (1 - clamped));
        });
  }

  /** Rounds each step to the element's type, at least float32, since halves depend on it. */
  private static void round(ElementwiseIterator it, long decimals) {
    DType type = it.commonType();
    if (!type.isFloating()) {
      copy(it);
      return;
    }
    boolean isDouble = type == DType.FLOAT64;
    double power = Math.pow(10, (double) Math.abs(decimals));
    double factor = isDouble ? power : (float) power;
    Reals.unary(
        it,
        a -> {
          double scaled = decimals < 0 ? a / factor : a * factor;
          double whole = Math.rint(isDouble ? scaled : (float) scaled);
          return decimals < 0 ? whole * factor : whole / factor;
        });
  }

  private static void copy(ElementwiseIterator it) {
    DType type = it.commonType();
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        Elements.putLong(type, at[0] + i * step[0], Elements.longAt(type, at[1] + i * step[1]));
      }
    });
  }
}
