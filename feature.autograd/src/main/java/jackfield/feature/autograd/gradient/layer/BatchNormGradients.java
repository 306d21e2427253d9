package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.AddTensor;
import jackfield.aten.Detach;
import jackfield.aten.Expand;
import jackfield.aten.MaskedFillScalar;
import jackfield.aten.MeanDim;
import jackfield.aten.MulTensor;
import jackfield.aten.NeTensor;
import jackfield.aten.Neg;
import jackfield.aten.Reshape;
import jackfield.aten.SubTensor;
import jackfield.aten.SumDimIntList;
import jackfield.feature.autograd.gradient.mode.Recording;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.Supplier;

/**
 * Gradients of the gradients of batch normalization. They compute the statistics of a batch again,
 * from operators, so that they can be differentiated any number of times. Saved statistics replace
 * the values, not the derivatives.
 *
 * <p>For the normal x̂, the reciprocal deviation r and P(v) = v − mean(v) − x̂ mean(v x̂), the
 * gradients of the normalization are r w P(g), Σ g x̂ and Σ g. With given statistics, P(v) = v, and
 * x̂ is a linear function of the input.
 */
public final class BatchNormGradients {
  private static final long[] ALIKE = {0, 2}; // the dimensions over which a channel extends

  private final AddTensor add;
  private final SubTensor sub;
  private final MulTensor mul;
  private final Neg neg;
  private final MeanDim mean;
  private final SumDimIntList sum;
  private final Reshape reshape;
  private final Detach detach;
  private final Expand expand;
  private final NeTensor ne;
  private final MaskedFillScalar fill;
  private final ReciprocalDeviations deviations;

  public BatchNormGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.sub = kernels.operator(SubTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.neg = kernels.operator(Neg.TYPE);
    this.mean = kernels.operator(MeanDim.TYPE);
    this.sum = kernels.operator(SumDimIntList.TYPE);
    this.reshape = kernels.operator(Reshape.TYPE);
    this.detach = kernels.operator(Detach.TYPE);
    this.expand = kernels.operator(Expand.TYPE);
    this.ne = kernels.operator(NeTensor.TYPE);
    this.fill = kernels.operator(MaskedFillScalar.TYPE);
    this.deviations = new ReciprocalDeviations(kernels);
  }

  /**
   * Returns the gradients with respect to {@code gradOut}, {@code input} and {@code weight}.
   *
   * @param gradInput what comes in for the gradient of the input; null if nothing does, as for the
   *     next two
   * @param wanted which of them are wanted
   */
  public Tensor[] twice(
      Tensor gradInput,
      Tensor gradWeight,
      Tensor gradBias,
      Tensor gradOut,
      Tensor input,
      Tensor weight,
      Tensor runningMean,
      Tensor runningVar,
      Tensor saveMean,
      Tensor saveInvstd,
      boolean train,
      double eps,
      boolean[] wanted) {
    long channels = input.size(1);
    long elements = input.elementCount();
    long rows = input.size(0);
    long inner = elements == 0 ? 0 : elements / (rows * channels);
    long[] sizes = {rows, channels, inner};
    long[] parameter = {1, channels, 1};
    Tensor x = reshape.call(input, sizes);
    Batch batch =
        train
            ? new Batch(x, eps, reshaped(saveMean, parameter), reshaped(saveInvstd, parameter))
            : new Batch(x, reshaped(runningMean, parameter), reshaped(runningVar, parameter), eps);
    Tensor w = reshaped(weight, parameter);
    Tensor g = reshape.call(gradOut, sizes);
    Tensor a = reshaped(gradInput, sizes);
    Tensor b = reshaped(gradWeight, parameter);
    Tensor projected = a == null ? null : mul.call(batch.rstd, batch.projected(a));
    Tensor[] gradients = new Tensor[3];
    if (wanted[0]) {
      Tensor bias = gradBias == null ? null : reshape.call(gradBias, parameter);
      Tensor everywhere = bias == null ? null : expand.call(bias, sizes, false);
      Tensor all = sum(product(projected, w), product(b, batch.normal), everywhere);
      gradients[0] = reshaped(all, input.sizes());
    }
    if (wanted[1]) {
      gradients[1] = reshaped(batch.ofInput(product(a, w), b, g), input.sizes());
    }
    if (wanted[2] && projected != null) {
      gradients[2] = sum.call(mul.call(g, projected), ALIKE, false, (DType) null);
    }
    return gradients;
  }

  private Tensor reshaped(Tensor tensor, long[] sizes) {
    return tensor == null ? null : reshape.call(tensor, sizes);
  }

  /** Returns the product; a factor that is null is left out if it is the second. */
  private Tensor product(Tensor first, Tensor second) {
    return first == null || second == null ? first : mul.call(first, second);
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

  /** A batch with its normal, in three dimensions. */
  private final class Batch {
    private final boolean isGiven; // whether the statistics are arguments
    private final Tensor normal;
    private final Tensor rstd;

    Batch(Tensor x, double eps, Tensor savedMean, Tensor savedRstd) {
      this.isGiven = false;
      this.rstd = saved(savedRstd, () -> deviations.ofBatch(variance(x), eps));
      this.normal = mul.call(sub.call(x, saved(savedMean, () -> mean(x)), Scalar.ONE), rstd);
    }

    /** Returns a saved statistic, if recorded with the derivatives of the computed one. */
    private Tensor saved(Tensor saved, Supplier<Tensor> computed) {
      if (saved != null && !Recording.isOn()) {
        return saved;
      }
      Tensor again = computed.get();
      if (saved == null) {
        return again;
      }
      Tensor zero = sub.call(again, detach.call(again), Scalar.ONE); // NaN if not finite
      Tensor finite = fill.call(zero, ne.call(zero, zero), Scalar.ZERO);
      return add.call(detach.call(saved), finite, Scalar.ONE); // exactly the saved value
    }

    private Tensor variance(Tensor x) {
      Tensor centred = sub.call(x, mean(x), Scalar.ONE);
      return mean(mul.call(centred, centred));
    }

    Batch(Tensor x, Tensor mean, Tensor variance, double eps) {
      this.isGiven = true;
      this.rstd = deviations.of(variance, eps);
      this.normal = mul.call(sub.call(x, mean, Scalar.ONE), rstd);
    }

    private Tensor mean(Tensor tensor) {
      return mean.call(tensor, ALIKE, true, (DType) null);
    }

    Tensor projected(Tensor v) {
      if (isGiven) {
        return v;
      }
      Tensor along = mul.call(normal, mean(mul.call(v, normal)));
      return sub.call(sub.call(v, mean(v), Scalar.ONE), along, Scalar.ONE);
    }

    /**
     * Returns r P(g b − r (a mean(g x̂) + g mean(a x̂))) − r² x̂ mean(P(a) g), or r g b if the
     * statistics are given.
     */
    Tensor ofInput(Tensor a, Tensor b, Tensor g) {
      Tensor direct = b == null ? null : mul.call(g, b);
      if (a == null || isGiven) {
        return direct == null ? null : mul.call(rstd, projected(direct));
      }
      Tensor crossed =
          add.call(
              mul.call(a, mean(mul.call(g, normal))),
              mul.call(g, mean(mul.call(a, normal))),
              Scalar.ONE);
      Tensor scaled = mul.call(crossed, rstd);
      Tensor negative = direct == null ? scaled : sub.call(scaled, direct, Scalar.ONE);
      Tensor along = mul.call(mul.call(normal, rstd), mean(mul.call(projected(a), g)));
      Tensor both = add.call(projected(negative), along, Scalar.ONE);
      return neg.call(mul.call(both, rstd));
    }
  }
}
