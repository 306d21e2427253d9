package jackfield.nn.convolution;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.List;

/**
 * What transposed convolutions of one, two and three dimensions have in common: the choice of the
 * output's size.
 */
abstract class TransposedConvolution extends WindowModule {
  private final long[] outputPadding;

  TransposedConvolution(
      ModuleContext context,
      int dimensions,
      long in,
      long out,
      List<Long> kernel,
      ConvOptions options) {
    super(context, dimensions, true, in, out, kernel, options);
    if (options.isSame() || options.paddingMode() != PaddingMode.ZEROS) {
      throw new InvalidArgument(
          typeName(), "padding", "must be a number, with the mode zeros, found " + options);
    }
    outputPadding =
        PerDimension.of(typeName(), "output_padding", options.outputPadding(), dimensions, 0);
  }

  @Override
  public final Tensor forward(Tensor input) {
    return transposed(given("input", input), outputPadding);
  }

  /**
   * Computes the output of a given size, one of those from which a convolution makes the input.
   *
   * @param outputSize the sizes of the dimensions after the channels
   * @throws ShapeMismatch if a convolution makes no such input from that size
   */
  public final Tensor forward(Tensor input, long... outputSize) {
    given("outputSize", outputSize);
    int first = given("input", input).rank() - dimensions;
    if (outputSize.length != dimensions || first < 0) {
      throw new ShapeMismatch(
          typeName(), "expected %d output sizes".formatted(dimensions), outputSize);
    }
    long[] added = new long[dimensions];
    for (int i = 0; i < dimensions; i++) {
      long least =
          (input.size(first + i) - 1) * stride[i]
              - 2 * padding[i]
              + dilation[i] * (kernel[i] - 1)
              + 1;
      added[i] = outputSize[i] - least;
      if (added[i] < 0 || added[i] >= stride[i]) {
        throw new ShapeMismatch(
            typeName(),
            "expected an output size from %d to %d in dimension %d"
                .formatted(least, least + stride[i] - 1, i),
            outputSize);
      }
    }
    return transposed(input, added);
  }

  abstract Tensor transposed(Tensor input, long[] added);
}
