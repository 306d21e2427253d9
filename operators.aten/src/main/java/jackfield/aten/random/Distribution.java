package jackfield.aten.random;

import jackfield.tensor.DType;

/**
 * Turns words of a call into an element. An element takes 1, 2 or 4 words, the same number for all
 * elements of a call: element {@code n} takes those from {@code n} times this number on.
 *
 * <p><em>Threads</em>: immutable.
 */
public sealed interface Distribution permits RealDistribution, IntegerRange {
  /**
   * Writes an element.
   *
   * @param number the element's number in the call, from 0 on
   * @param type the element's type, which is not complex
   */
  void put(Philox words, long number, DType type, long address);
}
