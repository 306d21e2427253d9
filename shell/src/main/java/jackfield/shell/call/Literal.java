package jackfield.shell.call;

import java.util.List;
import java.util.stream.Collectors;

/** A value as a user writes it; the schema decides what it becomes. */
sealed interface Literal {
  /**
   * A number; a final {@code L} makes it a 64-bit integer where a tensor is wanted.
   *
   * @param text its digits, without the {@code L}
   * @param isInteger whether it has neither point nor exponent
   * @param isLong whether it ended with {@code L}
   */
  record Numeral(String text, boolean isInteger, boolean isLong) implements Literal {
    double real() {
      return switch (text) {
        case "inf", "+inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        case "nan" -> Double.NaN;
        default -> Double.parseDouble(text);
      };
    }

    long integer() {
      return Long.parseLong(text);
    }

    @Override
    public String toString() {
      return text + (isLong ? "L" : "");
    }
  }

  /**
   * A boolean.
   *
   * @param value the value
   */
  record Truth(boolean value) implements Literal {
    @Override
    public String toString() {
      return value ? "True" : "False";
    }
  }

  /** The value None. */
  record None() implements Literal {
    @Override
    public String toString() {
      return "None";
    }
  }

  /**
   * Any other word: a string, or the name of an element type, a device or a layout.
   *
   * @param text the word
   */
  record Word(String text) implements Literal {
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A list, or the elements of a tensor.
   *
   * @param elements its elements
   */
  record Sequence(List<Literal> elements) implements Literal {
    @Override
    public String toString() {
      return elements.stream().map(Literal::toString).collect(Collectors.joining(", ", "[", "]"));
    }
  }

  /**
   * A value of a variable, such as the result of an earlier call.
   *
   * @param value the value
   */
  record Given(Object value) implements Literal {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }
}
