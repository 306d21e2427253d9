package jackfield.boxing;

import jackfield.boxing.CallRefused.Kind;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.kernel.ValueMismatch;
import jackfield.kernel.ValueText;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaDefault;
import jackfield.schema.SchemaType;
import jackfield.tensor.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls an operator by name, as languages without static types do: positional arguments, then
 * keywords, then the schema's defaults.
 *
 * <p><em>Threads</em>: belongs to one call.
 */
public final class NamedCall {
  private final OperatorSchema schema;
  private final List<?> positional;
  private final Map<String, Object> left; // keywords not yet used

  /**
   * Calls {@code operator}.
   *
   * @return the results, numbers boxed
   * @throws CallRefused if the arguments do not match the schema
   * @throws jackfield.kernel.NoSuchOperator if the operator is not defined
   */
  public static List<Object> call(Operator operator, List<?> positional, Map<String, ?> keywords) {
    Stack own = new Stack();
    new NamedCall(operator.schema(), positional, keywords).push(own);
    operator.callBoxed(own);
    return values(own);
  }

  /**
   * Returns all arguments of a call in the order of the schema, for {@link Stack#pushValue}. A
   * caller that repeats a call can thus push them again.
   *
   * @throws CallRefused if the arguments do not match the schema
   */
  public static List<Object> arguments(
      OperatorSchema schema, List<?> positional, Map<String, ?> keywords) {
    Stack own = new Stack();
    new NamedCall(schema, positional, keywords).push(own);
    return values(own);
  }

  private static List<Object> values(Stack stack) {
    List<Object> values = new ArrayList<>();
    for (int index = 0; index < stack.size(); index++) {
      values.add(stack.value(index));
    }
    return values;
  }

  private NamedCall(OperatorSchema schema, List<?> positional, Map<String, ?> keywords) {
    this.schema = schema;
    this.positional = positional;
    this.left = new LinkedHashMap<>(keywords);
  }

  /** Pushes all arguments: positional ones first, then keywords, then defaults. */
  void push(Stack stack) {
    int count = schema.arguments().size();
    if (positional.size() > count && !schema.isVararg()) {
      String found = positional.size() + " arguments";
      throw refused(Kind.TOO_MANY_ARGUMENTS, "", -1, "at most " + count, found);
    }
    for (int i = 0; i < count; i++) {
      stack.pushValue(value(schema.arguments().get(i), i));
    }
    positional.stream().skip(count).forEach(stack::pushValue);
    left.keySet().stream().findFirst().ifPresent(this::refuseKeyword);
  }

  private Object value(SchemaArgument argument, int index) {
    if (index < positional.size()) {
      return fitting(argument, positional.get(index), index);
    }
    if (left.containsKey(argument.name())) {
      return fitting(argument, left.remove(argument.name()), -1);
    }
    SchemaDefault absent =
        argument
            .defaultValue()
            .orElseThrow(() ->
                refused(
                    Kind.MISSING_ARGUMENT,
                    argument.name(),
                    -1,
                    argument.type().toString(),
                    "no value"));
    return defaultOf(argument.type(), absent);
  }

  private Object fitting(SchemaArgument argument, Object value, int position) {
    boolean isRepeated = argument.fixedSize().isPresent() && value instanceof Long;
    Object given =
        isRepeated ? java.util.Collections.nCopies(argument.fixedSize().getAsInt(), value) : value;
    try {
      return BoxedForm.of(argument.type(), given, position);
    } catch (ValueMismatch mismatch) {
      throw refused(
          Kind.WRONG_TYPE,
          argument.name(),
          position,
          argument.type().toString(),
          ValueText.of(value));
    }
  }

  private void refuseKeyword(String keyword) {
    boolean isKnown =
        schema.arguments().stream().anyMatch(argument -> argument.name().equals(keyword));
    throw refused(
        isKnown ? Kind.GIVEN_TWICE : Kind.UNKNOWN_KEYWORD,
        keyword,
        -1,
        "",
        ValueText.of(left.get(keyword)));
  }

  private CallRefused refused(
      Kind kind, String argument, int position, String expected, String found) {
    return new CallRefused(kind, schema, argument, position, expected, found);
  }

  /** Returns a default in its form on the stack; C10 does not check its type. */
  private static Object defaultOf(SchemaType type, SchemaDefault value) {
    Object plain =
        switch (value) {
          case SchemaDefault.None _ -> null;
          case SchemaDefault.Bool(boolean truth) -> truth;
          case SchemaDefault.Int(long integer) -> integer;
          case SchemaDefault.Real(double number) -> number;
          case SchemaDefault.Complex(double real, double imaginary) -> Scalar.of(real, imaginary);
          case SchemaDefault.Text(String text) -> text;
          case SchemaDefault.Device(String name) -> jackfield.memory.Device.parse(name);
          case SchemaDefault.Sequence(List<SchemaDefault> elements) -> sequence(type, elements);
        };
    boolean isScalar = type == SchemaType.Basic.SCALAR;
    return isScalar && plain != null ? BoxedForm.of(type, plain, 0) : plain;
  }

  private static Object sequence(SchemaType type, List<SchemaDefault> elements) {
    SchemaType list = type instanceof SchemaType.OptionalOf(SchemaType inner) ? inner : type;
    if (!(list instanceof SchemaType.ListOf(SchemaType element))) {
      throw new IllegalStateException("a list is the default of " + type);
    }
    List<Object> values = new ArrayList<>();
    elements.forEach(each -> values.add(defaultOf(element, each)));
    return JavaLists.packed(element, values);
  }
}
