package jackfield.aten.composite.convolution;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Convolutions of one, two or three spatial dimensions, composed of {@code convolution} and
 * differentiated through it.
 *
 * <p><em>Shapes</em>: as {@code convolution}; an input without a batch dimension gives an output
 * without one.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ConvolutionKernels {
  private static final long[] ZERO = {0};

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ConvolutionKernels(Aten aten) {
    this.aten = aten;
  }

  /** Convolves one spatial dimension. */
  public Tensor conv1d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation,
      long groups) {
    return run(1, input, x -> of(x, weight, bias, stride, padding, dilation, groups));
  }

  /** Convolves two spatial dimensions. */
  public Tensor conv2d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation,
      long groups) {
    return run(2, input, x -> of(x, weight, bias, stride, padding, dilation, groups));
  }

  /** Convolves three spatial dimensions. */
  public Tensor conv3d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation,
      long groups) {
    return run(3, input, x -> of(x, weight, bias, stride, padding, dilation, groups));
  }

  /** Convolves one spatial dimension; {@code padding} is {@code valid} or {@code same}. */
  public Tensor conv1d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      String padding,
      long[] dilation,
      long groups) {
    return run(1, input, x -> named(x, weight, bias, stride, padding, dilation, groups));
  }

  /** Convolves two spatial dimensions; {@code padding} is {@code valid} or {@code same}. */
  public Tensor conv2d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      String padding,
      long[] dilation,
      long groups) {
    return run(2, input, x -> named(x, weight, bias, stride, padding, dilation, groups));
  }

  /** Convolves three spatial dimensions; {@code padding} is {@code valid} or {@code same}. */
  public Tensor conv3d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      String padding,
      long[] dilation,
      long groups) {
    return run(3, input, x -> named(x, weight, bias, stride, padding, dilation, groups));
  }

  /** Spreads each element over a window of one spatial dimension. */
  public Tensor convTranspose1d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] outputPadding,
      long groups,
      long[] dilation) {
    return run(
        1,
        input,
        x ->
            aten.convolution(
                x, weight, bias, stride, padding, dilation, true, outputPadding, groups));
  }

  /** Spreads each element over a window of two spatial dimensions. */
  public Tensor convTranspose2d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] outputPadding,
      long groups,
      long[] dilation) {
    return run(
        2,
        input,
        x ->
            aten.convolution(
                x, weight, bias, stride, padding, dilation, true, outputPadding, groups));
  }

  /** Spreads each element over a window of three spatial dimensions. */
  public Tensor convTranspose3d(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] outputPadding,
      long groups,
      long[] dilation) {
    return run(
        3,
        input,
        x ->
            aten.convolution(
                x, weight, bias, stride, padding, dilation, true, outputPadding, groups));
  }

  /** A convolution of an input with a batch dimension. */
  private interface Batched {
    Tensor run(Tensor input);
  }

  private Tensor run(int spatial, Tensor input, Batched convolution) {
    if (input.rank() == spatial + 2) {
      return convolution.run(input);
    }
    if (input.rank() != spatial + 1) {
      throw new ShapeMismatch(
          "convolution",
          "expected %d dimensions, or %d without a batch".formatted(spatial + 2, spatial + 1),
          input.sizes());
    }
    return aten.squeeze(convolution.run(aten.unsqueeze(input, 0)), 0);
  }

  private Tensor of(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation,
      long groups) {
    return aten.convolution(input, weight, bias, stride, padding, dilation, false, ZERO, groups);
  }

  private Tensor named(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      String padding,
      long[] dilation,
      long groups) {
    return switch (padding) {
      case "valid" -> of(input, weight, bias, stride, ZERO, dilation, groups);
      case "same" -> same(input, weight, bias, stride, dilation, groups);
      default ->
          throw new InvalidArgument(
              "convolution", "padding", "must be valid or same, found " + padding);
    };
  }

  /** Pads so that the output has the input's sizes; an odd element of padding is at the end. */
  private Tensor same(
      Tensor input, Tensor weight, Tensor bias, long[] stride, long[] dilation, long groups) {
    int spatial = weight.rank() - 2;
    if (spatial < 1 || weight.rank() != input.rank()) {
      throw new ShapeMismatch(
          "convolution",
          "expected input and weight to have as many dimensions",
          input.sizes(),
          weight.sizes());
    }
    if (Arrays.stream(stride).anyMatch(step -> step != 1)) {
      throw new InvalidArgument(
          "convolution",
          "stride",
          "must be 1 if padding is same, found " + Arrays.toString(stride));
    }
    if (dilation.length != 1 && dilation.length != spatial) {
      throw new InvalidArgument(
          "convolution",
          "dilation",
          "must have a number for each spatial dimension (%d), or one for all; found %d"
              .formatted(spatial, dilation.length));
    }
    long[] padding = new long[spatial];
    Tensor padded = input;
    for (int dim = 0; dim < spatial; dim++) {
      long total = dilation[dilation.length == 1 ? 0 : dim] * (weight.size(dim + 2) - 1);
      padding[dim] = total / 2;
      padded = total % 2 == 0 ? padded : withZeros(padded, dim + 2);
    }
    return of(padded, weight, bias, stride, padding, dilation, groups);
  }

  private Tensor withZeros(Tensor input, int dim) {
    long[] sizes = input.sizes().clone();
    sizes[dim] = 1;
    return aten.cat(new Tensor[] {input, aten.newZeros(input, sizes)}, dim);
  }
}
