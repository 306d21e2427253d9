package jackfield.aten.rule.convolution;

import jackfield.aten.window.Windows;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import java.util.Arrays;

/**
 * The sizes of a convolution, computed exactly from those of its input and weight.
 *
 * @param windows windows over the input; over the output if the convolution is transposed
 * @param biasSizes the sizes that a bias must have
 */
record ConvolutionGeometry(Windows windows, long[] outputSizes, long[] biasSizes) {
  private static final int MOST_SPATIAL = 3;

  /** Returns whether a stride or a dilation is not 1. */
  boolean isStridedOrDilated() {
    return Arrays.stream(windows.stride()).anyMatch(step -> step != 1)
        || Arrays.stream(windows.dilation()).anyMatch(step -> step != 1);
  }

  /**
   * Computes the sizes.
   *
   * @throws InvalidArgument if a number of {@code steps} or {@code groups} is out of range
   * @throws ShapeMismatch if input and weight do not fit each other, or a size does not fit 64 bits
   */
  static ConvolutionGeometry of(
      String operator,
      long[] input,
      long[] weight,
      ConvolutionSteps steps,
      boolean isTransposed,
      long groups) {
    int rank = weight.length - 2;
    if (rank < 1 || rank > MOST_SPATIAL) {
      throw new ShapeMismatch(operator, "expected weight to have 3 to 5 dimensions", weight);
    }
    if (groups < 1) {
      throw new InvalidArgument(operator, "groups", "must be positive, found " + groups);
    }
    ConvolutionSteps all = steps.expanded(operator, rank);
    if (isTransposed) {
      all.checkOutputPadding(operator);
    }
    try {
      checkShapes(operator, input, weight, isTransposed, groups);
      return isTransposed
          ? transposed(operator, input, weight, all, groups)
          : plain(operator, input, weight, all);
    } catch (ArithmeticException tooLarge) {
      throw new ShapeMismatch(operator, "the output's size does not fit 64 bits", input, weight);
    }
  }

  private static void checkShapes(
      String operator, long[] input, long[] weight, boolean isTransposed, long groups) {
    if (input.length != weight.length) {
      throw new ShapeMismatch(
          operator, "expected input and weight to have as many dimensions", input, weight);
    }
    if (weight[0] < groups || weight[0] % groups != 0) {
      throw new ShapeMismatch(
          operator, "expected weight's dimension 0 to be a multiple of groups " + groups, weight);
    }
    long inputChannels = isTransposed ? weight[0] : Math.multiplyExact(weight[1], groups);
    if (input[1] != inputChannels) {
      throw new ShapeMismatch(
          operator,
          "weight and %d groups need an input of %d channels".formatted(groups, inputChannels),
          input,
          weight);
    }
    boolean hasElements = input[0] != 0 && input[1] != 0;
    for (int dim = 2; dim < weight.length; dim++) {
      if (weight[dim] == 0 || (hasElements && input[dim] == 0)) {
        throw new ShapeMismatch(operator, "a spatial dimension is empty", input, weight);
      }
    }
  }

  private static ConvolutionGeometry plain(
      String operator, long[] input, long[] weight, ConvolutionSteps steps) {
    long[] output = input.clone();
    // PyTorch keeps the channels of an input without any.
    output[1] = input[1] == 0 ? 0 : weight[0];
    for (int dim = 2; dim < output.length; dim++) {
      long padded = Math.addExact(input[dim], Math.multiplyExact(2, steps.padding()[dim - 2]));
      long room = padded - reach(weight, steps, dim) - 1;
      if (room < 0) {
        throw new ShapeMismatch(operator, "the window exceeds the padded input", input, weight);
      }
      output[dim] = room / steps.stride()[dim - 2] + 1;
    }
    return of(spatial(input), spatial(output), weight, steps, output, weight[0]);
  }

  private static ConvolutionGeometry transposed(
      String operator, long[] input, long[] weight, ConvolutionSteps steps, long groups) {
    long[] output = input.clone();
    output[1] = Math.multiplyExact(weight[1], groups);
    for (int dim = 2; dim < output.length; dim++) {
      long spread = Math.multiplyExact(input[dim] - 1, steps.stride()[dim - 2]);
      long last = Math.addExact(spread, reach(weight, steps, dim));
      long whole = Math.addExact(last, steps.outputPadding()[dim - 2]);
      long cut = Math.multiplyExact(2, steps.padding()[dim - 2]);
      output[dim] = Math.addExact(Math.subtractExact(whole, cut), 1);
      if (output[dim] < 1) {
        throw new ShapeMismatch(operator, "the padding leaves no output", input, weight);
      }
    }
    return of(spatial(output), spatial(input), weight, steps, output, output[1]);
  }

  /** Returns the distance between the first and the last tap. */
  private static long reach(long[] weight, ConvolutionSteps steps, int dim) {
    return Math.multiplyExact(steps.dilation()[dim - 2], weight[dim] - 1);
  }

  private static long[] spatial(long[] sizes) {
    return Arrays.copyOfRange(sizes, 2, sizes.length);
  }

  private static ConvolutionGeometry of(
      long[] image,
      long[] positions,
      long[] weight,
      ConvolutionSteps steps,
      long[] output,
      long channels) {
    Windows windows =
        new Windows(
            image, positions, spatial(weight), steps.stride(), steps.padding(), steps.dilation());
    return new ConvolutionGeometry(windows, output, new long[] {channels});
  }
}
