package jackfield.backend.cpu.scatter;

import jackfield.aten.kernel.SliceIterator;

/** Lines of elements that are written; several threads may write lines with no common element. */
interface Rows {
  /** Returns the lines. */
  SliceIterator lines();

  /**
   * Writes a part of each line of a range.
   *
   * @param start the first element of the part
   * @param number the address of the element to write if there is no source
   */
  void run(long from, long to, long start, long count, long number);
}
