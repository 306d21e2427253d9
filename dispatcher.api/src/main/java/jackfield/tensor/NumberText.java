package jackfield.tensor;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The common form of the real numbers of a printed tensor: whole numbers, four decimals, or
 * scientific.
 *
 * <p>Zeros, infinities and NaN do not count in the choice, nor in the width. Numbers are scientific
 * if the largest magnitude is above 1e8, above 1000 times the smallest, or if a fraction is below
 * 1e-4.
 *
 * <p><em>Source</em>: class {@code _Formatter} of PyTorch's {@code torch/_tensor_str.py}.
 */
final class NumberText {
  private static final int PRECISION = 4;
  private static final double LARGEST_RATIO = 1000;
  private static final double LARGEST_FIXED = 1e8;
  private static final double SMALLEST_FIXED = 1e-4;
  private static final MathContext DIGITS = new MathContext(PRECISION + 1, RoundingMode.HALF_EVEN);

  private enum Form {
    WHOLE,
    FIXED,
    SCIENTIFIC
  }

  private final Form form;
  private final int width;

  /** Chooses the form for {@code values}. */
  NumberText(double[] values) {
    form = form(values);
    int widest = 1;
    for (double value : values) {
      if (counts(value)) {
        widest = Math.max(widest, text(value).length());
      }
    }
    width = widest;
  }

  private static boolean counts(double value) {
    return value != 0 && Double.isFinite(value);
  }

  private static Form form(double[] values) {
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    boolean isWhole = true;
    for (double value : values) {
      if (counts(value)) {
        smallest = Math.min(smallest, Math.abs(value));
        largest = Math.max(largest, Math.abs(value));
        isWhole &= value == Math.ceil(value);
      }
    }
    if (largest == 0) {
      return Form.WHOLE;
    }
    boolean isScientific =
        largest / smallest > LARGEST_RATIO
            || largest > LARGEST_FIXED
            || (!isWhole && smallest < SMALLEST_FIXED);
    return isScientific ? Form.SCIENTIFIC : isWhole ? Form.WHOLE : Form.FIXED;
  }

  /** Returns the number of characters of the widest number that counts. */
  int width() {
    return width;
  }

  /** Returns the text of a number, with blanks before it up to the width. */
  String format(double value) {
    return padded(text(value), width);
  }

  /** Returns {@code text} with blanks before it up to {@code width}. */
  static String padded(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private String text(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
    if (Double.isInfinite(value)) {
      return sign + "inf";
    }
    double magnitude = Math.abs(value);
    return sign
        + switch (form) {
          case WHOLE -> (long) magnitude + "."; // at most LARGEST_FIXED
          case FIXED -> fixed(new BigDecimal(magnitude));
          case SCIENTIFIC -> scientific(new BigDecimal(magnitude));
        };
  }

  private static String fixed(BigDecimal exact) {
    return exact.setScale(PRECISION, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static String scientific(BigDecimal exact) {
    if (exact.signum() == 0) {
      return "0." + "0".repeat(PRECISION) + "e+00";
    }
    BigDecimal rounded = exact.round(DIGITS);
    int exponent = rounded.precision() - rounded.scale() - 1;
    String digits = rounded.setScale(PRECISION - exponent).unscaledValue().toString();
    String places = exponent < 0 ? "-" : "+";
    int magnitude = Math.abs(exponent);
    return digits.charAt(0)
        + "."
        + digits.substring(1)
        + "e"
        + places
        + (magnitude < 10 ? "0" : "")
        + magnitude;
  }
}
