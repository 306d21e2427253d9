package jackfield.backend.cpu.reference.element;

import jackfield.error.InvalidArgument;

/** Lengths of the Java arrays that bodies use for what they compute along the way. */
public final class ArrayLength {
  private static final int MOST = Integer.MAX_VALUE - 8;

  private ArrayLength() {}

  /**
   * Returns a number of elements as the length of an array.
   *
   * @param operator the operator for the message
   * @param argument the argument that has so many elements
   * @throws InvalidArgument if no array is that long
   */
  public static int of(String operator, String argument, long elements) {
    if (elements > MOST) {
      throw new InvalidArgument(
          operator, argument, "has %d elements, expected at most %d".formatted(elements, MOST));
    }
    return (int) elements;
  }
}
