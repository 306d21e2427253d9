package jackfield.dispatcher.impl.selfcheck;

import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import java.util.Arrays;

/**
 * Creates the lists of numbers of {@link Samples}: sizes, windows and lengths that fit its tensors.
 *
 * @param side the elements of a tensor in each of its dimensions
 */
record SampleSizes(OperatorSchema schema, int side) {

  /** Returns whether the operator has an argument. */
  boolean has(String name) {
    return schema.arguments().stream().anyMatch(argument -> argument.name().equals(name));
  }

  /** Returns whether the columns of a matrix are the windows over a line that is twice as long. */
  private boolean isOfColumns() {
    return has("output_size") && has("kernel_size") && has("dilation");
  }

  /** Returns numbers for the name: as many as the schema says, else one for each dimension. */
  long[] numbers(SchemaArgument argument) {
    return switch (argument.name()) {
      case "size" -> new long[] {side, side};
      case "stride" -> has("size") ? new long[] {side, 1} : each(argument, 1);
      // Windows with these numbers are as many as the elements of a side, and a few are beyond it.
      case "kernel_size" -> isOfColumns() ? new long[] {1, side} : each(argument, side);
      case "output_size" -> isOfColumns() ? new long[] {1, 2L * side - 1} : each(argument, side);
      case "padding" -> isOfBorders() ? moved(argument) : each(argument, isOfColumns() ? 0 : 1);
      case "dilation" -> each(argument, 1);
      case "output_padding", "dim" -> each(argument, 0);
      case "bias_sizes", "normalized_shape" -> new long[] {side};
      case "input_size" -> smaller(argument);
      case "input_lengths" -> lengths(side);
      case "target_lengths" -> lengths((side - 1L) / 2); // with blanks as many as a side
      default -> null;
    };
  }

  /** Returns whether the gradient of an image with a border is computed. */
  private boolean isOfBorders() {
    return has("grad_output") && !has("kernel_size");
  }

  /** Returns borders that crop the image at one side, so that its size stays. */
  private static long[] moved(SchemaArgument argument) {
    long[] border = each(argument, 1);
    for (int i = 1; i < border.length; i += 2) {
      border[i] = -1;
    }
    return border;
  }

  /** Returns a number for each dimension of windows, for one if the schema says nothing. */
  private static long[] each(SchemaArgument argument, long number) {
    long[] numbers = new long[argument.fixedSize().orElse(1)];
    Arrays.fill(numbers, number);
    return numbers;
  }

  private long[] lengths(long length) {
    long[] lengths = new long[side];
    Arrays.fill(lengths, length);
    return lengths;
  }

  /** Returns the sizes of sample images whose lines are one element shorter. */
  private long[] smaller(SchemaArgument argument) {
    long[] sizes = each(argument, side);
    Arrays.fill(sizes, 0, Math.max(0, sizes.length - 3), 1);
    sizes[sizes.length - 1] = side - 1L;
    return sizes;
  }

  /** Returns a mask that asks for all results. */
  static boolean[] mask(SchemaArgument argument) {
    boolean[] mask = new boolean[argument.fixedSize().orElse(1)];
    Arrays.fill(mask, true);
    return mask;
  }
}
