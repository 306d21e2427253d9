package jackfield.schema;

import jackfield.schema.text.DecimalText;
import java.util.List;
import java.util.stream.Collectors;

/** The value of an argument that the caller does not pass. Its {@code toString} is its text. */
public sealed interface SchemaDefault {
  /** The value None. */
  record None() implements SchemaDefault {
    @Override
    public String toString() {
      return "None";
    }
  }

  /**
   * A boolean.
   *
   * @param value the value
   */
  record Bool(boolean value) implements SchemaDefault {
    @Override
    public String toString() {
      return value ? "True" : "False";
    }
  }

  /**
   * An integer; words such as {@code float} or {@code strided} are integers too.
   *
   * @param value the value
   */
  record Int(long value) implements SchemaDefault {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /**
   * A double.
   *
   * @param value the value
   */
  record Real(double value) implements SchemaDefault {
    @Override
    public String toString() {
      return DecimalText.of(value);
    }
  }

  /**
   * A complex number.
   *
   * @param real the real part
   * @param imaginary the imaginary part
   */
  record Complex(double real, double imaginary) implements SchemaDefault {
    @Override
    public String toString() {
      String sign = imaginary >= 0 ? "+" : "-";
      return DecimalText.of(real) + sign + DecimalText.of(Math.abs(imaginary)) + "j";
    }
  }

  /**
   * A text.
   *
   * @param value the text without quotes and escapes
   */
  record Text(String value) implements SchemaDefault {
    @Override
    public String toString() {
      return value;
    }
  }

  /**
   * A device.
   *
   * @param name its type, in lower case, and index, such as {@code cuda:0}
   */
  record Device(String name) implements SchemaDefault {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A list.
   *
   * @param elements the elements, all of one type
   */
  record Sequence(List<SchemaDefault> elements) implements SchemaDefault {
    /** Copies the list. */
    public Sequence {
      elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
      return elements.stream()
          .map(SchemaDefault::toString)
          .collect(Collectors.joining(", ", "[", "]"));
    }
  }
}
