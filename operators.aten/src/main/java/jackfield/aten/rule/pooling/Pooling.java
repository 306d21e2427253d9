package jackfield.aten.rule.pooling;

import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.pooling.PoolingWindows;
import jackfield.aten.window.Windows;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Plans pooling of any number of spatial dimensions.
 *
 * <p><em>Shapes</em>: {@code [batch, channels, …]} or {@code [channels, …]}; only the batch may be
 * empty.
 *
 * <p><em>Layout</em>: results have the memory format that the strides of self suggest. Averages,
 * adaptive maxima and unpooling of volumes are row-major.
 */
final class Pooling {
  private static final long[] ONE = {1};

  private final String operator;
  private final int rank;
  private final boolean isRowMajor;

  /** Plans an operator with windows of {@code rank} dimensions. */
  Pooling(String operator, int rank) {
    this(operator, rank, false);
  }

  private Pooling(String operator, int rank, boolean isRowMajor) {
    this.operator = operator;
    this.rank = rank;
    this.isRowMajor = isRowMajor;
  }

  /** Plans an operator whose results are row-major whatever the layout of self is. */
  static Pooling rowMajor(String operator, int rank) {
    return new Pooling(operator, rank, true);
  }

  /** Plans averages of windows of fixed size, or their gradient if there is a {@code grad}. */
  PoolingPlan average(
      Tensor grad,
      Tensor self,
      long[] kernel,
      long[] stride,
      long[] padding,
      boolean ceil,
      boolean countsPadding,
      Long divisor) {
    if (divisor != null && divisor == 0) {
      throw new InvalidArgument(operator, "divisor_override", "must not be 0");
    }
    PoolingWindows windows =
        PoolingSizes.fixed(operator, rank, self, kernel, stride, padding, ONE, ceil);
    if (self.dtype() != DType.INT64) {
      requireFloating(self);
    }
    return PoolingPlan.average(
        operator,
        windows,
        countsPadding,
        divisor,
        inputs(grad, self, windows),
        spec(grad, self, windows));
  }

  /** Plans averages of windows that divide the image evenly. */
  PoolingPlan adaptiveAverage(Tensor self, long[] outputSize) {
    PoolingWindows windows = PoolingSizes.adaptive(operator, rank, self, outputSize);
    PoolingSizes.requireElements(operator, self, rank == 2 ? self.rank() - 2 : 1);
    requireFloating(self);
    return PoolingPlan.average(
        operator, windows, false, null, inputs(null, self, windows), spec(null, self, windows));
  }

  /** Plans the gradient of averages of windows that divide the image evenly. */
  PoolingPlan adaptiveAverageBackward(Tensor grad, Tensor self) {
    PoolingWindows windows = adaptiveOf(grad, self);
    return PoolingPlan.average(
        operator, windows, false, null, inputs(grad, self, windows), spec(grad, self, windows));
  }

  /** Plans the greatest elements of windows of fixed size, and their indexes. */
  PoolingPlan max(
      Tensor self, long[] kernel, long[] stride, long[] padding, long[] dilation, boolean ceil) {
    PoolingWindows windows =
        PoolingSizes.fixed(operator, rank, self, kernel, stride, padding, dilation, ceil);
    requireReal(self);
    requireFormat(self);
    return maxima(self, windows);
  }

  /** Plans the greatest elements of windows that divide the image evenly, and their indexes. */
  PoolingPlan adaptiveMax(Tensor self, long[] outputSize) {
    PoolingWindows windows = PoolingSizes.adaptive(operator, rank, self, outputSize);
    PoolingSizes.requireElements(operator, self, 1);
    requireFloating(self);
    return maxima(self, windows);
  }

  private PoolingPlan maxima(Tensor self, PoolingWindows windows) {
    long[] sizes = PoolingSizes.pooled(self, windows);
    Tensor[] inputs = {self};
    return PoolingPlan.of(
        operator, windows, inputs, like(self, self.dtype(), sizes), like(self, DType.INT64, sizes));
  }

  /** Plans the gradient of the greatest elements of windows of fixed size. */
  PoolingPlan maxBackward(
      Tensor grad,
      Tensor self,
      long[] kernel,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean ceil,
      Tensor indices) {
    PoolingWindows windows =
        PoolingSizes.fixed(operator, rank, self, kernel, stride, padding, dilation, ceil);
    requireFloating(self);
    requireFormat(self);
    return maxGradient(grad, self, indices, windows);
  }

  /** Plans the gradient of the greatest elements of windows that divide the image evenly. */
  PoolingPlan adaptiveMaxBackward(Tensor grad, Tensor self, Tensor indices) {
    return maxGradient(grad, self, indices, adaptiveOf(grad, self));
  }

  private PoolingPlan maxGradient(
      Tensor grad, Tensor self, Tensor indices, PoolingWindows windows) {
    requireIndices(indices, PoolingSizes.pooled(self, windows));
    inputs(grad, self, windows);
    Tensor[] inputs = {grad, self, indices};
    return PoolingPlan.of(operator, windows, inputs, like(self, self.dtype(), self.sizes()));
  }

