package jackfield.aten.rule.resampling;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Plans borders that repeat elements of images.
 *
 * <p><em>Shapes</em>: {@code [batch, channels, …]} or {@code [channels, …]}; only the batch may be
 * empty.
 *
 * <p><em>Layout</em>: results have the memory format that the strides of self suggest.
 */
final class Padding {
  private final String operator;
  private final int rank;
  private final boolean isMirror;

  /** Plans an operator for images of {@code rank} dimensions. */
  Padding(String operator, int rank, boolean isMirror) {
    this.operator = operator;
    this.rank = rank;
    this.isMirror = isMirror;
  }

  /** Plans images with borders. */
  ResamplingPlan plan(Tensor self, long[] padding) {
    long[] sizes = sizes(self, padding);
    if (self.dtype() == DType.BOOL) {
      throw new TypeMismatch(operator, "expected any type but bool, found bool");
    }
    Tensor[] inputs = {self};
    Axis[] axes = axes(self, sizes, padding);
    OutputSpec spec = spec(self, sizes);
    OutputSpec planned = rank > 1 && self.rank() == rank + 2 ? spec.restrided() : spec;
    return ResamplingPlan.of(operator, axes, null, false, inputs, planned);
  }

  /** Plans the gradient of images with borders. */
  ResamplingPlan backward(Tensor grad, Tensor self, long[] padding) {
    long[] sizes = sizes(self, padding);
    ImageSizes.requireSizes(operator, grad, sizes);
    ImageSizes.requireType(operator, grad, self.dtype());
    if (!grad.dtype().isFloating() && !grad.dtype().isComplex()) {
      throw new TypeMismatch(
          operator, "expected a floating or complex type, found " + grad.dtype());
    }
    Tensor[] inputs = {grad, self};
    Axis[] axes = axes(self, sizes, padding);
    return ResamplingPlan.of(operator, axes, null, true, inputs, spec(self, self.sizes()));
  }

  private OutputSpec spec(Tensor self, long[] sizes) {
    return ImageSizes.like(operator, self, sizes.clone());
  }

  private Axis[] axes(Tensor self, long[] sizes, long[] padding) {
    Axis[] axes = new Axis[rank];
    for (int dim = 0; dim < rank; dim++) {
      int at = self.rank() - rank + dim;
      long before = padding[2 * (rank - 1 - dim)];
      axes[dim] = ResamplingPlan.border(self.size(at), sizes[at], before, isMirror);
    }
    return axes;
  }

  private long[] sizes(Tensor self, long[] padding) {
    ImageSizes.requireCount(operator, "padding", padding, 2 * rank);
    if (self.rank() != rank + 1 && self.rank() != rank + 2) {
      throw new ShapeMismatch(
          operator, "expected %d or %d dimensions".formatted(rank + 1, rank + 2), self.sizes());
    }
    ImageSizes.requireElements(operator, self, self.rank() - rank - 1);
    long[] sizes = self.sizes().clone();
    boolean isEmpty = true;
    for (int dim = 0; dim < rank; dim++) {
      int at = self.rank() - rank + dim;
      sizes[at] = padded(self.size(at), padding, 2 * (rank - 1 - dim));
      isEmpty &= sizes[at] == 0;
    }
    if (isEmpty) {
      throw refused(padding, "leaves nothing of sizes " + Arrays.toString(self.sizes()));
    }
    return sizes;
  }

  private long padded(long size, long[] padding, int number) {
    if (isMirror && (padding[number] >= size || padding[number + 1] >= size)) {
      throw refused(padding, "must be less than the size %d that it mirrors".formatted(size));
    }
    try {
      long padded = Math.addExact(size, Math.addExact(padding[number], padding[number + 1]));
      if (padded >= 0) {
        Math.addExact(padded, Math.abs(Math.negateExact(padding[number])));
        return padded;
      }
    } catch (ArithmeticException tooLarge) {
      throw refused(padding, "gives a size that does not fit 64 bits");
    }
    throw refused(padding, "crops more than the size %d".formatted(size));
  }

  private InvalidArgument refused(long[] padding, String reason) {
    return new InvalidArgument(operator, "padding", reason + ", found " + Arrays.toString(padding));
  }
}
