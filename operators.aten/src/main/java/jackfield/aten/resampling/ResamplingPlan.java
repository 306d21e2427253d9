package jackfield.aten.resampling;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about images that are resampled or get a border, or about the gradient.
 * The last dimensions of the first input and of the output are those of the images. The body takes
 * from each {@link Axis} the elements of the input that it sums up, with the product of their
 * weights; {@link #taps} does it in the right direction.
 */
public final class ResamplingPlan extends OutputPlan {
  private final Axis[] axes;
  private final Interpolation interpolation;
  private final boolean isGradient;

  private ResamplingPlan(
      String operator,
      Axis[] axes,
      Interpolation interpolation,
      boolean isGradient,
      Tensor[] inputs,
      OutputSpec[] specs) {
    super(operator, inputs, specs);
    this.axes = axes;
    this.interpolation = interpolation;
    this.isGradient = isGradient;
  }

  /**
   * Plans images that are resampled.
   *
   * @param axes one for each dimension of the images
   * @param isGradient whether the input is the gradient of the result
   * @throws jackfield.tensor.TypeMismatch if the inputs are on several devices
   */
  public static ResamplingPlan of(
      String operator,
      Axis[] axes,
      Interpolation interpolation,
      boolean isGradient,
      Tensor[] inputs,
      OutputSpec spec) {
    OutputSpec[] specs = {spec};
    return new ResamplingPlan(operator, axes, interpolation, isGradient, inputs, specs);
  }

  /**
   * Returns a dimension of an image that is resampled.
   *
   * @param isDirect whether the nearest element is found as {@link NearestAxis} describes it
   * @throws InvalidArgument if a filter is so wide that 32 bits do not count its elements
   */
  public static Axis axis(
      String operator, Interpolation interpolation, Scale scale, boolean isDirect) {
    return switch (interpolation) {
      case NEAREST -> new NearestAxis(scale, false, isDirect);
      case NEAREST_EXACT -> new NearestAxis(scale, true, isDirect);
      case LINEAR -> new LinearAxis(scale);
      case CUBIC -> new CubicAxis(scale);
      case LINEAR_FILTER -> filter(operator, scale, false);
      case CUBIC_FILTER -> filter(operator, scale, true);
    };
  }

  private static Axis filter(String operator, Scale scale, boolean isCubic) {
    FilterAxis axis = new FilterAxis(scale, isCubic);
    if (!(axis.width() <= Integer.MAX_VALUE)) {
      throw new InvalidArgument(
          operator, "scales", "the filter has %s elements".formatted(axis.width()));
    }
    return axis;
  }

  /**
   * Returns a dimension with a border.
   *
   * @param before the width of the border before the image; negative if it is cropped
   * @param isMirror whether the border mirrors the image; if not, it repeats the last element
   */
  public static Axis border(long size, long count, long before, boolean isMirror) {
    return new BorderAxis(size, count, before, isMirror);
  }

  /** Returns the number of dimensions of an image. */
  public int rank() {
    return axes.length;
  }

  /** Returns how the elements are computed; null for borders. */
  public Interpolation interpolation() {
    return interpolation;
  }

  /** Returns whether the input is the gradient of the result. */
  public boolean isGradient() {
    return isGradient;
  }

  /** Returns a dimension of the images. */
  public Axis axis(int dim) {
    return axes[dim];
  }

  /**
   * Replaces {@code taps} by the elements of the input for an element of the output.
   *
   * @param scratch is overwritten
   */
  public void taps(int dim, long index, Taps taps, Taps scratch) {
    if (isGradient) {
      axes[dim].over(index, taps, scratch);
    } else {
      axes[dim].at(index, taps);
    }
  }
}
