package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The arguments and results of boxed calls: objects beside raw 64-bit values, so that no number is
 * boxed. Positions count from the bottom; {@code fromTop(n, i)} is argument {@code i} of {@code n}.
 *
 * <p>Each place holds a tensor, a list, a {@link Scalar}, a string or another object, {@code null}
 * for none, or a number with its {@link Kind}.
 *
 * <p><em>Threads</em>: belongs to one thread.
 */
public final class Stack {
  /** What a place holds that is not an object. */
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
  private final DispatchContext owner; // null unless it is a thread's own

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

  /** Returns the context of the thread that uses this. */
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
    int place = room();
    objects[place] = value;
    return this;
  }

  /** Pushes an integer. */
  public Stack pushLong(long value) {
    int place = room();
    objects[place] = Kind.INT;
    numbers[place] = value;
    return this;
  }

  /** Pushes a float. */
  public Stack pushDouble(double value) {
    int place = room();
    objects[place] = Kind.FLOAT;
    numbers[place] = Double.doubleToRawLongBits(value);
    return this;
  }

  /** Pushes a boolean. */
  public Stack pushBoolean(boolean value) {
    int place = room();
    objects[place] = Kind.BOOL;
    numbers[place] = value ? 1 : 0;
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

  /** Removes the {@code count} topmost values. */
  public void drop(int count) {
    int bottom = size - count;
    clear(bottom, count);
    size = bottom;
    if (bottom == 0 && --usesLeft == 0) {
      renew();
    }
  }

  /** Removes all values from {@code bottom} on: a kernel's results, or what a failed one left. */
  public void cut(int bottom) {
    int count = size - bottom;
    if (count == 1) {
      objects[bottom] = null; // as nearly always
    } else {
      clear(bottom, count);
    }
    size = bottom;
    if (bottom == 0 && --usesLeft == 0) {
      renew();
    }
  }

  // A stack lives as long as its thread. With G1, each store of a reference into an array that has
  // been promoted costs a fence, 10 ns; an array that is replaced now and then is never promoted.
  private void renew() {
    usesLeft = USES;
    objects = new Object[objects.length];
  }

  /** Replaces the {@code count} topmost values by an object: a kernel's arguments by its result. */
  public void replace(int count, Object result) {
    if (count == 0) {
      push(result);
      return;
    }
    int bottom = size - count;
    objects[bottom] = result;
    clear(bottom + 1, count - 1);
    size = bottom + 1;
  }

  /** Forgets {@code count} objects; without a loop for the few that most operators take. */
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

  /** Returns whether there is no value at {@code place} but none. */
  public boolean isNone(int place) {
    return objects[place] == null;
  }

  /**
   * Returns {@code place}, for an argument that is not optional.
   *
   * @param type of the argument, as schemas write it
   * @throws ValueMismatch if there is no value
   */
  public int required(int place, String type) {
    if (objects[place] == null) {
      wrong(place, type);
    }
    return place;
  }

  /** Returns the tensor at {@code place}, {@code null} for none. */
  public Tensor tensor(int place) {
    Object value = objects[place];
    return value instanceof Tensor tensor ? tensor : value == null ? null : wrong(place, "Tensor");
  }

  /** Returns the integer at {@code place}; a boolean counts as 0 or 1. */
  public long longAt(int place) {
    return switch (objects[place]) {
      case Kind.INT, Kind.BOOL -> numbers[place];
      case Scalar scalar -> scalar.toLong();
      case null, default -> wrong(place, "int");
    };
  }

  /** Returns the float at {@code place}; an integer is converted. */
  public double doubleAt(int place) {
    return switch (objects[place]) {
      case Kind.FLOAT -> Double.longBitsToDouble(numbers[place]);
      case Kind.INT, Kind.BOOL -> (double) numbers[place];
      case Scalar scalar -> scalar.toDouble();
      case null, default -> wrong(place, "float");
    };
  }

  /** Returns the boolean at {@code place}. */
  public boolean booleanAt(int place) {
    return switch (objects[place]) {
      case Kind.BOOL, Kind.INT -> numbers[place] != 0;
      case null, default -> wrong(place, "bool");
    };
  }

  /** Returns the number at {@code place}, {@code null} for none. */
  public Scalar scalar(int place) {
    return switch (objects[place]) {
      case null -> null;
      case Scalar scalar -> scalar;
      case Kind.INT -> Scalar.of(numbers[place]);
      case Kind.BOOL -> Scalar.of(numbers[place] != 0);
      case Kind.FLOAT -> Scalar.of(Double.longBitsToDouble(numbers[place]));
      default -> wrong(place, "Scalar");
    };
  }

  /** Returns the integer at {@code place}, {@code null} for none. */
  public Long optionalLong(int place) {
    return isNone(place) ? null : (Long) longAt(place);
  }

  /** Returns the float at {@code place}, {@code null} for none. */
  public Double optionalDouble(int place) {
    return isNone(place) ? null : (Double) doubleAt(place);
  }

  /** Returns the boolean at {@code place}, {@code null} for none. */
  public Boolean optionalBoolean(int place) {
    return isNone(place) ? null : (Boolean) booleanAt(place);
  }

  /** Returns the tensors of the list at {@code place}, {@code null} for none. */
  public Tensor[] tensors(int place) {
    Object value = objects[place];
    Tensor[] tensors = value instanceof Tensor[] given ? given : StackedLists.tensors(value);
    return tensors == null && value != null ? wrong(place, "Tensor[]") : tensors;
  }

  /**
   * Returns the tensors of the list at {@code place}.
   *
   * @throws ValueMismatch if there is no list, or there is one with an element that is none
   */
  public Tensor[] requiredTensors(int place) {
    Tensor[] tensors = tensors(required(place, "Tensor[]"));
    for (Tensor tensor : tensors) {
      if (tensor == null) {
        return wrong(place, "Tensor[]");
      }
    }
    return tensors;
  }

  /** Returns the integers of the list at {@code place}, {@code null} for none; one alone counts. */
  public long[] longs(int place) {
    Object value = objects[place];
    if (value == Kind.INT) {
      return new long[] {numbers[place]};
    }
    long[] integers = value instanceof long[] given ? given : StackedLists.longs(value);
    return integers == null && value != null ? wrong(place, "int[]") : integers;
  }

  /** Returns the floats of the list at {@code place}, {@code null} for none. */
  public double[] doubles(int place) {
    Object value = objects[place];
    double[] floats = value instanceof double[] given ? given : StackedLists.doubles(value);
    return floats == null && value != null ? wrong(place, "float[]") : floats;
  }

  /** Returns the booleans of the list at {@code place}, {@code null} for none. */
  public boolean[] booleans(int place) {
    Object value = objects[place];
    boolean[] truths = value instanceof boolean[] given ? given : StackedLists.booleans(value);
    return truths == null && value != null ? wrong(place, "bool[]") : truths;
  }

  /** Returns the string at {@code place}, {@code null} for none. */
  public String string(int place) {
    return object(place, String.class);
  }

  /** Returns the element type at {@code place}, {@code null} for none; its number counts. */
  public DType dtype(int place) {
    return objects[place] == Kind.INT ? DType.ofNumber(numbers[place]) : object(place, DType.class);
  }

  /** Returns the layout at {@code place}, {@code null} for none; its number counts. */
  public Layout layout(int place) {
    return objects[place] == Kind.INT
        ? Layout.ofNumber(numbers[place])
        : object(place, Layout.class);
  }

  /** Returns the memory format at {@code place}, {@code null} for none; its number counts. */
  public MemoryFormat memoryFormat(int place) {
    return objects[place] == Kind.INT
        ? MemoryFormat.ofNumber(numbers[place])
        : object(place, MemoryFormat.class);
  }

  /** Returns the device at {@code place}, {@code null} for none; its name counts. */
  public Device device(int place) {
    return objects[place] instanceof String name ? Device.parse(name) : object(place, Device.class);
  }

  /** Returns the generator at {@code place}, {@code null} for none. */
  public Generator generator(int place) {
    return object(place, Generator.class);
  }

  /**
   * Returns the object at {@code place}, {@code null} for none.
   *
   * @throws ValueMismatch if it is of another type
   */
  public <T> T object(int place, Class<T> type) {
    Object value = objects[place];
    return value == null || type.isInstance(value)
        ? type.cast(value)
        : wrong(place, type.getSimpleName());
  }

  /**
   * Pushes a value that {@link #value} gave: a boxed integer, float or boolean as a number,
   * anything else as it is.
   */
  public Stack pushValue(Object value) {
    return switch (value) {
      case Long integer -> pushLong(integer);
      case Double number -> pushDouble(number);
      case Boolean truth -> pushBoolean(truth);
      case null, default -> push(value);
    };
  }

  /** Returns the value at {@code place} as an object, numbers boxed; for people and tests. */
  public Object value(int place) {
    return switch (objects[place]) {
      case Kind.INT -> (Object) numbers[place];
      case Kind.FLOAT -> Double.longBitsToDouble(numbers[place]);
      case Kind.BOOL -> numbers[place] != 0;
      case null, default -> objects[place];
    };
  }

  /** Returns the union of the raw key sets of the tensors in the value at {@code place}. */
  public long keys(int place) {
    Object value = objects[place];
    return value instanceof Tensor tensor ? tensor.keyBits() : StackedLists.keys(value);
  }

  private <T> T wrong(int place, String expected) {
    throw new ValueMismatch(place, expected, value(place));
  }
}
