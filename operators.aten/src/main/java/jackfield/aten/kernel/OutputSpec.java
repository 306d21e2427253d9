package jackfield.aten.kernel;

import jackfield.tensor.DType;

/**
 * The decisions of a rule about one output.
 *
 * @param strides null for row-major
 * @param isCastable whether an {@code out} of another type is accepted if results can be cast to
 *     it; the body then writes that type
 */
public record OutputSpec(DType dtype, long[] sizes, long[] strides, boolean isCastable) {
  /** Describes a row-major output that must have exactly the given type. */
  public OutputSpec(DType dtype, long[] sizes) {
    this(dtype, sizes, null, false);
  }
}
