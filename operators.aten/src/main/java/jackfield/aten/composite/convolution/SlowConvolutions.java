package jackfield.aten.composite.convolution;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Convolutions by the names of PyTorch's CPU kernels; differentiated through {@code convolution}.
 * An input without a batch dimension gives an output without one. Complex numbers are refused but
 * by {@code conv_tbc}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SlowConvolutions {
  private static final long[] ZERO = {0};
  private static final long[] ONE = {1};

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SlowConvolutions(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Convolves {@code self [time, batch, in]} by {@code weight [width, in, out]}. */
  public Tensor timeBatchChannel(Tensor self, Tensor weight, Tensor bias, long pad) {
    boolean fits =
        self.rank() == 3
            && weight.rank() == 3
            && bias.rank() == 1
            && self.size(2) == weight.size(1)
            && weight.size(2) == bias.size(0);
    if (!fits) {
      throw new ShapeMismatch(
          "conv_tbc",
          "expected [time, batch, in], [width, in, out] and [out]",
          self.sizes(),
          weight.sizes(),
          bias.sizes());
    }
    long[] padding = {pad};
    Tensor rows = aten.permute(self, 1, 2, 0);
    Tensor taps = aten.permute(weight, 2, 1, 0);
    Tensor given = bias(self, bias);
    Tensor result = aten.convolution(rows, taps, given, ONE, padding, ONE, false, ZERO, 1);
    return aten.contiguous(aten.permute(result, 2, 0, 1));
  }

  /** Convolves two spatial dimensions. */
  public Tensor plane(
      Tensor self, Tensor weight, long[] kernelSize, Tensor bias, long[] stride, long[] padding) {
    Tensor shaped = shaped("slow_conv2d", 2, weight, kernelSize);
    Tensor given = bias(self, bias);
    return forward("slow_conv2d", self, shaped, kernelSize, given, stride, padding, ONE);
  }

  /** Writes {@link #plane} into {@code out}, which becomes row-major. */
  public Tensor planeOut(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      Tensor out) {
    Tensor result = plane(self, weight, kernelSize, bias, stride, padding);
    GivenResults.require("slow_conv2d", result, out);
    if (Arrays.equals(out.sizes(), result.sizes())) {
      out.setGeometry(out.sizes(), Shapes.contiguousStrides(out.sizes()), out.offset());
    }
    return given.into("slow_conv2d", result, out);
  }

  /** Convolves three spatial dimensions. */
  public Tensor volume(
      Tensor self, Tensor weight, long[] kernelSize, Tensor bias, long[] stride, long[] padding) {
    Tensor shaped = shaped("slow_conv3d", 3, weight, kernelSize);
    Tensor given = bias(self, bias);
    return forward("slow_conv3d", self, shaped, kernelSize, given, stride, padding, ONE);
  }

  /**
   * Writes {@link #volume} into {@code out}.
   *
   * @throws InvalidArgument if {@code out} has the sizes of the result and is not row-major
   */
  public Tensor volumeOut(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      Tensor out) {
    Tensor result = volume(self, weight, kernelSize, bias, stride, padding);
    if (Arrays.equals(out.sizes(), result.sizes()) && !out.isContiguous()) {
      throw new InvalidArgument(
          "slow_conv3d",
          "out",
          "must be row-major, found strides " + Arrays.toString(out.strides()));
    }
    return given.into("slow_conv3d", result, out);
  }

  /** Convolves two spatial dimensions with gaps in the windows. */
  public Tensor dilatedPlane(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation) {
    requireSpatial("slow_conv_dilated2d", weight, 2);
    return forward(
        "slow_conv_dilated2d", self, weight, kernelSize, bias, stride, padding, dilation);
  }

  /** Convolves three spatial dimensions with gaps in the windows. */
  public Tensor dilatedVolume(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation) {
    requireSpatial("slow_conv_dilated3d", weight, 3);
    return forward(
        "slow_conv_dilated3d", self, weight, kernelSize, bias, stride, padding, dilation);
  }

  /** Spreads each element over a window of two spatial dimensions. */
  public Tensor spreadPlane(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] outputPadding,
      long[] dilation) {
    String operator = "slow_conv_transpose2d";
    requireSpatial(operator, weight, 2);
    requireKernel(operator, weight, kernelSize);
    return batched(
        operator,
        self,
        weight,
        x -> aten.convolution(x, weight, bias, stride, padding, dilation, true, outputPadding, 1));
  }

  /** Writes {@link #spreadPlane} into {@code out}. */
  public Tensor spreadPlaneOut(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] outputPadding,
      long[] dilation,
      Tensor out) {
    Tensor result =
        spreadPlane(self, weight, kernelSize, bias, stride, padding, outputPadding, dilation);
    return given.into("slow_conv_transpose2d", result, out);
  }

  /** Spreads each element over a window of three spatial dimensions. */
  public Tensor spreadVolume(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] outputPadding,
      long[] dilation) {
    String operator = "slow_conv_transpose3d";
    requireSpatial(operator, weight, 3);
    requireKernel(operator, weight, kernelSize);
    return batched(
        operator,
        self,
        weight,
        x -> aten.convolution(x, weight, bias, stride, padding, dilation, true, outputPadding, 1));
  }

  /** Writes {@link #spreadVolume} into {@code out}. */
  public Tensor spreadVolumeOut(
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] outputPadding,
      long[] dilation,
      Tensor out) {
    Tensor result =
        spreadVolume(self, weight, kernelSize, bias, stride, padding, outputPadding, dilation);
    return given.into("slow_conv_transpose3d", result, out);
  }

  private Tensor forward(
      String operator,
      Tensor self,
      Tensor weight,
      long[] kernelSize,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation) {
    requireKernel(operator, weight, kernelSize);
    return batched(
        operator,
        self,
        weight,
        x -> aten.convolution(x, weight, bias, stride, padding, dilation, false, ZERO, 1));
  }

  /** Returns the bias in the type of the result, into which PyTorch copies it; null for null. */
  private Tensor bias(Tensor self, Tensor bias) {
    return bias == null || bias.dtype() == self.dtype() ? bias : aten.to(bias, self.dtype());
  }

  private Tensor batched(
      String operator, Tensor self, Tensor weight, UnaryOperator<Tensor> convolution) {
    TypeRules.refuse(operator, TypeRules.COMPLEX, self.dtype());
    if (self.rank() == weight.rank()) {
      return convolution.apply(self);
    }
    if (self.rank() != weight.rank() - 1) {
      throw new ShapeMismatch(
          operator,
          "expected %d dimensions, or one less without a batch".formatted(weight.rank()),
          self.sizes());
    }
    return aten.squeeze(convolution.apply(aten.unsqueeze(self, 0)), 0);
  }

  /** Returns the weight with its spatial dimensions, also of a matrix with a row per output. */
  private Tensor shaped(String operator, int spatial, Tensor weight, long[] kernelSize) {
    if (weight.rank() != 2) {
      requireSpatial(operator, weight, spatial);
      return weight;
    }
    long[] kernel = window(operator, spatial, kernelSize);
    long[] sizes = new long[spatial + 2];
    sizes[0] = weight.size(0);
    sizes[1] = -1;
    System.arraycopy(kernel, 0, sizes, 2, spatial);
    return aten.view(weight, sizes);
  }

  private static void requireSpatial(String operator, Tensor weight, int spatial) {
    if (weight.rank() != spatial + 2) {
      throw new ShapeMismatch(
          operator, "expected a weight of %d dimensions".formatted(spatial + 2), weight.sizes());
    }
  }

  private static void requireKernel(String operator, Tensor weight, long[] kernelSize) {
    int spatial = weight.rank() - 2;
    long[] found = Arrays.copyOfRange(weight.sizes(), 2, weight.rank());
    if (!Arrays.equals(window(operator, spatial, kernelSize), found)) {
      throw new ShapeMismatch(
          operator, "kernel_size is not that of the weight", kernelSize, weight.sizes());
    }
  }

  /** Returns a size for each spatial dimension; a single number is that of all. */
  private static long[] window(String operator, int spatial, long[] kernelSize) {
    if (kernelSize.length != 1 && kernelSize.length != spatial) {
      throw new InvalidArgument(
          operator,
          "kernel_size",
          "must have a number for each spatial dimension (%d), or one for all; found %d"
              .formatted(spatial, kernelSize.length));
    }
    if (Arrays.stream(kernelSize).anyMatch(size -> size < 1)) {
      throw new InvalidArgument(
          operator, "kernel_size", "must be positive, found " + Arrays.toString(kernelSize));
    }
    long[] window = new long[spatial];
    Arrays.setAll(window, dim -> kernelSize[kernelSize.length == 1 ? 0 : dim]);
    return window;
  }
}
