package jackfield.backend.cpu.reference.pointwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.loops.Complex;
import jackfield.backend.cpu.reference.loops.Loops;
import jackfield.backend.cpu.reference.loops.Rounding;
import jackfield.backend.cpu.reference.loops.TernaryLoops;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Operators that are a function of three numbers, of which one may be the same everywhere. */
public final class TripleKernels {
  private TripleKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.LERP, TripleKernels::lerp)
        .structured(Aten.LERP_SCALAR, TripleKernels::lerp)
        .structured(Aten.ADDCMUL, TripleKernels::addcmul)
        .structured(Aten.ADDCDIV, TripleKernels::addcdiv)
        .structured(Aten.CLAMP, TripleKernels::clamp)
        .structured(Aten.MASKED_FILL__SCALAR, TripleKernels::maskedFill)
        .structured(Aten.MASKED_FILL_, TripleKernels::maskedFill);
  }

  // ---- interpolation

  private static void lerp(ElementwiseIterator it) {
    TernaryLoops.run("lerp", it, null, TripleKernels::lerp, TripleKernels::lerp);
  }

  private static void lerp(ElementwiseIterator it, Scalar weight) {
    double real = Rounding.asType(it.commonType(), weight.toDouble());
    double imaginary = weight.imaginary();
    Loops.binary(
        "lerp",
        it,
        null,
        (a, b) -> lerp(a, b, real),
        (to, a, ai, b, bi) -> lerp(to, a, ai, b, bi, real, imaginary));
  }

  /** Starts from the nearer end, so that a weight of 1 gives the other end exactly. */
  private static double lerp(double a, double b, double weight) {
    return Math.abs(weight) < 0.5 ? a + weight * (b - a) : b - (b - a) * (1 - weight);
  }

  private static void lerp(
      Complex to, double a, double ai, double b, double bi, double weight, double imaginary) {
    if (weight * weight + imaginary * imaginary < 0.25) {
      to.multiply(weight, imaginary, b - a, bi - ai);
      to.set(a + to.real(), ai + to.imaginary());
    } else {
      to.multiply(b - a, bi - ai, 1 - weight, -imaginary);
      to.set(b - to.real(), bi - to.imaginary());
    }
  }

  // ---- sums

  private static void addcmul(ElementwiseIterator it, Scalar value) {
    long integer = integer(it.commonType(), value);
    double real = Rounding.asType(it.commonType(), value.toDouble());
    TernaryLoops.run(
        "addcmul",
        it,
        (a, b, c) -> a + integer * b * c,
        (a, b, c) -> a + real * b * c,
        (to, a, ai, b, bi, c, ci) -> {
          to.multiply(real, value.imaginary(), b, bi);
          to.multiply(to.real(), to.imaginary(), c, ci);
          to.set(a + to.real(), ai + to.imaginary());
        });
  }

  private static long integer(DType type, Scalar value) {
    return type.isFloating() || type.isComplex() ? 0 : Rounding.asInteger(type, value);
  }

  private static void addcdiv(ElementwiseIterator it, Scalar value) {
    double real = Rounding.asType(it.commonType(), value.toDouble());
    TernaryLoops.run(
        "addcdiv",
        it,
        null,
        (a, b, c) -> a + real * b / c,
        (to, a, ai, b, bi, c, ci) -> {
          to.multiply(real, value.imaginary(), b, bi);
          to.divide(to.real(), to.imaginary(), c, ci);
          to.set(a + to.real(), ai + to.imaginary());
        });
  }

  // ---- limits and masks

  /** Limits; a limit that is missing is null and no operand. NaN of any operand stays. */
  private static void clamp(ElementwiseIterator it, Tensor min, Tensor max) {
    if (min == null) {
      PairKernels.minimum("clamp", it);
    } else if (max == null) {
      PairKernels.maximum("clamp", it);
    } else {
      TernaryLoops.run(
          "clamp",
          it,
          (a, low, high) -> Math.min(Math.max(a, low), high),
          (a, low, high) -> Math.min(Math.max(a, low), high),
          null);
    }
  }

  private static void maskedFill(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long out = at[0] + i * step[0];
        if (Elements.booleanAt(DType.BOOL, at[2] + i * step[2])) {
          Elements.putScalar(type, out, value);
        } else {
          copy(type, at[1] + i * step[1], out);
        }
      }
    });
  }

  private static void maskedFill(ElementwiseIterator it) {
    DType type = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        int chosen = Elements.booleanAt(DType.BOOL, at[2] + i * step[2]) ? 3 : 1;
        copy(type, at[chosen] + i * step[chosen], at[0] + i * step[0]);
      }
    });
  }

  private static void copy(DType type, long from, long to) {
    switch (type.category()) {
      case BOOLEAN, INTEGRAL -> Elements.putLong(type, to, Elements.longAt(type, from));
      case FLOATING -> Elements.putDouble(type, to, Elements.doubleAt(type, from));
      case COMPLEX ->
          Elements.putComplex(
              type, to, Elements.doubleAt(type, from), Elements.imaginaryAt(type, from));
    }
  }
}
