package jackfield.aten.kernel;

import jackfield.tensor.DType;

/**
 * The decisions of a rule about one output.
 *
 * @param sizes null if they depend on the elements of the inputs; the body then creates the output
 * @param strides null for row-major
 * @param isCastable whether an {@code out} of another type is accepted if results can be cast to it
 * @param isStaged whether the body writes exactly this type and these strides. A given {@code out}
 *     that differs receives a copy in the end. Otherwise the body writes whatever type and strides
 *     {@code out} has
 */
public record OutputSpec(
    DType dtype, long[] sizes, long[] strides, boolean isCastable, boolean isStaged) {
  /** Describes a row-major output; a given one must have exactly this type. */
  public OutputSpec(DType dtype, long[] sizes) {
    this(dtype, sizes, null, false, false);
  }

  /** Describes a row-major output whose sizes the body finds out. */
  public static OutputSpec sizedByBody(DType dtype) {
    return new OutputSpec(dtype, null);
  }

  /** Returns this output with the given strides. */
  public OutputSpec withStrides(long[] chosen) {
    return new OutputSpec(dtype, sizes, chosen, isCastable, isStaged);
  }

  /** Returns this output, for which a given one may have another type. */
  public OutputSpec castable() {
    return new OutputSpec(dtype, sizes, strides, true, isStaged);
  }

  /** Returns this output for a body that writes only this type and these strides. */
  public OutputSpec staged() {
    return new OutputSpec(dtype, sizes, strides, isCastable, true);
  }

  /** Returns this output with sizes that the body has found out. */
  OutputSpec sized(long[] found) {
    return new OutputSpec(dtype, found, strides, isCastable, isStaged);
  }
}
