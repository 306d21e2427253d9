package jackfield.aten.rule;

import jackfield.error.InvalidArgument;

/** Checks the arguments {@code bool[n] output_mask}, which tell the wanted results. */
public final class OutputMasks {
  private OutputMasks() {}

  /**
   * Checks that a mask has one element for each result; a boxed call may pass any number.
   *
   * @throws InvalidArgument if it has another number
   */
  public static void check(String operator, boolean[] mask, int results) {
    if (mask.length != results) {
      throw new InvalidArgument(
          operator,
          "output_mask",
          "has %d elements (expected one for each of the %d results)"
              .formatted(mask.length, results));
    }
  }
}
