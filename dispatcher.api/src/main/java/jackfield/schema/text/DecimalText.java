package jackfield.schema.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Prints doubles as C does with {@code %.17g}, with a decimal point to distinguish integers. */
public final class DecimalText {
  // 17 significant digits distinguish every two doubles.
  private static final MathContext DIGITS = new MathContext(17, RoundingMode.HALF_EVEN);

  private DecimalText() {}

  /** Returns the text of {@code value}; that of a special value is {@code nan} or {@code inf}. */
  public static String of(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0." : "0.";
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent < -4 || exponent >= DIGITS.getPrecision()) {
      return scientific(rounded, exponent);
    }
    String plain = rounded.toPlainString();
    return plain.indexOf('.') < 0 ? plain + "." : plain;
  }

  private static String scientific(BigDecimal value, int exponent) {
    String digits = value.unscaledValue().abs().toString();
    StringBuilder text = new StringBuilder(value.signum() < 0 ? "-" : "").append(digits.charAt(0));
    if (digits.length() > 1) {
      text.append('.').append(digits, 1, digits.length());
    }
    return text.append("e%s%02d".formatted(exponent < 0 ? "-" : "+", Math.abs(exponent)))
        .toString();
  }
}
