package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.schema.SchemaMismatch;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The arguments and results of boxed calls. Objects and raw 64-bit values are kept in separate
 * arrays, so no number is boxed. Positions count from the bottom; {@code fromTop(n, i)} is argument
 * {@code i} of {@code n}.
 *
 * <p>Each position holds a tensor, a list, a {@link Scalar}, a string or another object, {@code
 * null} for none, or a number with its {@link Kind}.
 *
 * <p><em>Errors</em>: a method that reads a value throws {@link ValueMismatch} if the position has
 * one of another type. A position outside of the stack is not detected in any case: it may be read
 * as none, or throw {@link IndexOutOfBoundsException}.
 *
 * <p><em>Threads</em>: belongs to one thread.
 */
public final class Stack {
  /** The kind of a number at a position. */
  public enum Kind {
    /** A 64-bit integer. */
    INT,
    /** A float. */
    FLOAT,
    /** A boolean. */
    BOOL
  }

  private static final int FIRST_LENGTH = 16;
  private static final int USES = 4096;

  private Object[] objects = new Object[FIRST_LENGTH];
  private long[] numbers = new long[FIRST_LENGTH];
  private int size;
  private int usesLeft = USES;
  private final DispatchContext owner; // null unless it is a thread's own stack

  /** Creates an empty stack. */
  public Stack() {
    this(null);
  }

  private Stack(DispatchContext owner) {
    this.owner = owner;
  }

  /** Returns the calling thread's stack for boxed calls. */
  public static Stack current() {
    DispatchContext context = DispatchContext.current();
    Stack own = (Stack) context.stack();
    if (own == null) {
      own = new Stack(context);
      context.setStack(own);
    }
    return own;
  }

  /** Returns the context of the thread that uses this stack. */
  DispatchContext context() {
    return owner != null ? owner : DispatchContext.current();
  }

  /** Returns the number of values. */
  public int size() {
    return size;
  }

  /** Returns the position of argument {@code index} of the {@code count} topmost values. */
  public int fromTop(int count, int index) {
    return size - count + index;
  }

  /** Pushes an object: a tensor, a list, a string, {@code null} for none. */
  public Stack push(Object value) {
    int position = room();
    objects[position] = value;
    return this;
  }

  /** Pushes an integer. */
  public Stack pushLong(long value) {
    int position = room();
    objects[position] = Kind.INT;
    numbers[position] = value;
    return this;
  }

  /** Pushes a float. */
  public Stack pushDouble(double value) {
    int position = room();
    objects[position] = Kind.FLOAT;
    numbers[position] = Double.doubleToRawLongBits(value);
    return this;
  }

  /** Pushes a boolean. */
  public Stack pushBoolean(boolean value) {
    int position = room();
    objects[position] = Kind.BOOL;
    numbers[position] = value ? 1 : 0;
    return this;
  }

  /** Pushes an integer, or none for {@code null}. */
  public Stack pushOptionalLong(Long value) {
    return value == null ? push(null) : pushLong(value);
  }

  /** Pushes a float, or none for {@code null}. */
  public Stack pushOptionalDouble(Double value) {
    return value == null ? push(null) : pushDouble(value);
  }

  /** Pushes a boolean, or none for {@code null}. */
  public Stack pushOptionalBoolean(Boolean value) {
    return value == null ? push(null) : pushBoolean(value);
  }

