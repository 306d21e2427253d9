package jackfield.aten.kernel;

/** A loop over one row of elements, the innermost dimension of an iterator. */
@FunctionalInterface
public interface Row {
  /**
   * Runs over {@code count} elements. The arrays belong to the iterator: do not write to them or
   * keep them.
   *
   * @param addresses the address of the row's first element, for each operand; the output is
   *     operand 0
   * @param strideBytes the distance between elements, for each operand; 0 where one element is
   *     repeated
   */
  void run(long[] addresses, long[] strideBytes, long count);
}
