package jackfield.backend.cpu.reference.unary;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.special.Reals;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Signs, angles and bits of numbers, tests of numbers, and complex numbers from two parts. */
final class PartKernels {
  private PartKernels() {}

  /** A test of a number, of which a real one has an imaginary part of 0. */
  @FunctionalInterface
  private interface Test {
    boolean holds(double real, double imaginary);
  }

  static void register(KernelRegistrar kernels) {
    registerTests(kernels);
    kernels
        .structured(Aten.SGN, PartKernels::sgn)
        .structured(Aten.NAN_TO_NUM, PartKernels::nanToNum)
        .structured(Aten.BITWISE_NOT, PartKernels::bitwiseNot)
        .structured(Aten.ANGLE, PartKernels::angle)
        .structured(
            Aten.COMPLEX,
            it ->
                pairs(
                    it,
                    (result, a, b) -> {
                      result[0] = a;
                      result[1] = b;
                    }))
        .structured(
            Aten.POLAR,
            it ->
                pairs(
                    it,
                    (result, a, b) -> {
                      result[0] = a * Math.cos(b);
                      result[1] = a * Math.sin(b);
                    }));
  }

  private static void registerTests(KernelRegistrar kernels) {
    kernels
        .structured(Aten.LOGICAL_NOT, it -> test(it, (a, b) -> a == 0 && b == 0))
        .structured(Aten.SIGNBIT, it -> test(it, (a, b) -> Math.copySign(1, a) < 0))
        .structured(Aten.ISPOSINF, it -> test(it, (a, b) -> a == Double.POSITIVE_INFINITY))
        .structured(Aten.ISNEGINF, it -> test(it, (a, b) -> a == Double.NEGATIVE_INFINITY))
        .structured(
            Aten.ISINF, it -> test(it, (a, b) -> Double.isInfinite(a) || Double.isInfinite(b)))
        .structured(
            Aten.ISFINITE, it -> test(it, (a, b) -> Double.isFinite(a) && Double.isFinite(b)))
        .structured(Aten.ISREAL, it -> test(it, (a, b) -> b == 0));
  }

  private static void test(ElementwiseIterator it, Test test) {
    DType type = it.commonType();
    boolean isComplex = type.isComplex();
    boolean isReal = isComplex || type.isFloating();
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long from = at[1] + i * step[1];
        double real = isReal ? Elements.doubleAt(type, from) : Elements.longAt(type, from);
        double imaginary = isComplex ? Elements.imaginaryAt(type, from) : 0;
        Elements.putLong(it.type(0), at[0] + i * step[0], test.holds(real, imaginary) ? 1 : 0);
      }
    });
  }

  private static void sgn(ElementwiseIterator it) {
    DType type = it.commonType();
    if (type.isComplex()) {
      ComplexLoop.unary(it, ComplexFunctions::sign);
    } else if (type.isFloating()) {
      Reals.unary(it, a -> a > 0 ? 1 : a < 0 ? -1 : 0);
    } else {
      it.forEachRow((at, step, count) -> {
        for (long i = 0; i < count; i++) {
          long value = Elements.longAt(type, at[1] + i * step[1]);
          Elements.putLong(it.type(0), at[0] + i * step[0], Long.signum(value));
        }
      });
    }
  }

  /** Replaces NaN and infinities; without a number, by 0 and the type's largest numbers. */
  private static void nanToNum(ElementwiseIterator it, Double nan, Double posinf, Double neginf) {
    DType type = it.commonType();
    double none = nan == null ? 0 : nan;
    double high = posinf == null ? FloatLimits.largest(type) : posinf;
    double low = neginf == null ? -FloatLimits.largest(type) : neginf;
    if (type.isComplex()) {
      ComplexLoop.unary(
          it,
          (result, a, b) -> {
            result[0] = replaced(a, none, high, low);
            result[1] = replaced(b, none, high, low);
          });
    } else if (type.isFloating()) {
      Reals.unary(it, a -> replaced(a, none, high, low));
    } else {
      longs(it, false);
    }
  }

  private static double replaced(double value, double nan, double high, double low) {
    if (Double.isNaN(value)) {
      return nan;
    }
    return Double.isFinite(value) ? value : value > 0 ? high : low;
  }

  private static void bitwiseNot(ElementwiseIterator it) {
    longs(it, true);
  }

  private static void longs(ElementwiseIterator it, boolean isInverted) {
    DType type = it.commonType();
    long mask = !isInverted ? 0 : type == DType.BOOL ? 1 : -1;
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long value = Elements.longAt(type, at[1] + i * step[1]);
        Elements.putLong(it.type(0), at[0] + i * step[0], value ^ mask);
      }
    });
  }

  private static void angle(ElementwiseIterator it) {
    if (it.commonType().isComplex()) {
      DType type = it.commonType();
      it.forEachRow((at, step, count) -> {
        for (long i = 0; i < count; i++) {
          long from = at[1] + i * step[1];
          double angle =
              Math.atan2(Elements.imaginaryAt(type, from), Elements.doubleAt(type, from));
          Elements.putDouble(it.type(0), at[0] + i * step[0], angle);
        }
      });
    } else {
      Reals.unary(it, a -> a < 0 ? Math.PI : Double.isNaN(a) ? a : 0);
    }
  }

  private static void pairs(ElementwiseIterator it, ComplexLoop.Unary function) {
    DType type = it.commonType();
    double[] value = new double[2];
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double left = Elements.doubleAt(type, at[1] + i * step[1]);
        double right = Elements.doubleAt(type, at[2] + i * step[2]);
        function.apply(value, left, right);
        Elements.putComplex(it.type(0), at[0] + i * step[0], value[0], value[1]);
      }
    });
  }
}
