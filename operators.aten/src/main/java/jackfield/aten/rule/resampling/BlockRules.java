package jackfield.aten.rule.resampling;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.resampling.BlockPlan;
import jackfield.aten.window.Windows;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of windows as columns; each is named for its operator and takes its arguments.
 *
 * <p><em>Types</em>: floating and complex types and bool.
 *
 * <p><em>Layout</em>: row-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class BlockRules {
  private static final int RANK = 2;

  private BlockRules() {}

  /** Plans the windows of planes as columns. */
  public static BlockPlan im2col(
      Tensor self, long[] kernelSize, long[] dilation, long[] padding, long[] stride) {
    String operator = "im2col";
    requireNumbers(operator, kernelSize, dilation, padding, stride);
    requireRank(operator, self, RANK + 1);
    ImageSizes.requireElements(operator, self, self.rank() - RANK - 1);
    requireType(operator, self);
    int first = self.rank() - RANK;
    long[] image = Arrays.copyOfRange(self.sizes(), first, self.rank());
    Windows windows = windows(operator, image, kernelSize, dilation, padding, stride);
    long[] sizes = Arrays.copyOf(self.sizes(), first + 1);
    sizes[first - 1] = Shapes.product(sizes[first - 1], Shapes.elementCount(windows.taps()));
    sizes[first] = Shapes.elementCount(windows.positions());
    return BlockPlan.of(operator, windows, self, new OutputSpec(self.dtype(), sizes));
  }

  /** Plans the sum of columns at the places of windows. */
  public static BlockPlan col2im(
      Tensor self,
      long[] outputSize,
      long[] kernelSize,
      long[] dilation,
      long[] padding,
      long[] stride) {
    String operator = "col2im";
    ImageSizes.requireCount(operator, "output_size", outputSize, RANK);
    ImageSizes.requireAtLeast(operator, "output_size", outputSize, 1);
    requireNumbers(operator, kernelSize, dilation, padding, stride);
    requireRank(operator, self, RANK);
    ImageSizes.requireElements(operator, self, self.rank() - RANK);
    requireType(operator, self);
    Windows windows = windows(operator, outputSize.clone(), kernelSize, dilation, padding, stride);
    int channels = self.rank() - 2;
    long taps = Shapes.elementCount(windows.taps());
    long positions = Shapes.elementCount(windows.positions());
    if (self.size(channels) % taps != 0 || self.size(channels + 1) != positions) {
      throw new ShapeMismatch(
          operator,
          "expected channels × %d rows of %d windows".formatted(taps, positions),
          self.sizes());
    }
    long[] sizes = Arrays.copyOf(self.sizes(), self.rank() + 1);
    sizes[channels] = self.size(channels) / taps;
    System.arraycopy(outputSize, 0, sizes, channels + 1, RANK);
    return BlockPlan.of(operator, windows, self, new OutputSpec(self.dtype(), sizes));
  }

  private static void requireNumbers(
      String operator, long[] kernelSize, long[] dilation, long[] padding, long[] stride) {
    ImageSizes.requireCount(operator, "kernel_size", kernelSize, RANK);
    ImageSizes.requireCount(operator, "dilation", dilation, RANK);
    ImageSizes.requireCount(operator, "padding", padding, RANK);
    ImageSizes.requireCount(operator, "stride", stride, RANK);
    ImageSizes.requireAtLeast(operator, "kernel_size", kernelSize, 1);
    ImageSizes.requireAtLeast(operator, "dilation", dilation, 1);
    ImageSizes.requireAtLeast(operator, "padding", padding, 0);
    ImageSizes.requireAtLeast(operator, "stride", stride, 1);
  }

  private static void requireRank(String operator, Tensor self, int least) {
    if (self.rank() != least && self.rank() != least + 1) {
      throw new ShapeMismatch(
          operator, "expected %d or %d dimensions".formatted(least, least + 1), self.sizes());
    }
  }

  private static void requireType(String operator, Tensor self) {
    DType type = self.dtype();
    if (!type.isFloating() && !type.isComplex() && type != DType.BOOL) {
      throw new TypeMismatch(
          operator, "expected a floating or complex type or bool, found " + type);
    }
  }

  private static Windows windows(
      String operator,
      long[] image,
      long[] kernelSize,
      long[] dilation,
      long[] padding,
      long[] stride) {
    long[] positions = new long[RANK];
    try {
      for (int dim = 0; dim < RANK; dim++) {
        long padded = Math.addExact(image[dim], Math.multiplyExact(2, padding[dim]));
        long reach = Math.multiplyExact(dilation[dim], kernelSize[dim] - 1) + 1;
        positions[dim] = Math.floorDiv(Math.subtractExact(padded, reach), stride[dim]) + 1;
      }
      Math.multiplyExact(kernelSize[0], kernelSize[1]);
    } catch (ArithmeticException tooLarge) {
      throw new ShapeMismatch(operator, "the windows do not fit 64 bits", image, kernelSize);
    }
    if (positions[0] < 1 || positions[1] < 1) {
      throw new ShapeMismatch(operator, "the window exceeds the padded image", image, kernelSize);
    }
    return new Windows(
        image, positions, kernelSize.clone(), stride.clone(), padding.clone(), dilation.clone());
  }
}
