package jackfield.aten.composite.arithmetic;

import jackfield.aten.Aten;
import jackfield.aten.composite.Numbers;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Powers that are composed of {@code pow}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PowerKernels {
  private static final Scalar TWO = Scalar.of(2.0);

  private final Aten aten;

  /** Creates kernels that call the operators of {@code aten}. */
  public PowerKernels(Aten aten) {
    this.aten = aten;
  }

  // ---- a number to the power of a tensor

  /** Computes {@code self ** exponent}, row-major as in PyTorch. */
  public Tensor pow(Scalar self, Tensor exponent) {
    return aten.pow(Numbers.wrapped(self), aten.contiguous(exponent));
  }

  /** Computes {@code self ** exponent} into {@code out}, which is row-major if it is resized. */
  public Tensor powOut(Scalar self, Tensor exponent, Tensor out) {
    boolean fits = Arrays.equals(out.sizes(), exponent.sizes());
    return aten.powOut(Numbers.wrapped(self), fits ? exponent : aten.contiguous(exponent), out);
  }

  // ---- double precision

  /** Computes {@code self ** exponent} in double precision. */
  public Tensor floatPower(Tensor self, Tensor exponent) {
    DType type = precise(self.dtype(), exponent.dtype());
    return aten.pow(aten.to(self, type), aten.to(exponent, type));
  }

  /** Computes {@code self ** exponent} in double precision. */
  public Tensor floatPower(Tensor self, Scalar exponent) {
    DType type = precise(self.dtype(), exponent.type());
    return aten.pow(aten.to(self, type), precise(exponent, type));
  }

  /** Computes {@code self ** exponent} in double precision. */
  public Tensor floatPower(Scalar self, Tensor exponent) {
    DType type = precise(self.type(), exponent.dtype());
    return aten.pow(precise(self, type), aten.to(exponent, type));
  }

  /** Computes {@code self ** exponent} into {@code out}, which must have the result's type. */
  public Tensor floatPowerOut(Tensor self, Tensor exponent, Tensor out) {
    DType type = requirePrecise(out, precise(self.dtype(), exponent.dtype()));
    return aten.powOut(aten.to(self, type), aten.to(exponent, type), out);
  }

  /** Computes {@code self ** exponent} into {@code out}, which must have the result's type. */
  public Tensor floatPowerOut(Tensor self, Scalar exponent, Tensor out) {
    DType type = requirePrecise(out, precise(self.dtype(), exponent.type()));
    return aten.powOut(aten.to(self, type), precise(exponent, type), out);
  }

  /** Computes {@code self ** exponent} into {@code out}, which must have the result's type. */
  public Tensor floatPowerOut(Scalar self, Tensor exponent, Tensor out) {
    DType type = requirePrecise(out, precise(self.type(), exponent.dtype()));
    return aten.powOut(precise(self, type), aten.to(exponent, type), out);
  }

  /** Computes {@code self ** exponent} in place; {@code self} must have the result's type. */
  public Tensor floatPowerInPlace(Tensor self, Tensor exponent) {
    DType type = requirePrecise(self, precise(self.dtype(), exponent.dtype()));
    return aten.pow_(self, aten.to(exponent, type));
  }

  /** Computes {@code self ** exponent} in place; {@code self} must have the result's type. */
  public Tensor floatPowerInPlace(Tensor self, Scalar exponent) {
    DType type = requirePrecise(self, precise(self.dtype(), exponent.type()));
    return aten.pow_(self, precise(exponent, type));
  }

  private static DType precise(DType base, DType exponent) {
    return base.isComplex() || exponent.isComplex() ? DType.COMPLEX128 : DType.FLOAT64;
  }

  private static Scalar precise(Scalar number, DType type) {
    return type.isComplex()
        ? Scalar.of(number.toDouble(), number.imaginary())
        : Scalar.of(number.toDouble());
  }

  private static DType requirePrecise(Tensor written, DType type) {
    if (written.dtype() != type) {
      throw new TypeMismatch(
          "float_power",
          "the result is %s, found an output of %s; try an output of that type"
              .formatted(type, written.dtype()));
    }
    return type;
  }

  // ---- squares

  /** Computes {@code self ** 2}. */
  public Tensor square(Tensor self) {
    return aten.pow(self, Scalar.of(2));
  }

  /** Computes {@code self ** 2} in place. */
  public Tensor squareInPlace(Tensor self) {
    return aten.pow_(self, Scalar.of(2));
  }

  /** Computes {@code self ** 2} into {@code out}. */
  public Tensor squareOut(Tensor self, Tensor out) {
    return aten.powOut(self, Scalar.of(2), out);
  }

  // ---- powers of 2 as a factor

  /** Computes {@code self * 2 ** other}. */
  public Tensor ldexp(Tensor self, Tensor other) {
    return aten.mul(self, powerOfTwo(self, other));
  }

  /** Computes {@code self * 2 ** other} in place. */
  public Tensor ldexpInPlace(Tensor self, Tensor other) {
    return aten.mul_(self, powerOfTwo(self, other));
  }

  /** Computes {@code self * 2 ** other} into {@code out}. */
  public Tensor ldexpOut(Tensor self, Tensor other, Tensor out) {
    return aten.mulOut(self, powerOfTwo(self, other), out);
  }

  /** Returns the powers of 2; integers as exponents of fractions do not change their type. */
  private Tensor powerOfTwo(Tensor self, Tensor other) {
    boolean isCounted = self.dtype().isFloating() && !other.dtype().isFloating();
    boolean isReal = !other.dtype().isComplex();
    return pow(TWO, isCounted && isReal ? aten.to(other, self.dtype()) : other);
  }
}
