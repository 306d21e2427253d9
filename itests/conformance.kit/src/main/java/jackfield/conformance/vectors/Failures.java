package jackfield.conformance.vectors;

import jackfield.conformance.value.Disagreement;
import jackfield.error.InvalidArgument;
import jackfield.error.JackfieldException;
import jackfield.kernel.NoKernel;
import jackfield.kernel.ValueMismatch;
import jackfield.key.DispatchKey;
import jackfield.schema.SchemaMismatch;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.TypeMismatch;
import java.util.function.Supplier;

/**
 * Decides which throwables count as an operator's rejection of its arguments, and describes all
 * others.
 */
public final class Failures {
  private Failures() {}

  /**
   * Returns whether the operator rejected its arguments. A missing kernel or feature is no
   * rejection, unless the kernel is missing because no tensor was given.
   */
  public static boolean isRefusal(JackfieldException thrown) {
    return switch (thrown) {
      case AutogradMisuse _,
          InvalidArgument _,
          SchemaMismatch _,
          ShapeMismatch _,
          TypeMismatch _,
          ValueMismatch _ ->
          true;
      case NoKernel missing -> missing.key() == DispatchKey.UNDEFINED;
      default -> false;
    };
  }

  /** Runs {@code action}, which succeeds according to the vector. */
  public static <T> T unlessThrown(String where, String expected, Supplier<T> action) {
    try {
      return action.get();
    } catch (Disagreement difference) {
      throw difference;
    } catch (RuntimeException | StackOverflowError | LinkageError thrown) {
      throw new Disagreement(where, expected, describe(thrown));
    }
  }

  /** Runs {@code action}, which throws according to the vector, and returns its error. */
  public static JackfieldException refusal(String where, String expected, Supplier<String> action) {
    String found;
    try {
      found = action.get();
    } catch (JackfieldException thrown) {
      if (isRefusal(thrown)) {
        return thrown;
      }
      found = describe(thrown);
    } catch (Disagreement difference) {
      throw difference;
    } catch (RuntimeException | StackOverflowError | LinkageError thrown) {
      found = describe(thrown);
    }
    throw new Disagreement(where, expected, found);
  }

  /** Returns the type, the first line of the message and, for an untyped error, the source line. */
  public static String describe(Throwable thrown) {
    String text = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    StackTraceElement[] trace = thrown.getStackTrace();
    String source =
        thrown instanceof JackfieldException || trace.length == 0
            ? ""
            : " at " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
    return thrown.getClass().getSimpleName() + source + ": " + text;
  }
}
