package jackfield.shell.call;

import jackfield.error.JackfieldException;
import jackfield.memory.Device;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaDefault;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.shell.call.Literal.Given;
import jackfield.shell.call.Literal.None;
import jackfield.shell.call.Literal.Numeral;
import jackfield.shell.call.Literal.Sequence;
import jackfield.shell.call.Literal.Truth;
import jackfield.shell.call.Literal.Word;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A literal that fits an argument.
 *
 * @param value the value for the stack; null for None
 * @param cost how far the literal is from the argument's type; 0 if it is of that type
 */
record LiteralConversion(Object value, int cost) {
  private static final int NUMBER_AS_TENSOR = 4; // an overload that takes the number is nearer
  private static final int ONE_AS_LIST = 2;
  private static final int WIDENED = 1;

  /** Fits a literal to an argument; empty if it cannot be of the argument's type. */
  static Optional<LiteralConversion> of(Literal literal, SchemaArgument argument) {
    Literal given = repeated(literal, argument);
    return of(given, argument.type())
        .map(conversion ->
            given == literal ? conversion : new LiteralConversion(conversion.value(), ONE_AS_LIST));
  }

  // A number is a list of a fixed size, all its elements the same, as in int[2] stride=1.
  private static Literal repeated(Literal literal, SchemaArgument argument) {
    return literal instanceof Numeral && argument.fixedSize().isPresent()
        ? new Sequence(Collections.nCopies(argument.fixedSize().getAsInt(), literal))
        : literal;
  }

  /** Returns the default of an argument as a literal. */
  static Literal literal(SchemaDefault value) {
    return switch (value) {
      case SchemaDefault.None _ -> new None();
      case SchemaDefault.Bool(boolean truth) -> new Truth(truth);
      case SchemaDefault.Int(long number) -> new Numeral(Long.toString(number), true, false);
      case SchemaDefault.Real(double number) -> new Numeral(number(number), false, false);
      case SchemaDefault.Text(String text) -> new Word(text);
      case SchemaDefault.Device(String name) -> new Word(name);
      case SchemaDefault.Sequence(List<SchemaDefault> elements) ->
          new Sequence(elements.stream().map(LiteralConversion::literal).toList());
      case SchemaDefault.Complex(double real, double imaginary) ->
          new Given(Scalar.of(real, imaginary));
    };
  }

  private static String number(double number) {
    return Double.isInfinite(number)
        ? number > 0 ? "inf" : "-inf"
        : Double.toString(number).replace("NaN", "nan");
  }

  private static Optional<LiteralConversion> of(Literal literal, SchemaType type) {
    if (type instanceof OptionalOf(SchemaType element)) {
      return literal instanceof None ? exact(null) : of(literal, element);
    }
    if (literal instanceof Given(Object value)) {
      return given(value, type);
    }
    return switch (type) {
      case Basic basic -> basic(literal, basic);
      case ListOf(SchemaType element) when literal instanceof Sequence(List<Literal> elements) ->
          list(elements, element);
      default -> Optional.empty();
    };
  }

  private static Optional<LiteralConversion> given(Object value, SchemaType type) {
    boolean isTensor = value instanceof Tensor;
    boolean isWanted =
        type == Basic.TENSOR ? isTensor : type == Basic.SCALAR && value instanceof Scalar;
    boolean isOther = !isTensor && !(type instanceof Basic); // the kernel checks lists
    return isWanted || isOther ? exact(value) : Optional.empty();
  }

  private static Optional<LiteralConversion> exact(Object value) {
    return Optional.of(new LiteralConversion(value, 0));
  }

  private static Optional<LiteralConversion> basic(Literal literal, Basic type) {
    return switch (type) {
      case TENSOR ->
          LiteralTensor.of(literal)
              .map(tensor ->
                  new LiteralConversion(
                      tensor, literal instanceof Sequence ? 0 : NUMBER_AS_TENSOR));
      case SCALAR -> scalar(literal);
      case INT, SYM_INT ->
          literal instanceof Numeral number && number.isInteger()
              ? exact(number.integer())
              : Optional.empty();
      case FLOAT ->
          literal instanceof Numeral number
              ? Optional.of(new LiteralConversion(number.real(), number.isInteger() ? WIDENED : 0))
              : Optional.empty();
      case BOOL, SYM_BOOL ->
          literal instanceof Truth(boolean truth) ? exact(truth) : Optional.empty();
      case STR -> literal instanceof Word(String text) ? exact(text) : Optional.empty();
      case SCALAR_TYPE -> named(literal, DType::ofName);
      case DEVICE -> named(literal, Device::parse);
      case LAYOUT -> named(literal, text -> Layout.valueOf(text.toUpperCase(Locale.ROOT)));
      case MEMORY_FORMAT ->
          named(literal, text -> MemoryFormat.valueOf(text.toUpperCase(Locale.ROOT)));
      default -> Optional.empty();
    };
  }

  private static Optional<LiteralConversion> scalar(Literal literal) {
    return switch (literal) {
      case Numeral number ->
          exact(number.isInteger() ? Scalar.of(number.integer()) : Scalar.of(number.real()));
      case Truth(boolean truth) -> exact(Scalar.of(truth));
      default -> Optional.empty();
    };
  }

  /** Fits a word that names a constant, or the number that stands for it in defaults. */
  private static Optional<LiteralConversion> named(
      Literal literal, Function<String, Object> lookup) {
    if (literal instanceof Numeral number && number.isInteger()) {
      return exact(number.integer());
    }
    if (!(literal instanceof Word(String text))) {
      return Optional.empty();
    }
    try {
      return exact(lookup.apply(text.replaceFirst("^torch\\.", "")));
    } catch (IllegalArgumentException | JackfieldException unknown) { // no such constant
      return Optional.empty();
    }
  }

  private static Optional<LiteralConversion> list(List<Literal> elements, SchemaType type) {
    List<Object> values = new ArrayList<>();
    int cost = 0;
    for (Literal element : elements) {
      Optional<LiteralConversion> conversion = of(element, type);
      if (conversion.isEmpty()) {
        return Optional.empty();
      }
      values.add(conversion.get().value());
      cost = Math.max(cost, conversion.get().cost());
    }
    return Optional.of(new LiteralConversion(array(values, type.fake()), cost));
  }

  private static Object array(List<Object> values, SchemaType type) {
    SchemaType element = type instanceof OptionalOf(SchemaType present) ? present : type;
    return switch (element) {
      case Basic.TENSOR -> values.toArray(Tensor[]::new);
      case Basic.INT -> values.stream().mapToLong(value -> (Long) value).toArray();
      case Basic.FLOAT -> values.stream().mapToDouble(value -> (Double) value).toArray();
      case Basic.BOOL -> booleans(values);
      default -> Collections.unmodifiableList(values);
    };
  }

  private static boolean[] booleans(List<Object> values) {
    boolean[] truths = new boolean[values.size()];
    for (int i = 0; i < truths.length; i++) {
      truths[i] = (Boolean) values.get(i);
    }
    return truths;
  }
}
