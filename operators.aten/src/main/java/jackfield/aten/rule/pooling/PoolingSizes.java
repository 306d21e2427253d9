package jackfield.aten.rule.pooling;

import jackfield.aten.pooling.PoolingWindows;
import jackfield.aten.window.Windows;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Checks the sizes and numbers of pooling, and computes the windows exactly. */
final class PoolingSizes {
  private PoolingSizes() {}

  /**
   * Returns the windows of fixed size.
   *
   * @param stride empty for the kernel's size
   * @throws InvalidArgument if a number is out of range
   * @throws ShapeMismatch if the image is empty, too small or does not fit 64 bits
   */
  static PoolingWindows fixed(
      String operator,
      int rank,
      Tensor self,
      long[] kernel,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceil) {
    long[] taps = expanded(operator, "kernel_size", kernel, rank, 1);
    long[] steps =
        stride.length == 0 ? taps.clone() : expanded(operator, "stride", stride, rank, 1);
    long[] pads = expanded(operator, "padding", padding, rank, 0);
    long[] spread = expanded(operator, "dilation", dilation, rank, 1);
    for (int dim = 0; dim < rank; dim++) {
      if (pads[dim] > taps[dim] / 2) {
        throw new InvalidArgument(
            operator,
            "padding",
            "must be at most half of kernel_size %s, found %s"
                .formatted(Arrays.toString(taps), Arrays.toString(pads)));
      }
    }
    requireRank(operator, self, rank);
    requireElements(operator, self, self.rank() == rank + 2 ? 1 : 0);
    long[] image = spatial(self, rank);
    Shapes.elementCount(taps);
    long[] positions = new long[rank];
    try {
      for (int dim = 0; dim < rank; dim++) {
        positions[dim] = count(image[dim], taps[dim], steps[dim], pads[dim], spread[dim], ceil);
      }
    } catch (ArithmeticException tooLarge) {
      throw new ShapeMismatch(operator, "the windows do not fit 64 bits", self.sizes());
    }
    for (long count : positions) {
      if (count < 1) {
        throw new ShapeMismatch(operator, "the window exceeds the padded input", self.sizes());
      }
    }
    return new PoolingWindows(new Windows(image, positions, taps, steps, pads, spread), false);
  }

  private static long count(
      long size, long taps, long stride, long padding, long dilation, boolean ceil) {
    long padded = Math.addExact(size, Math.multiplyExact(2, padding));
    long reach = Math.addExact(Math.multiplyExact(dilation, taps - 1), 1);
    long room = Math.addExact(padded - reach, ceil ? stride - 1 : 0);
    long count = Math.floorDiv(room, stride) + 1;
    if (ceil && Math.multiplyExact(count - 1, stride) >= size + padding) {
      count--;
    }
    Math.addExact(Math.addExact(Math.multiplyExact(count, stride), reach), padded);
    return count;
  }

  /**
   * Returns windows that divide the image evenly.
   *
   * @throws InvalidArgument if {@code output} has too few or too many numbers, or negative ones
   */
  static PoolingWindows adaptive(String operator, int rank, Tensor self, long[] output) {
    if (output.length != rank) {
      throw new InvalidArgument(
          operator,
          "output_size",
          "must have %d numbers, found %s".formatted(rank, Arrays.toString(output)));
    }
    expanded(operator, "output_size", output, rank, 0);
    requireRank(operator, self, rank);
    long[] image = spatial(self, rank);
    try {
      for (int dim = 0; dim < rank; dim++) {
        Math.addExact(Math.multiplyExact(image[dim], output[dim]), output[dim]);
      }
    } catch (ArithmeticException tooLarge) {
      throw new ShapeMismatch(operator, "the windows do not fit 64 bits", self.sizes(), output);
    }
    return new PoolingWindows(new Windows(image, output.clone(), image, image, image, image), true);
  }

  /** Returns the sizes of the result of pooling: those of the input with one element a window. */
  static long[] pooled(Tensor self, PoolingWindows windows) {
    return with(self, windows.geometry().positions());
  }

  /** Returns the sizes of a tensor with other spatial sizes. */
  static long[] with(Tensor self, long[] spatial) {
    long[] sizes = self.sizes().clone();
    System.arraycopy(spatial, 0, sizes, sizes.length - spatial.length, spatial.length);
    return sizes;
  }

  static long[] spatial(Tensor tensor, int rank) {
    return Arrays.copyOfRange(tensor.sizes(), tensor.rank() - rank, tensor.rank());
  }

  static void requireRank(String operator, Tensor self, int rank) {
    if (self.rank() != rank + 1 && self.rank() != rank + 2) {
      throw new ShapeMismatch(
          operator, "expected %d or %d dimensions".formatted(rank + 1, rank + 2), self.sizes());
    }
  }

  /** Throws if one of the dimensions from {@code first} on is empty. */
  static void requireElements(String operator, Tensor tensor, int first) {
    for (int dim = first; dim < tensor.rank(); dim++) {
      if (tensor.size(dim) == 0) {
        throw new ShapeMismatch(
            operator, "expected no empty dimension but the batch", tensor.sizes());
      }
    }
  }

  static long[] expanded(String operator, String argument, long[] numbers, int rank, long least) {
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
    long[] all = new long[rank];
    for (int dim = 0; dim < rank; dim++) {
      all[dim] = numbers[numbers.length == 1 ? 0 : dim];
    }
    return all;
  }
}
