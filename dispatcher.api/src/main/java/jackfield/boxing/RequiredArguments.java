package jackfield.boxing;

import jackfield.kernel.Operator;
import jackfield.kernel.ValueMismatch;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The arguments of a failed call that may not be null. Nothing checks for null before a call: a
 * null fails in the dispatch or in a kernel, and the catch block of the call looks for it here.
 *
 * <p>A call passes its arguments in the order of the schema, without numbers and optional ones, and
 * six at most. The forms with a fixed number of arguments keep the bytecode of each call small,
 * because HotSpot counts its catch block when it decides on inlining.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class RequiredArguments {
  /** The number of arguments that a call passes at most. */
  public static final int MOST = 6;

  private RequiredArguments() {}

  /**
   * Ends a failed call of an operator with one required argument.
   *
   * @param inside the epoch that the call found, or 0 if it entered one
   * @param keys the call's raw key set, {@link Operator#NO_KEYS} if the failure came before
   * @throws NullArgument if the call failed because an argument is null
   */
  public static void failed(Operator by, long inside, long keys, Throwable failure, Object a0) {
    end(by, inside, keys, failure, a0);
  }

  /** Ends a failed call with two required arguments. */
  public static void failed(
      Operator by, long inside, long keys, Throwable failure, Object a0, Object a1) {
    end(by, inside, keys, failure, a0, a1);
  }

  /** Ends a failed call with three required arguments. */
  public static void failed(
      Operator by, long inside, long keys, Throwable failure, Object a0, Object a1, Object a2) {
    end(by, inside, keys, failure, a0, a1, a2);
  }

  /** Ends a failed call with four required arguments. */
  public static void failed(
      Operator by,
      long inside,
      long keys,
      Throwable failure,
      Object a0,
      Object a1,
      Object a2,
      Object a3) {
    end(by, inside, keys, failure, a0, a1, a2, a3);
  }

  /** Ends a failed call with five required arguments. */
  public static void failed(
      Operator by,
      long inside,
      long keys,
      Throwable failure,
      Object a0,
      Object a1,
      Object a2,
      Object a3,
      Object a4) {
    end(by, inside, keys, failure, a0, a1, a2, a3, a4);
  }

  /** Ends a failed call with at least six required arguments. */
  public static void failed(
      Operator by,
      long inside,
      long keys,
      Throwable failure,
      Object a0,
      Object a1,
      Object a2,
      Object a3,
      Object a4,
      Object a5) {
    end(by, inside, keys, failure, a0, a1, a2, a3, a4, a5);
  }

  private static void end(
      Operator by, long inside, long keys, Throwable failure, Object... arguments) {
    if (mayComeFromNull(failure)) {
      refuseNull(by, failure, arguments);
    }
    by.failed(inside == 0, keys, failure instanceof NullArgument ? ofKernel(failure) : failure);
  }

  /** Returns the failure of a kernel that passed null to another operator. */
  private static Throwable ofKernel(Throwable inner) {
    return inner.getCause() == null ? inner : inner.getCause();
  }

  private static boolean mayComeFromNull(Throwable failure) {
    return failure instanceof NullPointerException
        || failure instanceof NullArgument // of a call inside the kernel
        || failure instanceof ValueMismatch; // of a boxed kernel
  }

  private static void refuseNull(Operator by, Throwable failure, Object[] arguments) {
    OperatorSchema schema = by.type().schema();
    int[] positions = positions(schema);
    for (int i = 0; i < Math.min(arguments.length, positions.length); i++) {
      if (arguments[i] == null) {
        throw new NullArgument(schema, positions[i], -1, failure);
      }
      int element = nullElement(schema.arguments().get(positions[i] - 1), arguments[i]);
      if (element >= 0) {
        throw new NullArgument(schema, positions[i], element, failure);
      }
    }
  }

  private static int[] positions(OperatorSchema schema) {
    List<SchemaArgument> all = schema.arguments();
    return IntStream.rangeClosed(1, all.size())
        .filter(position -> isRequired(all.get(position - 1).type()))
        .toArray();
  }

  /** Returns whether a value of the type is an object that may not be null. */
  public static boolean isRequired(SchemaType type) {
    boolean isNumber =
        type == Basic.INT || type == Basic.SYM_INT || type == Basic.FLOAT || type == Basic.BOOL;
    return !isNumber && !(type instanceof SchemaType.OptionalOf);
  }

  private static int nullElement(SchemaArgument argument, Object value) {
    boolean mayHoldNull = argument.type() instanceof SchemaType.ListOf(SchemaType.OptionalOf _);
    return value instanceof Object[] elements && !mayHoldNull
        ? Arrays.asList(elements).indexOf(null)
        : -1;
  }
}
