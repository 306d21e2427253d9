package jackfield.feature.autograd.gradient;

import jackfield.aten.Abs;
import jackfield.aten.AddScalar;
import jackfield.aten.AddTensor;
import jackfield.aten.Cos;
import jackfield.aten.Digamma;
import jackfield.aten.DivTensor;
import jackfield.aten.EqScalar;
import jackfield.aten.I0;
import jackfield.aten.LeScalar;
import jackfield.aten.MulScalar;
import jackfield.aten.MulTensor;
import jackfield.aten.Polygamma;
import jackfield.aten.Real;
import jackfield.aten.Reciprocal;
import jackfield.aten.Rsqrt;
import jackfield.aten.Sgn;
import jackfield.aten.SpecialI0e;
import jackfield.aten.SubTensor;
import jackfield.aten.WhereScalarSelf;
import jackfield.aten.ZerosLike;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of functions of one number. */
public final class UnaryGradients {
  private static final Scalar ZERO = Scalar.of(0L);
  private static final Scalar MINUS_ONE = Scalar.of(-1L);
  private static final Scalar HALF = Scalar.of(0.5);
  private static final Scalar PRECISION_OF_FLOATS = Scalar.of(0x1p-23);
  private static final Scalar PRECISION_OF_DOUBLES = Scalar.of(0x1p-52);

  private final AddTensor add;
  private final AddScalar addScalar;
  private final Rsqrt rsqrt;
  private final SubTensor sub;
  private final MulTensor mul;
  private final MulScalar mulScalar;
  private final DivTensor div;
  private final Reciprocal reciprocal;
  private final Cos cos;
  private final Sgn sgn;
  private final Real real;
  private final EqScalar eq;
  private final LeScalar le;
  private final Abs abs;
  private final WhereScalarSelf where;
  private final ZerosLike zerosLike;
  private final Digamma digamma;
  private final Polygamma polygamma;
  private final I0 i0;
  private final SpecialI0e i0e;
  private final Conjugates conjugates;

  public UnaryGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.addScalar = kernels.operator(AddScalar.TYPE);
    this.rsqrt = kernels.operator(Rsqrt.TYPE);
    this.sub = kernels.operator(SubTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.mulScalar = kernels.operator(MulScalar.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.reciprocal = kernels.operator(Reciprocal.TYPE);
    this.cos = kernels.operator(Cos.TYPE);
    this.sgn = kernels.operator(Sgn.TYPE);
    this.real = kernels.operator(Real.TYPE);
    this.eq = kernels.operator(EqScalar.TYPE);
    this.le = kernels.operator(LeScalar.TYPE);
    this.abs = kernels.operator(Abs.TYPE);
    this.where = kernels.operator(WhereScalarSelf.TYPE);
    this.zerosLike = kernels.operator(ZerosLike.TYPE);
    this.digamma = kernels.operator(Digamma.TYPE);
    this.polygamma = kernels.operator(Polygamma.TYPE);
    this.i0 = kernels.operator(I0.TYPE);
    this.i0e = kernels.operator(SpecialI0e.TYPE);
    this.conjugates = new Conjugates(kernels);
  }

  /** Returns the slope of acosh; that of real numbers below −1 is a number, as in PyTorch. */
  public Tensor acoshSlope(Tensor self) {
    if (!self.dtype().isComplex()) {
      return rsqrt.call(addScalar.call(mul.call(self, self), MINUS_ONE, Scalar.ONE));
    }
    Tensor below = rsqrt.call(addScalar.call(self, MINUS_ONE, Scalar.ONE));
    return mul.call(below, rsqrt.call(addScalar.call(self, Scalar.ONE, Scalar.ONE)));
  }

  /** Returns (cos(πx) − sinc(x)) / x, and 0 at 0. */
  public Tensor sincSlope(Tensor self, Tensor result) {
    Tensor cosine = cos.call(mulScalar.call(self, Scalar.of(Math.PI)));
    Tensor slope = div.call(sub.call(cosine, result, Scalar.ONE), self);
    return where.call(eq.call(self, ZERO), ZERO, slope);
  }

  /**
   * Differentiates the sign. That of a complex number z changes only across the direction of z: by
   * the gradient less its part along the sign, divided by |z|.
   */
  public Tensor sgn(Tensor grad, Tensor self, Tensor result) {
    if (!self.dtype().isComplex()) {
      return zerosLike.call(grad, null, null, null, null, null);
    }
    Tensor sign = conjugates.of(result);
    Tensor along = real.call(mul.call(grad, sign));
    Tensor length = real.call(mul.call(self, sign));
    Tensor across = sub.call(grad, mul.call(along, result), Scalar.ONE);
    return where.call(eq.call(self, ZERO), ZERO, div.call(across, length));
  }

  /** Differentiates the angle of a complex number z: gives i z / |z|², and 0 at 0. */
  public Tensor angle(Tensor grad, Tensor self) {
    if (!self.dtype().isComplex()) {
      return zerosLike.call(grad, null, null, null, null, null);
    }
    Tensor turned = mulScalar.call(grad, Scalar.of(0, 1));
    return where.call(eq.call(self, ZERO), ZERO, div.call(turned, conjugates.of(self)));
  }

  /** Returns the gradient of the logarithm of the gamma function of {@code p} dimensions. */
  public Tensor mvlgamma(Tensor grad, Tensor self, long p) {
    Tensor slope = digamma.call(self);
    for (long i = 1; i < p; i++) {
      Tensor moved = addScalar.call(self, Scalar.of(-i / 2.0), Scalar.ONE);
      slope = add.call(slope, digamma.call(moved), Scalar.ONE);
    }
    return mul.call(grad, slope);
  }

  /**
   * Returns the derivative of the next order.
   *
   * @throws InvalidArgument if there is none
   */
  public Tensor polygammaSlope(long n, Tensor self) {
    if (n == Long.MAX_VALUE) {
      throw new InvalidArgument(
          "polygamma_backward", "n", "is %d, expected less for a derivative".formatted(n));
    }
    return polygamma.call(n + 1, self);
  }

  /** Returns I₀(x) − I₁(x) / x, and ½ near 0. */
  public Tensor i1Slope(Tensor self, Tensor result) {
    Tensor isTiny = isTiny(self);
    Tensor other = where.call(isTiny, precision(self), self);
    Tensor slope = sub.call(i0.call(other), div.call(result, other), Scalar.ONE);
    return where.call(isTiny, HALF, slope);
  }

  /** Returns the slope of I₁(x) exp(−|x|), and ½ near 0. */
  public Tensor i1eSlope(Tensor self, Tensor result) {
    Tensor isTiny = isTiny(self);
    Tensor other = where.call(isTiny, precision(self), self);
    Tensor factor = add.call(sgn.call(other), reciprocal.call(other), Scalar.ONE);
    Tensor slope = sub.call(i0e.call(other), mul.call(result, factor), Scalar.ONE);
    return where.call(isTiny, HALF, slope);
  }

  /** Returns where the magnitude is at most the precision of the type, as in PyTorch. */
  private Tensor isTiny(Tensor tensor) {
    return le.call(abs.call(tensor), precision(tensor));
  }

  private static Scalar precision(Tensor tensor) {
    return tensor.dtype() == DType.FLOAT64 ? PRECISION_OF_DOUBLES : PRECISION_OF_FLOATS;
  }
}
