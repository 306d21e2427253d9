package jackfield.nn.convolution;

import java.util.List;

/**
 * How pooling moves over its input; the defaults are PyTorch's. A list has one number for each
 * dimension, or one for all.
 *
 * @param stride the steps between two windows; empty for those of the kernel
 * @param padding how many elements are added at each edge: negative infinity to a maximum, zeros to
 *     a mean
 * @param dilation the steps between two elements of a window; only for maxima
 * @param ceilMode whether a last window may reach beyond the edge
 * @param countIncludePad whether zeros of the padding count in a mean
 * @param divisorOverride the divisor of means, null for the number of elements
 */
public record PoolOptions(
    List<Long> stride,
    List<Long> padding,
    List<Long> dilation,
    boolean ceilMode,
    boolean countIncludePad,
    Long divisorOverride) {
  /** Windows beside each other, without padding. */
  public static final PoolOptions DEFAULT =
      new PoolOptions(List.of(), List.of(0L), List.of(1L), false, true, null);

  /** Copies the lists. */
  public PoolOptions {
    stride = List.copyOf(stride);
    padding = List.copyOf(padding);
    dilation = List.copyOf(dilation);
  }

  /** Returns these options with other strides. */
  public PoolOptions stride(long... each) {
    return new PoolOptions(
        PerDimension.list(each), padding, dilation, ceilMode, countIncludePad, divisorOverride);
  }

  /** Returns these options with padding. */
  public PoolOptions padding(long... each) {
    return new PoolOptions(
        stride, PerDimension.list(each), dilation, ceilMode, countIncludePad, divisorOverride);
  }

  /** Returns these options with gaps in the windows. */
  public PoolOptions dilation(long... each) {
    return new PoolOptions(
        stride, padding, PerDimension.list(each), ceilMode, countIncludePad, divisorOverride);
  }

  /** Returns these options with a last window that may reach beyond the edge. */
  public PoolOptions withCeilMode() {
    return new PoolOptions(stride, padding, dilation, true, countIncludePad, divisorOverride);
  }

  /** Returns these options with means that leave out the padding. */
  public PoolOptions withoutPaddingInMeans() {
    return new PoolOptions(stride, padding, dilation, ceilMode, false, divisorOverride);
  }

  /** Returns these options with another divisor of means. */
  public PoolOptions divisorOverride(long divisor) {
    return new PoolOptions(stride, padding, dilation, ceilMode, countIncludePad, divisor);
  }
}
