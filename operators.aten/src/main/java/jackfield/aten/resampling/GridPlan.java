package jackfield.aten.resampling;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about images that are interpolated at given places, or about the
 * gradients. The inputs are input and grid and the output is the result; for the gradients the
 * inputs are input, grid and grad_output, and the outputs are the gradients of the first two, of
 * which the first may be null.
 */
public final class GridPlan extends OutputPlan {
  /** What lies beyond the ends of an image. */
  public enum Border {
    /** Zeros. */
    ZEROS,
    /** The elements at the ends. */
    CLAMP,
    /** The image, mirrored. */
    MIRROR
  }

  private final Interpolation interpolation;
  private final Border border;
  private final boolean isAligned;

  private GridPlan(
      String operator,
      Interpolation interpolation,
      Border border,
      boolean isAligned,
      Tensor[] inputs,
      OutputSpec[] specs) {
    super(operator, inputs, specs);
    this.interpolation = interpolation;
    this.border = border;
    this.isAligned = isAligned;
  }

  /**
   * Plans interpolation at given places.
   *
   * @param isAligned whether −1 and 1 are the centres of the outermost elements; if not, their
   *     outer edges
   * @throws jackfield.tensor.TypeMismatch if the inputs are on several devices
   */
  public static GridPlan of(
      String operator,
      Interpolation interpolation,
      Border border,
      boolean isAligned,
      Tensor[] inputs,
      OutputSpec... specs) {
    return new GridPlan(operator, interpolation, border, isAligned, inputs, specs);
  }

  /** Returns {@code NEAREST_EXACT}, {@code LINEAR} or {@code CUBIC}. */
  public Interpolation interpolation() {
    return interpolation;
  }

  /** Returns what lies beyond the ends of an image. */
  public Border border() {
    return border;
  }

  /** Returns whether −1 and 1 are the centres of the outermost elements. */
  public boolean isAligned() {
    return isAligned;
  }

  /** Returns the number of dimensions of an image. */
  public int rank() {
    return input(0).rank() - 2;
  }
}
