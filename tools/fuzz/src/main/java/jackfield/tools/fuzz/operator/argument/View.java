package jackfield.tools.fuzz.operator.argument;

import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The geometry of an argument in its storage.
 *
 * @param memory the index of its storage in the case
 * @param offset the offset of its first element, in elements
 * @param isWrappedNumber whether it represents a bare number
 */
public record View(
    int memory, List<Long> sizes, List<Long> strides, long offset, boolean isWrappedNumber) {
  /** Checks the fields. */
  public View {
    sizes = List.copyOf(sizes);
    strides = List.copyOf(strides);
  }

  /** Returns the view of an entire storage in row-major order. */
  public static View contiguous(int memory, List<Long> sizes) {
    return new View(memory, sizes, boxed(Shapes.contiguousStrides(longs(sizes))), 0, false);
  }

  /** Returns the number of elements that the storage needs at least. */
  public long reach() {
    long last = offset;
    for (int dim = 0; dim < sizes.size(); dim++) {
      if (sizes.get(dim) == 0) {
        return offset;
      }
      last += (sizes.get(dim) - 1) * strides.get(dim);
    }
    return last + 1;
  }

  /** Returns the number of elements, at most the largest long. */
  public long elementCount() {
    return Extent.elementCount(longs(sizes));
  }

  /** Returns the places of the elements in the storage, in row-major order. */
  public LongStream places() {
    LongStream places = LongStream.of(offset);
    for (int dim = 0; dim < sizes.size(); dim++) {
      long size = sizes.get(dim);
      long stride = strides.get(dim);
      places =
          places.flatMap(first -> LongStream.range(0, size).map(step -> first + step * stride));
    }
    return places;
  }

  /** Returns the tensor with this geometry over the storage of {@code whole}. */
  Tensor of(Tensor whole) {
    if (isWrappedNumber) {
      return Tensor.wrappedNumber(whole.keyBits(), whole.dtype(), whole.storage());
    }
    return whole.alias(longs(sizes), longs(strides), offset);
  }

  public static long[] longs(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  static List<Long> boxed(long... values) {
    return Arrays.stream(values).boxed().toList();
  }
}
