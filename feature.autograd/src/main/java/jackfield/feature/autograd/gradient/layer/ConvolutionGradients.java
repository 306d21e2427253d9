package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.AddTensor;
import jackfield.aten.Convolution;
import jackfield.aten.ConvolutionBackward;
import jackfield.aten.Expand;
import jackfield.aten.View;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Functions for the formulas of convolutions. */
public final class ConvolutionGradients {
  private final Convolution convolution;
  private final ConvolutionBackward backward;
  private final AddTensor add;
  private final Expand expand;
  private final View view;

  public ConvolutionGradients(KernelRegistrar kernels) {
    this.convolution = kernels.operator(Convolution.TYPE);
    this.backward = kernels.operator(ConvolutionBackward.TYPE);
    this.add = kernels.operator(AddTensor.TYPE);
    this.expand = kernels.operator(Expand.TYPE);
    this.view = kernels.operator(View.TYPE);
  }

  /** Returns the sizes of the bias: the channels of the output. */
  public static long[] channels(Tensor grad) {
    return new long[] {grad.size(1)};
  }

  /**
   * Returns the gradients of the gradients of a convolution with respect to {@code gradOutput},
   * {@code input} and {@code weight}.
   *
   * <p>A convolution is linear in its input and in its weight. So the gradient with respect to one
   * of them is the same operator with the gradient that comes in, in place of the other.
   *
   * @param gradInput what comes in for the gradient of the input; null if nothing does, as for the
   *     next two
   */
  public Tensor[] twice(
      Tensor gradInput,
      Tensor gradWeight,
      Tensor gradBias,
      Tensor gradOutput,
      Tensor input,
      Tensor weight,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean transposed,
      long[] outputPadding,
      long groups,
      boolean[] wanted) {
    Windows windows = new Windows(stride, padding, dilation, transposed, outputPadding, groups);
    Tensor[] gradients = new Tensor[3];
    if (wanted[0]) {
      gradients[0] =
          sum(
              forward(gradInput, weight, windows),
              forward(input, gradWeight, windows),
              expanded(gradBias, gradOutput));
    }
    if (wanted[1] && gradWeight != null) {
      gradients[1] = backward(gradOutput, input, gradWeight, windows, 0).first();
    }
    if (wanted[2] && gradInput != null) {
      gradients[2] = backward(gradOutput, gradInput, weight, windows, 1).second();
    }
    return gradients;
  }

  private record Windows(
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean transposed,
      long[] outputPadding,
      long groups) {}

  private Tensor forward(Tensor input, Tensor weight, Windows by) {
    return input == null || weight == null
        ? null
        : convolution.call(
            input,
            weight,
            null,
            by.stride,
            by.padding,
            by.dilation,
            by.transposed,
            by.outputPadding,
            by.groups);
  }

  private ConvolutionBackward.Result backward(
      Tensor gradOutput, Tensor input, Tensor weight, Windows by, int wanted) {
    boolean[] mask = new boolean[3];
    mask[wanted] = true;
    return backward.call(
        gradOutput,
        input,
        weight,
        null,
        by.stride,
        by.padding,
        by.dilation,
        by.transposed,
        by.outputPadding,
        by.groups,
        mask);
  }

  private Tensor expanded(Tensor gradBias, Tensor gradOutput) {
    if (gradBias == null) {
      return null;
    }
    long[] sizes = new long[gradOutput.rank()];
    Arrays.fill(sizes, 1);
    sizes[1] = gradOutput.size(1);
    return expand.call(view.call(gradBias, sizes), gradOutput.sizes(), false);
  }

  private Tensor sum(Tensor... parts) {
    Tensor sum = null;
    for (Tensor part : parts) {
      sum =
          sum == null || part == null
              ? (sum == null ? part : sum)
              : add.call(sum, part, Scalar.ONE);
    }
    return sum;
  }
}