  private int room() {
    if (size == objects.length) {
      objects = Arrays.copyOf(objects, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    return size++;
  }

  /**
   * Removes the {@code count} topmost values.
   *
   * @throws InvalidArgument if there are fewer, or {@code count} is negative
   */
  public void drop(int count) {
    int bottom = size - count;
    if (count < 0) { // a constant for most callers
      throw outside("drop", "count", count);
    }
    try {
      clear(bottom, count);
    } catch (IndexOutOfBoundsException _) { // no test at each call
      throw outside("drop", "count", count);
    }
    size = bottom;
    if (bottom == 0 && --usesLeft == 0) {
      renew();
    }
  }

  /**
   * Removes all values from {@code bottom} on: a kernel's results, or the rest of a failed call. If
   * there are fewer, since a kernel removed too many, {@code null} takes their places.
   *
   * @throws InvalidArgument if {@code bottom} is negative, or beyond what the stack has room for
   */
  public void cut(int bottom) {
    int count = size - bottom;
    try {
      if (count == 1) {
        objects[bottom] = null; // the common case
      } else if (bottom >= 0 && bottom <= objects.length) {
        clear(bottom, count);
      } else {
        throw outside("cut", "bottom", bottom);
      }
    } catch (IndexOutOfBoundsException _) {
      throw outside("cut", "bottom", bottom);
    }
    size = bottom;
    if (bottom == 0 && --usesLeft == 0) {
      renew();
    }
  }

  private InvalidArgument outside(String method, String argument, int given) {
    return new InvalidArgument(
        "Stack." + method,
        argument,
        "%d is outside of the stack, which has %d values; remove only what was pushed"
            .formatted(given, size));
  }

  /**
   * Requires that a boxed kernel has replaced its arguments, which began at {@code bottom}, by as
   * many results as its operator has.
   *
   * @throws SchemaMismatch if it left another number of values
   */
  public void requireResults(Operator operator, int bottom, int count) {
    if (size - bottom != count) {
      throw miscounted(operator, size - bottom, count);
    }
  }

  private static SchemaMismatch miscounted(Operator operator, int found, int count) {
    return new SchemaMismatch(
        operator.name().toString(),
        counted(count, "result"),
        found < 0
            ? counted(-found, "value") + " fewer than before its arguments were pushed"
            : counted(found, "value") + " on the stack",
        "a boxed kernel left another number of results than its operator has");
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  // A stack lives as long as its thread. With G1, each store of a reference into an array that has
  // been promoted costs a fence, 10 ns; an array that is replaced now and then is never promoted.
  private void renew() {
    usesLeft = USES;
    objects = new Object[objects.length];
  }

  /**
   * Replaces the {@code count} topmost values by an object: a kernel's arguments by its result.
   *
   * @throws InvalidArgument if there are fewer, or {@code count} is negative
   */
  public void replace(int count, Object result) {
    if (count == 0) {
      push(result);
      return;
    }
    if (count < 0) { // a constant for most callers
      throw outside("replace", "count", count);
    }
    int bottom = size - count;
    try {
      objects[bottom] = result;
    } catch (IndexOutOfBoundsException _) { // no test at each call
      throw outside("replace", "count", count);
    }
    clear(bottom + 1, count - 1);
    size = bottom + 1;
  }

  /** Clears {@code count} objects; without a loop for small counts, which most operators have. */
  private void clear(int from, int count) {
    Object[] all = objects;
    if (count > 4) {
      Arrays.fill(all, from, from + count, null);
      return;
    }
    if (count > 0) {
      all[from] = null;
    }
    if (count > 1) {
      all[from + 1] = null;
    }
    if (count > 2) {
      all[from + 2] = null;
    }
    if (count > 3) {
      all[from + 3] = null;
    }
  }

  /** Returns whether {@code position} holds {@code null}. */
  public boolean isNone(int position) {
    return objects[position] == null;
  }

  /**
   * Returns {@code position} after a check, for an argument that is not optional.
   *
   * @param type the type of the argument, as schemas write it
   * @throws ValueMismatch if there is no value
   */
  public int required(int position, String type) {
    if (objects[position] == null) {
      wrong(position, type);
    }
    return position;
  }

  /** Returns the tensor at {@code position}, {@code null} for none. */
  public Tensor tensor(int position) {
    Object value = objects[position];
    return value instanceof Tensor tensor
        ? tensor
        : value == null ? null : wrong(position, "Tensor");
  }

  /** Returns the integer at {@code position}; a boolean counts as 0 or 1. */
  public long longAt(int position) {
    return switch (objects[position]) {
      case Kind.INT, Kind.BOOL -> numbers[position];
      case Scalar scalar -> scalar.toLong();
      case null, default -> wrong(position, "int");
    };
  }

  /** Returns the float at {@code position}; an integer is converted. */
  public double doubleAt(int position) {
    return switch (objects[position]) {
      case Kind.FLOAT -> Double.longBitsToDouble(numbers[position]);
      case Kind.INT, Kind.BOOL -> (double) numbers[position];
      case Scalar scalar -> scalar.toDouble();
      case null, default -> wrong(position, "float");
    };
  }

  /** Returns the boolean at {@code position}. */
  public boolean booleanAt(int position) {
    return switch (objects[position]) {
      case Kind.BOOL, Kind.INT -> numbers[position] != 0;
      case null, default -> wrong(position, "bool");
    };
  }

  /** Returns the number at {@code position}, {@code null} for none. */
  public Scalar scalar(int position) {
    return switch (objects[position]) {
      case null -> null;
      case Scalar scalar -> scalar;
      case Kind.INT -> Scalar.of(numbers[position]);
      case Kind.BOOL -> Scalar.of(numbers[position] != 0);
      case Kind.FLOAT -> Scalar.of(Double.longBitsToDouble(numbers[position]));
      default -> wrong(position, "Scalar");
    };
  }

  /** Returns the integer at {@code position}, {@code null} for none. */
  public Long optionalLong(int position) {
    return isNone(position) ? null : (Long) longAt(position);
  }

  /** Returns the float at {@code position}, {@code null} for none. */
  public Double optionalDouble(int position) {
    return isNone(position) ? null : (Double) doubleAt(position);
  }

  /** Returns the boolean at {@code position}, {@code null} for none. */
  public Boolean optionalBoolean(int position) {
    return isNone(position) ? null : (Boolean) booleanAt(position);
  }

  /** Returns the tensors of the list at {@code position}, {@code null} for none. */
  public Tensor[] tensors(int position) {
    Object value = objects[position];
    Tensor[] tensors = value instanceof Tensor[] given ? given : StackedLists.tensors(value);
    return tensors == null && value != null ? wrong(position, "Tensor[]") : tensors;
  }

  /**
   * Returns the tensors of the list at {@code position}.
   *
   * @throws ValueMismatch if there is no list, or one of its elements is {@code null}
   */
  public Tensor[] requiredTensors(int position) {
    Tensor[] tensors = tensors(required(position, "Tensor[]"));
    for (Tensor tensor : tensors) {
      if (tensor == null) {
        return wrong(position, "Tensor[]");
      }
    }
    return tensors;
  }

  /**
   * Returns the integers of the list at {@code position}, {@code null} for none; a single integer
   * is a list of one.
   */
  public long[] longs(int position) {
    Object value = objects[position];
    if (value == Kind.INT) {
      return new long[] {numbers[position]};
    }
    long[] integers = value instanceof long[] given ? given : StackedLists.longs(value);
    return integers == null && value != null ? wrong(position, "int[]") : integers;
  }

  /** Returns the floats of the list at {@code position}, {@code null} for none. */
  public double[] doubles(int position) {
    Object value = objects[position];
    double[] floats = value instanceof double[] given ? given : StackedLists.doubles(value);
    return floats == null && value != null ? wrong(position, "float[]") : floats;
  }

  /** Returns the booleans of the list at {@code position}, {@code null} for none. */
  public boolean[] booleans(int position) {
    Object value = objects[position];
    boolean[] truths = value instanceof boolean[] given ? given : StackedLists.booleans(value);
    return truths == null && value != null ? wrong(position, "bool[]") : truths;
  }

  /** Returns the numbers of the list at {@code position}, {@code null} for none. */
  public Scalar[] scalars(int position) {
    Object value = objects[position];
    Scalar[] numbers = value instanceof Scalar[] given ? given : StackedLists.scalars(value);
    return numbers == null && value != null ? wrong(position, "Scalar[]") : numbers;
  }

  /** Returns the string at {@code position}, {@code null} for none. */
  public String string(int position) {
    return object(position, String.class);
  }

  /**
   * Returns the element type at {@code position}, {@code null} for none; its number is accepted
   * too.
   */
  public DType dtype(int position) {
    return objects[position] == Kind.INT
        ? DType.ofNumber(numbers[position])
        : object(position, DType.class);
  }

  /** Returns the layout at {@code position}, {@code null} for none; its number is accepted too. */
  public Layout layout(int position) {
    return objects[position] == Kind.INT
        ? Layout.ofNumber(numbers[position])
        : object(position, Layout.class);
  }

  /**
   * Returns the memory format at {@code position}, {@code null} for none; its number is accepted
   * too.
   */
  public MemoryFormat memoryFormat(int position) {
    return objects[position] == Kind.INT
        ? MemoryFormat.ofNumber(numbers[position])
        : object(position, MemoryFormat.class);
  }

  /** Returns the device at {@code position}, {@code null} for none; its name is accepted too. */
  public Device device(int position) {
    return objects[position] instanceof String name
        ? Device.parse(name)
        : object(position, Device.class);
  }

  /** Returns the generator at {@code position}, {@code null} for none. */
  public Generator generator(int position) {
    return object(position, Generator.class);
  }

  /**
   * Returns the object at {@code position}, {@code null} for none.
   *
   * @throws ValueMismatch if it is of another type
   */
  public <T> T object(int position, Class<T> type) {
    Object value = objects[position];
    return value == null || type.isInstance(value)
        ? type.cast(value)
        : wrong(position, type.getSimpleName());
  }

  /**
   * Pushes a value that {@link #value} returned: a boxed integer, float or boolean as a number,
   * anything else unchanged.
   */
  public Stack pushValue(Object value) {
    return switch (value) {
      case Long integer -> pushLong(integer);
      case Double number -> pushDouble(number);
      case Boolean truth -> pushBoolean(truth);
      case null, default -> push(value);
    };
  }

  /** Returns the value at {@code position} as an object, numbers boxed; for display and tests. */
  public Object value(int position) {
    return switch (objects[position]) {
      case Kind.INT -> (Object) numbers[position];
      case Kind.FLOAT -> Double.longBitsToDouble(numbers[position]);
      case Kind.BOOL -> numbers[position] != 0;
      case null, default -> objects[position];
    };
  }

  /** Returns the union of the raw key sets of the tensors in the value at {@code position}. */
  public long keys(int position) {
    Object value = objects[position];
    return value instanceof Tensor tensor ? tensor.keyBits() : StackedLists.keys(value);
  }

  private <T> T wrong(int position, String expected) {
    throw new ValueMismatch(position, expected, value(position));
  }
}
