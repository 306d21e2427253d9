package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.AddTensor;
import jackfield.aten.DivScalar;
import jackfield.aten.Expand;
import jackfield.aten.MeanDim;
import jackfield.aten.MulTensor;
import jackfield.aten.Reshape;
import jackfield.aten.SubTensor;
import jackfield.aten.SumDimIntList;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Gradients of batch and group normalization. They compute the statistics again, from operators, so
 * that they can be differentiated any number of times.
 */
public final class ChannelGradients {
  private final AddTensor add;
  private final SubTensor sub;
  private final MulTensor mul;
  private final DivScalar div;
  private final MeanDim mean;
  private final SumDimIntList sum;
  private final Reshape reshape;
  private final Expand expand;
  private final ReciprocalDeviations deviations;

  public ChannelGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.sub = kernels.operator(SubTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.div = kernels.operator(DivScalar.TYPE);
    this.mean = kernels.operator(MeanDim.TYPE);
    this.sum = kernels.operator(SumDimIntList.TYPE);
    this.reshape = kernels.operator(Reshape.TYPE);
    this.expand = kernels.operator(Expand.TYPE);
    this.deviations = new ReciprocalDeviations(kernels);
  }

  /**
   * Returns the gradients of a batch normalization with respect to its input, weight and bias.
   *
   * @param wanted which of them are wanted
   */
  public Tensor[] batch(
      Tensor grad,
      Tensor input,
      Tensor weight,
      Tensor runningMean,
      Tensor runningVar,
      boolean training,
      double eps,
      boolean[] wanted) {
    long[] sizes = {input.size(0), input.size(1), inner(input)};
    long[] alike = {0, 2}; // the dimensions over which a channel extends
    long[] parameter = {1, input.size(1), 1};
    Tensor x = reshape.call(input, sizes);
    Blocks blocks =
        training
            ? new Blocks(x, alike, eps, true)
            : new Blocks(x, reshaped(runningMean, parameter), reshaped(runningVar, parameter), eps);
    Tensor g = reshape.call(grad, sizes);
    return blocks.gradients(g, reshaped(weight, parameter), alike, input, wanted);
  }

  private static long inner(Tensor input) {
    long inner = 1;
    for (int dim = 2; dim < input.rank(); dim++) {
      inner *= input.size(dim);
    }
    return inner;
  }

  /**
   * Returns the gradients of a group normalization with respect to its input, weight and bias.
   *
   * @param grad what comes in for the result; null if nothing does, as for the next two
   * @param gradMean what comes in for the means
   * @param gradRstd what comes in for the reciprocal standard deviations
   * @param wanted which of them are wanted
   */
  public Tensor[] group(
      Tensor grad,
      Tensor gradMean,
      Tensor gradRstd,
      Tensor input,
      Tensor weight,
      long n,
      long c,
      long hxw,
      long group,
      double eps,
      boolean[] wanted) {
    long[] sizes = {n, group, c / group, hxw};
    long[] parameter = {1, group, c / group, 1};
    long[] statistic = {n, group, 1, 1};
    Blocks blocks = new Blocks(reshape.call(input, sizes), new long[] {2, 3}, eps, false);
    Tensor[] gradients = {null, null, null};
    if (grad != null) {
      Tensor g = reshape.call(grad, sizes);
      long[] samples = {0, 3};
      gradients = blocks.gradients(g, reshaped(weight, parameter), samples, input, wanted);
    }
    if (wanted[0]) {
      Tensor further =
          blocks.ofStatistics(reshaped(gradMean, statistic), reshaped(gradRstd, statistic));
      gradients[0] = sum(gradients[0], reshaped(further, input.sizes()));
    }
    return gradients;
  }

  private Tensor reshaped(Tensor tensor, long[] sizes) {
    return tensor == null ? null : reshape.call(tensor, sizes);
  }

  private Tensor sum(Tensor first, Tensor second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return add.call(first, second, Scalar.ONE);
  }

  /** Blocks of elements that are normalized together. */
  private final class Blocks {
    private final long[] dims; // over which a block extends; null if its statistics are given
    private final Tensor normal;
    private final Tensor rstd;
    private final long size;

    Blocks(Tensor x, long[] dims, double eps, boolean isBatch) {
      this.dims = dims;
      this.size = x.size((int) dims[0]) * x.size((int) dims[1]);
      Tensor centred = sub.call(x, mean(x), Scalar.ONE);
      Tensor variance = mean(mul.call(centred, centred));
      this.rstd = isBatch ? deviations.ofBatch(variance, eps) : deviations.of(variance, eps);
      this.normal = mul.call(centred, rstd);
    }

    Blocks(Tensor x, Tensor mean, Tensor variance, double eps) {
      this.dims = null;
      this.size = 0;
      this.rstd = deviations.of(variance, eps);
      this.normal = mul.call(sub.call(x, mean, Scalar.ONE), rstd);
    }

    private Tensor mean(Tensor tensor) {
      return mean.call(tensor, dims, true, (DType) null);
    }

    /**
     * Returns the gradients of input, weight and bias.
     *
     * @param alike the dimensions along which the parameters do not differ
     */
    Tensor[] gradients(Tensor g, Tensor weight, long[] alike, Tensor input, boolean[] wanted) {
      long[] channels = {input.size(1)};
      Tensor[] gradients = new Tensor[3];
      if (wanted[0]) {
        Tensor weighted = weight == null ? g : mul.call(g, weight);
        gradients[0] = reshape.call(ofInput(weighted), input.sizes());
      }
      if (wanted[1]) {
        Tensor products = sum.call(mul.call(g, normal), alike, false, (DType) null);
        gradients[1] = reshape.call(products, channels);
      }
      if (wanted[2]) {
        gradients[2] = reshape.call(sum.call(g, alike, false, (DType) null), channels);
      }
      return gradients;
    }

    /** Returns rstd (v − mean(v) − x̂ mean(v x̂)), without the means if they are given. */
    private Tensor ofInput(Tensor v) {
      if (dims == null) {
        return mul.call(v, rstd);
      }
      Tensor along = mul.call(normal, mean(mul.call(v, normal)));
      Tensor projected = sub.call(sub.call(v, mean(v), Scalar.ONE), along, Scalar.ONE);
      return mul.call(projected, rstd);
    }

    /** Returns (a − b rstd² x̂) / size for the gradients a of the mean and b of rstd. */
    Tensor ofStatistics(Tensor ofMean, Tensor ofRstd) {
      Tensor part = null;
      if (ofRstd != null) {
        Tensor scale = mul.call(ofRstd, mul.call(rstd, rstd));
        part = mul.call(normal, div.call(scale, Scalar.of(-(double) size)));
      }
      if (ofMean == null) {
        return part;
      }
      Tensor shares = div.call(ofMean, Scalar.of((double) size));
      return sum(expand.call(shares, normal.sizes(), false), part);
    }
  }
}