  /**
   * Plans images in which each element of {@code self} is written at its index.
   *
   * @param stride positive numbers; null for none
   */
  PoolingPlan unpool(
      Tensor self, Tensor indices, long[] outputSize, long[] stride, long[] padding) {
    PoolingWindows windows = unpoolWindows(self, outputSize, stride, padding);
    if (self.dtype() != DType.FLOAT32 && self.dtype() != DType.FLOAT64) {
      throw new TypeMismatch(operator, "expected float32 or float64, found " + self.dtype());
    }
    requireIndices(indices, self.sizes());
    PoolingSizes.requireElements(operator, self, 1);
    Tensor[] inputs = {self, indices};
    long[] sizes = PoolingSizes.with(self, outputSize);
    return PoolingPlan.of(operator, windows, inputs, like(self, self.dtype(), sizes));
  }

  private PoolingWindows unpoolWindows(
      Tensor self, long[] outputSize, long[] stride, long[] padding) {
    if (outputSize.length != rank) {
      throw new InvalidArgument(
          operator,
          "output_size",
          "must have %d numbers, found %s".formatted(rank, Arrays.toString(outputSize)));
    }
    PoolingSizes.expanded(operator, "output_size", outputSize, rank, 0);
    if (stride != null) {
      requireAll("stride", stride, 1);
      requireAll("padding", padding, Long.MIN_VALUE);
    }
    PoolingSizes.requireRank(operator, self, rank);
    long[] image = outputSize.clone();
    long[] positions = PoolingSizes.spatial(self, rank);
    return new PoolingWindows(new Windows(image, positions, image, image, image, image), true);
  }

  private void requireAll(String argument, long[] numbers, long least) {
    if (numbers.length != rank) {
      throw new InvalidArgument(
          operator,
          argument,
          "must have %d numbers, found %s".formatted(rank, Arrays.toString(numbers)));
    }
    PoolingSizes.expanded(operator, argument, numbers, rank, least);
  }

  private PoolingWindows adaptiveOf(Tensor grad, Tensor self) {
    PoolingSizes.requireRank(operator, self, rank);
    if (grad.rank() != self.rank()) {
      throw new ShapeMismatch(
          operator, "expected as many dimensions as self has", grad.sizes(), self.sizes());
    }
    PoolingSizes.requireElements(operator, grad, 1);
    requireFloating(self);
    long[] pooled = PoolingSizes.spatial(grad, rank);
    return PoolingSizes.adaptive(operator, rank, self, pooled);
  }

  private Tensor[] inputs(Tensor grad, Tensor self, PoolingWindows windows) {
    if (grad == null) {
      return new Tensor[] {self};
    }
    if (grad.dtype() != self.dtype()) {
      throw new TypeMismatch(
          operator, "expected grad_output of %s, found %s".formatted(self.dtype(), grad.dtype()));
    }
    long[] sizes = PoolingSizes.pooled(self, windows);
    if (!Arrays.equals(grad.sizes(), sizes)) {
      throw new ShapeMismatch(
          operator, "grad_output does not have the sizes of the result", grad.sizes(), sizes);
    }
    return new Tensor[] {grad, self};
  }

  private OutputSpec spec(Tensor grad, Tensor self, PoolingWindows windows) {
    long[] sizes = grad == null ? PoolingSizes.pooled(self, windows) : self.sizes();
    return like(self, self.dtype(), sizes);
  }

  private OutputSpec like(Tensor self, DType type, long[] sizes) {
    MemoryFormat format = MemoryFormats.suggested(self);
    OutputSpec spec = new OutputSpec(type, sizes);
    return isRowMajor || format == MemoryFormat.CONTIGUOUS
        ? spec
        : spec.withStrides(MemoryFormats.strides(operator, format, sizes));
  }

  private void requireIndices(Tensor indices, long[] sizes) {
    if (indices.dtype() != DType.INT64) {
      throw new TypeMismatch(operator, "expected indices of int64, found " + indices.dtype());
    }
    if (!Arrays.equals(indices.sizes(), sizes)) {
      throw new ShapeMismatch(
          operator, "indices do not have the expected sizes", indices.sizes(), sizes);
    }
  }

  /** Refuses volumes without a batch that are laid out as planes with the channels last. */
  private void requireFormat(Tensor self) {
    boolean isOfPlanes = MemoryFormats.suggested(self) == MemoryFormat.CHANNELS_LAST;
    if (rank == 3 && isOfPlanes && self.device().isHost()) {
      throw new InvalidArgument(
          operator, "self", "must be row-major if it has no batch; try contiguous");
    }
  }

  private void requireFloating(Tensor self) {
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a floating type, found " + self.dtype());
    }
  }

  private void requireReal(Tensor self) {
    if (self.dtype().isComplex() || self.dtype() == DType.BOOL) {
      throw new TypeMismatch(operator, "expected a real number type, found " + self.dtype());
    }
  }
}
