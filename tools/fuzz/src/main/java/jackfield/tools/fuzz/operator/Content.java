package jackfield.tools.fuzz.operator;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.argument.Extent;
import java.util.Arrays;

/**
 * The content of a tensor at one moment.
 *
 * @param isRead false if there are no elements to read, or too many
 * @param integers the elements of integers and booleans
 * @param reals the real parts of all others
 * @param imaginaries the imaginary parts of complex elements
 */
record Content(
    DType dtype,
    long[] sizes,
    long[] strides,
    boolean isRead,
    long[] integers,
    double[] reals,
    double[] imaginaries) {
  private static final long[] NO_INTEGERS = {};
  private static final double[] NO_REALS = {};

  static Content of(Tensor tensor) {
    boolean isRead = Extent.isReadable(tensor);
    int count = isRead ? (int) Extent.elementCount(tensor) : 0;
    boolean isWhole = !tensor.dtype().isFloating() && !tensor.dtype().isComplex();
    long[] integers = isWhole ? new long[count] : NO_INTEGERS;
    double[] reals = isWhole ? NO_REALS : new double[count];
    double[] imaginaries = tensor.dtype().isComplex() ? new double[count] : NO_REALS;
    Content content =
        new Content(
            tensor.dtype(),
            tensor.sizes().clone(),
            tensor.strides().clone(),
            isRead,
            integers,
            reals,
            imaginaries);
    if (count > 0) {
      content.read(tensor);
    }
    return content;
  }

  private void read(Tensor tensor) {
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        address -> {
          int place = next[0]++;
          if (integers.length > 0) {
            integers[place] = Elements.longAt(dtype, address);
          } else {
            reals[place] = Elements.doubleAt(dtype, address);
          }
          if (imaginaries.length > 0) {
            imaginaries[place] = Elements.imaginaryAt(dtype, address);
          }
        });
  }

  /** Returns this content, whose elements are not compared. */
  Content withoutElements() {
    return new Content(dtype, sizes, strides, false, integers, reals, imaginaries);
  }

  boolean hasGeometryOf(Content other) {
    return dtype == other.dtype
        && Arrays.equals(sizes, other.sizes)
        && Arrays.equals(strides, other.strides);
  }

  /**
   * Returns whether the elements equal those of {@code other}, up to rounding of {@code scale}. The
   * rounding is that of this type, or of {@code computed}, the coarsest type of an input: a result
   * that is computed in that type may be written into a wider one.
   */
  boolean agreesWith(Content other, double scale, DType computed) {
    if (!isRead || !other.isRead) {
      return true;
    }
    Tolerance tolerance = Tolerance.of(dtype, scale).or(Tolerance.of(computed, scale));
    return Arrays.equals(integers, other.integers)
        && tolerance.accepts(reals, other.reals)
        && tolerance.accepts(imaginaries, other.imaginaries);
  }

  /** Returns type, sizes, strides and the first elements. */
  @Override
  public String toString() {
    String elements =
        integers.length > 0
            ? Arrays.toString(Arrays.copyOf(integers, Math.min(8, integers.length)))
            : Arrays.toString(Arrays.copyOf(reals, Math.min(8, reals.length)));
    String imaginary =
        imaginaries.length == 0
            ? ""
            : " imaginary "
                + Arrays.toString(Arrays.copyOf(imaginaries, Math.min(8, imaginaries.length)));
    return "%s%s strides %s %s%s"
        .formatted(dtype, Arrays.toString(sizes), Arrays.toString(strides), elements, imaginary);
  }
}
