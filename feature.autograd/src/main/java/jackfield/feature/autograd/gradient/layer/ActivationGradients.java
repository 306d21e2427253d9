package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.AddScalar;
import jackfield.aten.AddTensor;
import jackfield.aten.EluBackward;
import jackfield.aten.Exp;
import jackfield.aten.GeScalar;
import jackfield.aten.GtScalar;
import jackfield.aten.MulScalar;
import jackfield.aten.MulTensor;
import jackfield.aten.RsubScalar;
import jackfield.aten.Sigmoid;
import jackfield.aten.Tanh;
import jackfield.aten.WhereScalarSelf;
import jackfield.aten.WhereSelf;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** The second derivatives of activations. */
public final class ActivationGradients {
  private static final Scalar ZERO = Scalar.of(0L);
  private static final Scalar TWO = Scalar.of(2L);
  private static final double TANH_SCALE = Math.sqrt(2 / Math.PI);
  private static final double CUBE = 0.044715;

  private final AddTensor add;
  private final AddScalar addScalar;
  private final MulTensor mul;
  private final MulScalar mulScalar;
  private final RsubScalar rsub;
  private final EluBackward eluBackward;
  private final Exp exp;
  private final Sigmoid sigmoid;
  private final Tanh tanh;
  private final GeScalar ge;
  private final GtScalar gt;
  private final WhereScalarSelf where;
  private final WhereSelf whereSelf;

  public ActivationGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.addScalar = kernels.operator(AddScalar.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.mulScalar = kernels.operator(MulScalar.TYPE);
    this.rsub = kernels.operator(RsubScalar.TYPE);
    this.eluBackward = kernels.operator(EluBackward.TYPE);
    this.exp = kernels.operator(Exp.TYPE);
    this.sigmoid = kernels.operator(Sigmoid.TYPE);
    this.tanh = kernels.operator(Tanh.TYPE);
    this.ge = kernels.operator(GeScalar.TYPE);
    this.gt = kernels.operator(GtScalar.TYPE);
    this.where = kernels.operator(WhereScalarSelf.TYPE);
    this.whereSelf = kernels.operator(WhereSelf.TYPE);
  }

  /** Differentiates the gradient of elu, which depends on elements only where they are below 0. */
  public Tensor elu(
      Tensor grad, Scalar alpha, Scalar scale, Scalar inputScale, boolean isResult, Tensor self) {
    Tensor slope = isResult ? grad : eluBackward.call(grad, alpha, scale, inputScale, false, self);
    return where.call(ge.call(self, ZERO), ZERO, times(slope, inputScale.toDouble()));
  }

  /** Returns (2 − x²) φ(x) with the density φ, or the second derivative of its approximation. */
  public Tensor gelu(Tensor self, String approximate) {
    Tensor square = mul.call(self, self);
    if (approximate.equals("tanh")) {
      return tanhGelu(self, square);
    }
    Tensor density = times(exp.call(times(square, -0.5)), 1 / Math.sqrt(2 * Math.PI));
    return mul.call(rsub.call(square, TWO, Scalar.ONE), density);
  }

  /**
   * With t = tanh(u(x)), returns (1 − t²) (u′ + x (u″ / 2 − t u′²)).
   *
   * @param square x²
   */
  private Tensor tanhGelu(Tensor self, Tensor square) {
    Tensor inner = mul.call(self, plus(times(square, CUBE), 1));
    Tensor t = tanh.call(times(inner, TANH_SCALE));
    Tensor first = times(plus(times(square, 3 * CUBE), 1), TANH_SCALE);
    Tensor half = times(self, 3 * CUBE * TANH_SCALE);
    Tensor bent = mul.call(t, mul.call(first, first));
    Tensor factor = add.call(half, bent, Scalar.of(-1L));
    Tensor sum = add.call(first, mul.call(self, factor), Scalar.ONE);
    return mul.call(rsub.call(mul.call(t, t), Scalar.ONE, Scalar.ONE), sum);
  }

  /** With s = σ(x), returns s (1 − s) (2 + x (1 − 2s)). */
  public Tensor silu(Tensor self) {
    Tensor s = sigmoid.call(self);
    Tensor turn = mul.call(self, plus(times(s, -2), 1));
    return mul.call(slope(s), plus(turn, 2));
  }

  /** With s = σ(βx), returns β s (1 − s), and 0 where softplus is linear. */
  public Tensor softplus(Tensor self, Scalar beta, Scalar threshold) {
    Tensor scaled = mulScalar.call(self, beta);
    Tensor curvature = mulScalar.call(slope(sigmoid.call(scaled)), beta);
    return where.call(gt.call(scaled, threshold), ZERO, curvature);
  }

  private Tensor slope(Tensor s) {
    return mul.call(s, rsub.call(s, Scalar.ONE, Scalar.ONE));
  }

  private Tensor times(Tensor tensor, double factor) {
    return mulScalar.call(tensor, Scalar.of(factor));
  }

  private Tensor plus(Tensor tensor, double summand) {
    return addScalar.call(tensor, Scalar.of(summand), Scalar.ONE);
  }

  /**
   * Differentiates the gradients of {@code _prelu_kernel}. An element 0 counts as positive, as in
   * PyTorch.
   *
   * @param gradSelf of the gradient for self; null if it has none
   * @param gradWeight of the gradient for weight; null if it has none
   * @param wanted whether grad_output, self and weight need a gradient
   * @return the gradients for grad_output, self and weight; null where it is 0 or not wanted
   */
  public Tensor[] preluTwice(
      Tensor gradSelf,
      Tensor gradWeight,
      Tensor gradOutput,
      Tensor self,
      Tensor weight,
      boolean[] wanted) {
    Tensor isPositive = ge.call(self, ZERO);
    Tensor[] gradients = new Tensor[3];
    if (wanted[0]) {
      gradients[0] = ofOutput(isPositive, gradSelf, gradWeight, self, weight);
    }
    if (wanted[1] && gradWeight != null) {
      gradients[1] = ofNegative(isPositive, gradOutput, gradWeight);
    }
    if (wanted[2] && gradSelf != null) {
      gradients[2] = ofNegative(isPositive, gradOutput, gradSelf);
    }
    return gradients;
  }

  private Tensor ofOutput(
      Tensor isPositive, Tensor gradSelf, Tensor gradWeight, Tensor self, Tensor weight) {
    Tensor bySelf =
        gradSelf == null ? null : whereSelf.call(isPositive, gradSelf, mul.call(gradSelf, weight));
    Tensor byWeight = gradWeight == null ? null : ofNegative(isPositive, gradWeight, self);
    if (bySelf == null || byWeight == null) {
      return bySelf == null ? byWeight : bySelf;
    }
    return add.call(bySelf, byWeight, Scalar.ONE);
  }

  /** Returns the products where self is negative, and 0 elsewhere. */
  private Tensor ofNegative(Tensor isPositive, Tensor one, Tensor other) {
    return where.call(isPositive, ZERO, mul.call(one, other));
  }
}
