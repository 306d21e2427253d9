package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.AddTensor;
import jackfield.aten.Expand;
import jackfield.aten.MeanDim;
import jackfield.aten.MulTensor;
import jackfield.aten.Neg;
import jackfield.aten.SubTensor;
import jackfield.aten.SumDimIntList;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of normalizations. */
public final class NormalizationGradients {
  private final AddTensor add;
  private final SubTensor sub;
  private final MulTensor mul;
  private final Neg neg;
  private final MeanDim mean;
  private final SumDimIntList sum;
  private final Expand expand;

  public NormalizationGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.sub = kernels.operator(SubTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.neg = kernels.operator(Neg.TYPE);
    this.mean = kernels.operator(MeanDim.TYPE);
    this.sum = kernels.operator(SumDimIntList.TYPE);
    this.expand = kernels.operator(Expand.TYPE);
  }

  /**
   * Returns the gradients of the gradients of a layer normalization with respect to {@code
   * gradOut}, {@code input} and {@code weight}.
   *
   * <p>For the normal x̂, the reciprocal deviation r and P(v) = v − mean(v) − x̂ mean(v x̂), the
   * gradients of the normalization are r P(g w), Σ g x̂ and Σ g.
   *
   * @param gradInput what comes in for the gradient of the input; null if nothing does, as for the
   *     next two
   */
  public Tensor[] twice(
      Tensor gradInput,
      Tensor gradWeight,
      Tensor gradBias,
      Tensor gradOut,
      Tensor input,
      long[] normalizedShape,
      Tensor means,
      Tensor rstd,
      Tensor weight,
      boolean[] wanted) {
    Rows rows = new Rows(mul.call(sub.call(input, means, Scalar.ONE), rstd), rstd, normalizedShape);
    Tensor projected = gradInput == null ? null : mul.call(rstd, rows.projected(gradInput));
    Tensor[] gradients = new Tensor[3];
    if (wanted[0]) {
      gradients[0] =
          sum(
              weighted(projected, weight),
              gradWeight == null ? null : mul.call(gradWeight, rows.normal),
              gradBias == null ? null : expand.call(gradBias, gradOut.sizes(), false));
    }
    if (wanted[1]) {
      gradients[1] = rows.ofInput(gradInput, gradWeight, gradOut, weighted(gradOut, weight));
    }
    if (wanted[2] && projected != null) {
      gradients[2] = rows.summed(mul.call(gradOut, projected));
    }
    return gradients;
  }

  private Tensor weighted(Tensor tensor, Tensor weight) {
    return tensor == null || weight == null ? tensor : mul.call(tensor, weight);
  }

  private Tensor sum(Tensor... parts) {
    Tensor sum = null;
    for (Tensor part : parts) {
      if (part != null) {
        sum = sum == null ? part : add.call(sum, part, Scalar.ONE);
      }
    }
    return sum;
  }

  /** The rows of a normalized tensor. */
  private final class Rows {
    private final Tensor normal;
    private final Tensor rstd;
    private final long[] inner; // the normalized dimensions
    private final long[] outer;

    Rows(Tensor normal, Tensor rstd, long[] normalizedShape) {
      this.normal = normal;
      this.rstd = rstd;
      outer = new long[normal.rank() - normalizedShape.length];
      inner = new long[normalizedShape.length];
      for (int dim = 0; dim < normal.rank(); dim++) {
        (dim < outer.length ? outer : inner)[dim < outer.length ? dim : dim - outer.length] = dim;
      }
    }

    private Tensor mean(Tensor tensor) {
      return NormalizationGradients.this.mean.call(tensor, inner, true, (DType) null);
    }

    Tensor summed(Tensor tensor) {
      return outer.length == 0 ? tensor : sum.call(tensor, outer, false, (DType) null);
    }

    Tensor projected(Tensor tensor) {
      Tensor centred = sub.call(tensor, mean(tensor), Scalar.ONE);
      return sub.call(centred, mul.call(normal, mean(mul.call(tensor, normal))), Scalar.ONE);
    }

    /** Returns r P(h) − r² x̂ mean(P(a) v), for h = g w' − r (a mean(v x̂) + v mean(a x̂)). */
    Tensor ofInput(Tensor v, Tensor gradWeight, Tensor gradOut, Tensor a) {
      Tensor direct = gradWeight == null ? null : mul.call(gradOut, gradWeight);
      if (v == null) {
        return direct == null ? null : mul.call(rstd, projected(direct));
      }
      Tensor crossed =
          add.call(
              mul.call(a, mean(mul.call(v, normal))),
              mul.call(v, mean(mul.call(a, normal))),
              Scalar.ONE);
      Tensor scaled = mul.call(rstd, crossed);
      Tensor negated = direct == null ? scaled : sub.call(scaled, direct, Scalar.ONE);
      Tensor along = mul.call(normal, mean(mul.call(projected(a), v)));
      Tensor both = add.call(projected(negated), mul.call(rstd, along), Scalar.ONE);
      return neg.call(mul.call(rstd, both));
    }
  }
}
