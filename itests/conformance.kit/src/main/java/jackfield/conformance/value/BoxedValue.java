package jackfield.conformance.value;

import jackfield.kernel.Stack;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Collections;
import java.util.List;

/** Pushes a value on a boxed stack with the type of its argument. */
public final class BoxedValue {
  private final SchemaArgument argument;

  public BoxedValue(SchemaArgument argument) {
    this.argument = argument;
  }

  /** Pushes {@code value}, which {@link ValueReader} or {@link SchemaDefaults} returned. */
  public void push(Stack stack, Object value) {
    push(stack, argument.type(), value);
  }

  private void push(Stack stack, SchemaType type, Object value) {
    switch (type) {
      case OptionalOf(SchemaType element) -> {
        if (value == null) {
          stack.push(null);
        } else {
          push(stack, element, value);
        }
      }
      case ListOf(SchemaType element) -> stack.push(list(element, value));
      case Basic basic -> pushBasic(stack, basic, value);
      default -> throw unfit(value);
    }
  }

  private void pushBasic(Stack stack, Basic type, Object value) {
    switch (type) {
      case INT, SYM_INT -> stack.pushLong(integer(value));
      case FLOAT -> stack.pushDouble(real(value));
      case BOOL, SYM_BOOL -> stack.pushBoolean(truth(value));
      case SCALAR -> stack.push(scalar(value));
      case SCALAR_TYPE, LAYOUT, MEMORY_FORMAT -> pushNumbered(stack, value);
      case TENSOR -> stack.push(tensor(value));
      default -> stack.push(value);
    }
  }

  /** A default value is given as the number of an element type, layout or memory format. */
  private static void pushNumbered(Stack stack, Object value) {
    if (value instanceof Long number) {
      stack.pushLong(number);
    } else {
      stack.push(value);
    }
  }

  private Object list(SchemaType element, Object value) {
    List<?> values = value instanceof List<?> several ? several : repeated(value);
    return switch (element instanceof OptionalOf(SchemaType inner) ? inner : element) {
      case Basic.TENSOR -> values.stream().map(this::tensorOrNone).toArray(Tensor[]::new);
      case Basic.INT, Basic.SYM_INT -> values.stream().mapToLong(this::integer).toArray();
      case Basic.FLOAT -> values.stream().mapToDouble(this::real).toArray();
      case Basic.BOOL -> booleans(values);
      case Basic.SCALAR -> values.stream().map(this::scalar).toList();
      default -> values;
    };
  }

  /** One number represents a list of a fixed size, as in PyTorch. */
  private List<?> repeated(Object value) {
    int size = argument.fixedSize().orElseThrow(() -> unfit(value));
    return Collections.nCopies(size, value);
  }

  private boolean[] booleans(List<?> values) {
    boolean[] truths = new boolean[values.size()];
    for (int i = 0; i < truths.length; i++) {
      truths[i] = truth(values.get(i));
    }
    return truths;
  }

  private long integer(Object value) {
    return switch (value) {
      case Long number -> number;
      case Boolean flag -> flag ? 1 : 0;
      case null, default -> throw unfit(value);
    };
  }

  private double real(Object value) {
    return switch (value) {
      case Number number -> number.doubleValue();
      case String text -> Numbers.real(text);
      case null, default -> throw unfit(value);
    };
  }

  private boolean truth(Object value) {
    return switch (value) {
      case Boolean flag -> flag;
      case Long number -> number != 0;
      case null, default -> throw unfit(value);
    };
  }

  private Scalar scalar(Object value) {
    return switch (value) {
      case Scalar scalar -> scalar;
      case Long number -> Scalar.of(number);
      case Double number -> Scalar.of(number);
      case Boolean flag -> Scalar.of(flag);
      case String text -> Scalar.of(Numbers.real(text));
      case null, default -> throw unfit(value);
    };
  }

  private Tensor tensor(Object value) {
    return value instanceof Tensor tensor ? tensor : refuse(value);
  }

  private Tensor tensorOrNone(Object value) {
    return value == null ? null : tensor(value);
  }

  private Tensor refuse(Object value) {
    throw unfit(value);
  }

  private Disagreement unfit(Object value) {
    return new Disagreement("schema", argument, "the vector's value " + value);
  }
}
