package jackfield.backend.cpu.memory;

import jackfield.error.InvalidArgument;

/** The lengths of the Java arrays that kernels use for what they compute along the way. */
public final class ArrayLength {
  private static final int MOST = Integer.MAX_VALUE - 8; // what every JVM can allocate

  private ArrayLength() {}

  /**
   * Returns a number of elements as the length of an array.
   *
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

  /**
   * Returns the length of a line of {@code self} as that of an array.
   *
   * @throws InvalidArgument if no array is that long
   */
  public static int ofLine(String operator, long elements) {
    if (elements > MOST) {
      throw new InvalidArgument(
          operator,
          "self",
          "has lines of %d elements, expected at most %d".formatted(elements, MOST));
    }
    return (int) elements;
  }
}
