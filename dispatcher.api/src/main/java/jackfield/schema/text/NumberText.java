package jackfield.schema.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the number at the start of a text and ignores the rest, as C does: the size in {@code
 * int[2.5]} is 2 and the int in {@code 0x10} is 0.
 */
public final class NumberText {
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("(?<digits>-?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(?:[eE][+-]?[0-9]+)?");
  private static final Pattern HEXADECIMAL =
      Pattern.compile(
          "(?<digits>-?0[xX](?:\\p{XDigit}+\\.?\\p{XDigit}*|\\.\\p{XDigit}+))"
              + "(?<power>[pP][+-]?[0-9]+)?");

  private NumberText() {}

  /**
   * Reads a long.
   *
   * @throws NumberFormatException if the text does not start with digits or they do not fit
   */
  public static long integer(String text) {
    Matcher matcher = INTEGER.matcher(text);
    if (!matcher.lookingAt()) {
      throw new NumberFormatException(text);
    }
    return Long.parseLong(matcher.group());
  }

  /**
   * Reads a double.
   *
   * @throws NumberFormatException if the text does not start with a number or it is out of range
   */
  public static double decimal(String text) {
    Matcher hexadecimal = HEXADECIMAL.matcher(text);
    if (hexadecimal.lookingAt()) {
      String power = hexadecimal.group("power") == null ? "p0" : "";
      return inRange(hexadecimal.group("digits"), hexadecimal.group() + power);
    }
    Matcher decimal = DECIMAL.matcher(text);
    if (!decimal.lookingAt()) {
      throw new NumberFormatException(text);
    }
    return inRange(decimal.group("digits"), decimal.group());
  }

  // Overflow and underflow are both errors: the printed number would differ from the written one.
  private static double inRange(String digits, String text) {
    double value = Double.parseDouble(text);
    boolean isZero = digits.chars().allMatch(c -> "-0.xX".indexOf(c) >= 0);
    if (Double.isInfinite(value) || (!isZero && Math.abs(value) < Double.MIN_NORMAL)) {
      throw new NumberFormatException(text);
    }
    return value;
  }
}
