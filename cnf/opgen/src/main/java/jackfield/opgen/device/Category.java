package jackfield.opgen.device;

import java.util.List;

/** The types that share an expression. */
enum Category {
  /** Integers and bool, computed in 64 bits. */
  INTEGRAL(
      new Element("uint8", "u8", "i64"),
      new Element("int8", "i8", "i64"),
      new Element("int16", "i16", "i64"),
      new Element("int32", "i32", "i64"),
      new Element("int64", "i64", "i64"),
      new Element("bool", "Bool", "i64")),
  /** Floats; those narrower than 32 bits are computed in 32. */
  FLOATING(
      new Element("float16", "Half", "float"),
      new Element("bfloat16", "BFloat", "float"),
      new Element("float32", "float", "float"),
      new Element("float64", "double", "double")),
  /** Pairs of floats. */
  COMPLEX(
      new Element("complex64", "Complex<float>", "Complex<float>"),
      new Element("complex128", "Complex<double>", "Complex<double>"));

  @SuppressWarnings("ImmutableEnumChecker") // a list that List.of returns, of records of texts
  private final List<Element> elements;

  /**
   * An element type.
   *
   * @param name its name in operators
   * @param stored its type in memory, in C++
   * @param computed the type in which it is computed
   */
  record Element(String name, String stored, String computed) {
    boolean isBool() {
      return name.equals("bool");
    }

    /** Returns the type of a complex number's parts, or the type itself. */
    String part() {
      return stored.startsWith("Complex<")
          ? stored.substring("Complex<".length(), stored.length() - 1)
          : stored;
    }
  }

  Category(Element... elements) {
    this.elements = List.of(elements);
  }

  List<Element> elements() {
    return elements;
  }
}
