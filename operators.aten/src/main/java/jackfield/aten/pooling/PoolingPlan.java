package jackfield.aten.pooling;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about pooling, its gradient or its inverse. Tensors are a batch of
 * channels with one image each; {@link #asBatch} adds the batch where it is missing.
 *
 * <p>Averages have the input self, their gradients grad_output and self. Maxima have the input self
 * and the outputs maxima and indexes, their gradients the inputs grad_output, self and indexes. An
 * index is the row-major position in the image.
 */
public final class PoolingPlan extends OutputPlan {
  private final PoolingWindows windows;
  private final boolean countsPadding;
  private final Long divisor;

  private PoolingPlan(
      String operator,
      PoolingWindows windows,
      boolean countsPadding,
      Long divisor,
      Tensor[] inputs,
      OutputSpec[] specs) {
    super(operator, inputs, specs);
    this.windows = windows;
    this.countsPadding = countsPadding;
    this.divisor = divisor;
  }

  /**
   * Plans pooling.
   *
   * @throws jackfield.tensor.TypeMismatch if the inputs are on several devices
   */
  public static PoolingPlan of(
      String operator, PoolingWindows windows, Tensor[] inputs, OutputSpec... specs) {
    return new PoolingPlan(operator, windows, false, null, inputs, specs);
  }

  /**
   * Plans averages.
   *
   * @param countsPadding whether padding counts as elements
   * @param divisor the number by which sums are divided; null for the number of elements
   */
  public static PoolingPlan average(
      String operator,
      PoolingWindows windows,
      boolean countsPadding,
      Long divisor,
      Tensor[] inputs,
      OutputSpec spec) {
    OutputSpec[] specs = {spec};
    return new PoolingPlan(operator, windows, countsPadding, divisor, inputs, specs);
  }

  /** Returns the windows. */
  public PoolingWindows windows() {
    return windows;
  }

  /** Returns whether padding counts as elements of an average. */
  public boolean countsPadding() {
    return countsPadding;
  }

  /** Returns the number by which sums are divided; null for the number of elements. */
  public Long givenDivisor() {
    return divisor;
  }

  /** Returns a tensor with a batch dimension, of size 1 where there was none. */
  public Tensor asBatch(Tensor tensor) {
    int rank = windows.rank() + 2;
    if (tensor.rank() == rank) {
      return tensor;
    }
    long[] sizes = new long[rank];
    long[] strides = new long[rank];
    sizes[0] = 1;
    System.arraycopy(tensor.sizes(), 0, sizes, 1, rank - 1);
    System.arraycopy(tensor.strides(), 0, strides, 1, rank - 1);
    return tensor.alias(sizes, strides, tensor.offset());
  }

  /** Returns the number by which the sum of a window is divided. */
  public long divisor(long[] position) {
    if (divisor != null) {
      return divisor;
    }
    long count = 1;
    for (int dim = 0; dim < windows.rank(); dim++) {
      count *=
          countsPadding
              ? windows.padded(dim, position[dim])
              : windows.end(dim, position[dim]) - windows.first(dim, position[dim]);
    }
    return count;
  }
}
