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

/** What counts as an operator's refusal, and how anything else that is thrown is told. */
public final class Failures {
  private Failures() {}

  /**
   * Whether the operator refused its arguments; a missing kernel or feature is no refusal, unless
   * the kernel is missing because no tensor was given.
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

  /** Runs {@code action}, which the vector says succeeds. */
  public static <T> T unlessThrown(String where, String expected, Supplier<T> action) {
    try {
      return action.get();
    } catch (Disagreement difference) {
      throw difference;
    } catch (RuntimeException | StackOverflowError | LinkageError thrown) {
      throw new Disagreement(where, expected, describe(thrown));
    }
  }

  /** Runs {@code action}, which the vector says is refused. */
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

  /** The type, the first line of the text and, for an untyped error, the place. */
  public static String describe(Throwable thrown) {
    String text = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    StackTraceElement[] trace = thrown.getStackTrace();
    String place =
        thrown instanceof JackfieldException || trace.length == 0
            ? ""
            : " at " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
    return thrown.getClass().getSimpleName() + place + ": " + text;
  }
}
