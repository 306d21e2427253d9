package jackfield.aten.composite.pooling;

import jackfield.aten.AdaptiveMaxPool1d;
import jackfield.aten.AdaptiveMaxPool2d;
import jackfield.aten.Aten;
import jackfield.aten.MaxPool1dWithIndices;
import jackfield.aten.MaxPool2dWithIndices;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.error.InvalidArgument;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Pooling that is composed of other operators and differentiated through them. Lines are pooled as
 * planes of height 1.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PoolingKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public PoolingKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Finds the greatest elements of windows of planes. */
  public Tensor maxPool2d(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode) {
    return aten.maxPool2dWithIndices(self, kernelSize, stride, padding, dilation, ceilMode).first();
  }

  /** Finds the greatest elements of windows of volumes. */
  public Tensor maxPool3d(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode) {
    return aten.maxPool3dWithIndices(self, kernelSize, stride, padding, dilation, ceilMode).first();
  }

  // ---- windows that divide images evenly

  /** Averages windows that divide planes evenly. */
  public Tensor adaptiveAvgPool2d(Tensor self, long[] outputSize) {
    return isOne("adaptive_avg_pool2d", 2, outputSize)
        ? mean(self, -1, -2)
        : aten._adaptiveAvgPool2d(self, outputSize);
  }

  /** Averages windows that divide volumes evenly. */
  public Tensor adaptiveAvgPool3d(Tensor self, long[] outputSize) {
    return isOne("adaptive_avg_pool3d", 3, outputSize)
        ? mean(self, -1, -2, -3)
        : aten._adaptiveAvgPool3d(self, outputSize);
  }

  /** Averages windows that divide planes evenly, into {@code out}. */
  public Tensor adaptiveAvgPool2dOut(Tensor self, long[] outputSize, Tensor out) {
    boolean isPlane = self.rank() == 2 && isOne("adaptive_avg_pool2d", 2, outputSize);
    return isPlane
        ? given.into("adaptive_avg_pool2d", mean(self, -1, -2), out)
        : aten._adaptiveAvgPool2dOut(self, outputSize, out);
  }

  /** Averages windows that divide volumes evenly, into {@code out}. */
  public Tensor adaptiveAvgPool3dOut(Tensor self, long[] outputSize, Tensor out) {
    boolean isVolume = self.rank() == 3 && isOne("adaptive_avg_pool3d", 3, outputSize);
    return isVolume
        ? given.into("adaptive_avg_pool3d", mean(self, -1, -2, -3), out)
        : aten._adaptiveAvgPool3dOut(self, outputSize, out);
  }

  /** Computes the gradient of averages of volumes into {@code gradInput}. */
  public Tensor adaptiveAvgPool3dBackwardOut(Tensor gradOutput, Tensor self, Tensor gradInput) {
    return aten._adaptiveAvgPool3dBackwardOut(gradOutput, self, gradInput);
  }

  private static boolean isOne(String operator, int rank, long[] outputSize) {
    if (outputSize.length != rank) {
      throw new InvalidArgument(
          operator,
          "output_size",
          "must have %d numbers, found %s".formatted(rank, Arrays.toString(outputSize)));
    }
    return Arrays.stream(outputSize).allMatch(size -> size == 1);
  }

  private Tensor mean(Tensor self, long... dims) {
    Tensor mean = aten.mean(self, dims, true, null);
    if (MemoryFormats.suggested(self) == MemoryFormat.CONTIGUOUS) {
      return mean;
    }
    long channels = self.size(1);
    long[] strides = new long[self.rank()];
    Arrays.fill(strides, channels);
    strides[1] = 1;
    return aten.asStrided(mean, mean.sizes(), strides, null);
  }

  // ---- lines

  /** Averages windows of lines. */
  public Tensor avgPool1d(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      boolean ceilMode,
      boolean countIncludePad) {
    String operator = "avg_pool1d";
    Tensor planes = planes(operator, self);
    long[] kernel = pair(operator, "kernel_size", kernelSize, 1);
    long[] steps = stride.length == 0 ? kernel : pair(operator, "stride", stride, 1);
    long[] pads = pair(operator, "padding", padding, 0);
    return aten.squeeze(
        aten.avgPool2d(planes, kernel, steps, pads, ceilMode, countIncludePad, null), -2);
  }

  /** Averages windows that divide lines evenly. */
  public Tensor adaptiveAvgPool1d(Tensor self, long[] outputSize) {
    String operator = "adaptive_avg_pool1d";
    Tensor planes = planes(operator, self);
    return aten.squeeze(
        aten.adaptiveAvgPool2d(planes, pair(operator, "output_size", outputSize, 1)), -2);
  }

  /** Finds the greatest elements of windows that divide lines evenly, and their positions. */
  public AdaptiveMaxPool1d.Result adaptiveMaxPool1d(Tensor self, long[] outputSize) {
    String operator = "adaptive_max_pool1d";
    Tensor planes = planes(operator, self);
    AdaptiveMaxPool2d.Result result =
        aten.adaptiveMaxPool2d(planes, pair(operator, "output_size", outputSize, 1));
    return new AdaptiveMaxPool1d.Result(
        aten.squeeze(result.first(), -2), aten.squeeze(result.second(), -2));
  }

  /** Finds the greatest elements of windows of lines, and their positions. */
  public MaxPool1dWithIndices.Result maxPool1dWithIndices(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode) {
    String operator = "max_pool1d";
    Tensor planes = planes(operator, self);
    long[] kernel = pair(operator, "kernel_size", kernelSize, 1);
    long[] steps = stride.length == 0 ? kernel : pair(operator, "stride", stride, 1);
    long[] pads = pair(operator, "padding", padding, 0);
    long[] spread = pair(operator, "dilation", dilation, 1);
    MaxPool2dWithIndices.Result result =
        aten.maxPool2dWithIndices(planes, kernel, steps, pads, spread, ceilMode);
    return new MaxPool1dWithIndices.Result(
        aten.squeeze(result.first(), -2), aten.squeeze(result.second(), -2));
  }

  /** Finds the greatest elements of windows of lines; the result is row-major. */
  public Tensor maxPool1d(
      Tensor self,
      long[] kernelSize,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceilMode) {
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch("max_pool1d", "expected a floating type, found " + self.dtype());
    }
    Tensor rows = self.requiresGrad() ? self : aten.contiguous(self);
    return maxPool1dWithIndices(rows, kernelSize, stride, padding, dilation, ceilMode).first();
  }

  private Tensor planes(String operator, Tensor self) {
    if (self.rank() != 2 && self.rank() != 3) {
      throw new ShapeMismatch(operator, "expected 2 or 3 dimensions", self.sizes());
    }
    return aten.unsqueeze(self, -2);
  }

  private static long[] pair(String operator, String argument, long[] numbers, long first) {
    if (numbers.length != 1) {
      throw new InvalidArgument(
          operator, argument, "must have 1 number, found " + Arrays.toString(numbers));
    }
    return new long[] {first, numbers[0]};
  }
}
