package jackfield.aten.kernel;

/** A loop over one row of elements, the innermost dimension of an iterator. */
@FunctionalInterface
public interface Row {
  /**
   * Runs over {@code count} elements. The arrays belong to the iterator and are not to be written
   * to or kept.
   *
   * @param addresses of the row's first element, for each operand; the output is operand 0
   * @param strideBytes from one element to the next, for each operand; 0 where one is repeated
   */
  void run(long[] addresses, long[] strideBytes, long count);
}
