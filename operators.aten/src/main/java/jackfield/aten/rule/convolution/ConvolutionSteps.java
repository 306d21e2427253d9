package jackfield.aten.rule.convolution;

import jackfield.error.InvalidArgument;
import java.util.Arrays;

/** The numbers of a convolution that have one element for each spatial dimension. */
record ConvolutionSteps(long[] stride, long[] padding, long[] dilation, long[] outputPadding) {

  /**
   * Returns these numbers for {@code rank} spatial dimensions; a single one holds for all.
   *
   * @throws InvalidArgument if there are too few or too many, or one is too small
   */
  ConvolutionSteps expanded(String operator, int rank) {
    return new ConvolutionSteps(
        expanded(operator, "stride", stride, rank, 1),
        expanded(operator, "padding", padding, rank, 0),
        expanded(operator, "dilation", dilation, rank, 1),
        expanded(operator, "output_padding", outputPadding, rank, 0));
  }

  private static long[] expanded(
      String operator, String argument, long[] numbers, int rank, long least) {
    if (numbers.length != 1 && numbers.length != rank) {
      throw new InvalidArgument(
          operator,
          argument,
          "must have a number for each spatial dimension (%d), or one for all; found %s"
              .formatted(rank, Arrays.toString(numbers)));
    }
    for (long number : numbers) {
      if (number < least) {
        throw new InvalidArgument(
            operator,
            argument,
            "must be at least %d, found %s".formatted(least, Arrays.toString(numbers)));
      }
    }
    if (numbers.length == rank) {
      return numbers.clone();
    }
    long[] all = new long[rank];
    Arrays.fill(all, numbers[0]);
    return all;
  }

  /**
   * Throws unless every output padding is less than the stride or the dilation: a larger one would
   * add elements that no window reaches.
   */
  void checkOutputPadding(String operator) {
    for (int dim = 0; dim < stride.length; dim++) {
      if (outputPadding[dim] >= stride[dim] && outputPadding[dim] >= dilation[dim]) {
        throw new InvalidArgument(
            operator,
            "output_padding",
            "must be less than stride %s or dilation %s, found %s"
                .formatted(
                    Arrays.toString(stride),
                    Arrays.toString(dilation),
                    Arrays.toString(outputPadding)));
      }
    }
  }
}
