package jackfield.backend.cpu.reference.element;

import jackfield.error.InvalidArgument;
import java.util.Arrays;
import java.util.Comparator;

/** Positions in the order of their elements. */
public final class StableOrder {
  private StableOrder() {}

  /**
   * Returns the positions from 0 to below {@code count} in ascending order; equal ones keep theirs.
   *
   * @throws InvalidArgument if comparisons contradict each other, as another thread has changed the
   *     elements
   */
  public static Integer[] of(String operator, int count, Comparator<Integer> order) {
    Integer[] positions = new Integer[count];
    Arrays.setAll(positions, i -> i);
    try {
      Arrays.sort(positions, order);
    } catch (IllegalArgumentException contradiction) {
      String problem = "changed while it was sorted; do not write to it during the call";
      throw (InvalidArgument)
          new InvalidArgument(operator, "self", problem).initCause(contradiction);
    }
    return positions;
  }
}
