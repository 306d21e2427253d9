package jackfield.nn.convolution;

import java.util.List;

/**
 * How a convolution moves over its input; the defaults are PyTorch's. A list has one number for
 * each dimension, or one for all.
 *
 * @param stride the steps between two windows
 * @param padding how many elements are added at each edge; for transposed convolutions, how many
 *     are left out
 * @param dilation the steps between two elements of a window
 * @param outputPadding how many elements a transposed convolution adds at the end
 * @param groups into how many groups the channels are divided, which do not see each other
 * @param bias whether a bias is added
 * @param isSame whether so much is padded that output and input have the same size
 * @param paddingMode which elements are padded
 */
public record ConvOptions(
    List<Long> stride,
    List<Long> padding,
    List<Long> dilation,
    List<Long> outputPadding,
    long groups,
    boolean bias,
    boolean isSame,
    PaddingMode paddingMode) {
  /** A stride of 1, no padding, one group and a bias. */
  public static final ConvOptions DEFAULT =
      new ConvOptions(
          List.of(1L), List.of(0L), List.of(1L), List.of(0L), 1, true, false, PaddingMode.ZEROS);

  /** Copies the lists. */
  public ConvOptions {
    stride = List.copyOf(stride);
    padding = List.copyOf(padding);
    dilation = List.copyOf(dilation);
    outputPadding = List.copyOf(outputPadding);
  }

  /** Returns these options with other strides. */
  public ConvOptions stride(long... each) {
    return new ConvOptions(
        PerDimension.list(each),
        padding,
        dilation,
        outputPadding,
        groups,
        bias,
        isSame,
        paddingMode);
  }

  /** Returns these options with padding of a given width. */
  public ConvOptions padding(long... each) {
    return new ConvOptions(
        stride, PerDimension.list(each), dilation, outputPadding, groups, bias, false, paddingMode);
  }

  /** Returns these options with so much padding that output and input have the same size. */
  public ConvOptions samePadding() {
    return new ConvOptions(
        stride, List.of(0L), dilation, outputPadding, groups, bias, true, paddingMode);
  }

  /** Returns these options with other elements beyond the edges. */
  public ConvOptions paddingMode(PaddingMode mode) {
    return new ConvOptions(stride, padding, dilation, outputPadding, groups, bias, isSame, mode);
  }

  /** Returns these options with gaps in the windows. */
  public ConvOptions dilation(long... each) {
    return new ConvOptions(
        stride, padding, PerDimension.list(each), outputPadding, groups, bias, isSame, paddingMode);
  }

  /** Returns these options with elements that a transposed convolution adds at the end. */
  public ConvOptions outputPadding(long... each) {
    return new ConvOptions(
        stride, padding, dilation, PerDimension.list(each), groups, bias, isSame, paddingMode);
  }

  /** Returns these options with another number of groups. */
  public ConvOptions groups(long count) {
    return new ConvOptions(
        stride, padding, dilation, outputPadding, count, bias, isSame, paddingMode);
  }

  /** Returns these options without a bias. */
  public ConvOptions withoutBias() {
    return new ConvOptions(
        stride, padding, dilation, outputPadding, groups, false, isSame, paddingMode);
  }
}
