package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The decisions of a rule about one output.
 *
 * @param sizes null if they depend on the elements of the inputs; the body then creates the output
 * @param strides null for row-major
 * @param isCastable whether an {@code out} of another type is accepted if results can be cast to it
 * @param isStaged whether the body writes exactly this type and these strides. A given {@code out}
 *     that differs receives a copy in the end. Otherwise the body writes whatever type and strides
 *     {@code out} has
 * @param isRestrided whether a given {@code out} of the right sizes gets these strides, too, as one
 *     that is resized
 * @param isRowMajorResized whether a given {@code out} that is resized becomes row-major instead of
 *     getting the strides
 */
public record OutputSpec(
    DType dtype,
    long[] sizes,
    long[] strides,
    boolean isCastable,
    boolean isStaged,
    boolean isRestrided,
    boolean isRowMajorResized) {
  /** Describes a row-major output; a given one must have exactly this type. */
  public OutputSpec(DType dtype, long[] sizes) {
    this(dtype, sizes, null, false, false, false, false);
  }

  /** Describes a row-major output whose sizes the body finds out. */
  public static OutputSpec sizedByBody(DType dtype) {
    return new OutputSpec(dtype, null);
  }

  /** Returns this output with the given strides. */
  public OutputSpec withStrides(long[] chosen) {
    return new OutputSpec(
        dtype, sizes, chosen, isCastable, isStaged, isRestrided, isRowMajorResized);
  }

  /** Returns this output, for which a given one may have another type. */
  public OutputSpec castable() {
    return new OutputSpec(dtype, sizes, strides, true, isStaged, isRestrided, isRowMajorResized);
  }

  /** Returns this output for a body that writes only this type and these strides. */
  public OutputSpec staged() {
    return new OutputSpec(dtype, sizes, strides, isCastable, true, isRestrided, isRowMajorResized);
  }

  /** Returns this output, whose strides a given one gets even if it has the sizes. */
  public OutputSpec restrided() {
    return new OutputSpec(dtype, sizes, strides, isCastable, isStaged, true, isRowMajorResized);
  }

  /** Returns this output, of which a given one of other sizes becomes row-major. */
  public OutputSpec rowMajorIfResized() {
    return new OutputSpec(dtype, sizes, strides, isCastable, isStaged, isRestrided, true);
  }

  /** Returns the strides of a given output that is resized; null for row-major. */
  long[] resizedStrides() {
    return isRowMajorResized ? null : strides;
  }

  /** Returns whether a given output must be resized or get other strides. */
  boolean changes(Tensor out) {
    if (!Arrays.equals(out.sizes(), sizes)) {
      return true;
    }
    long[] layout = strides == null ? Shapes.contiguousStrides(sizes) : strides;
    return isRestrided && !Arrays.equals(out.strides(), layout);
  }

  /** Returns whether a tensor has the type and the strides. */
  boolean describes(Tensor result) {
    boolean inOrder =
        strides == null ? result.isContiguous() : Arrays.equals(result.strides(), strides);
    return inOrder && result.dtype() == dtype;
  }

  /** Returns this output with sizes that the body has found out. */
  OutputSpec sized(long[] found) {
    return new OutputSpec(
        dtype, found, strides, isCastable, isStaged, isRestrided, isRowMajorResized);
  }
}
