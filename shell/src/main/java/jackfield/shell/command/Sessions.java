package jackfield.shell.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.felix.gogo.runtime.Closure;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.BundleContext;

/** Opens Gogo sessions for both verbs. */
public final class Sessions {
  /** The variable that the command {@code exit} sets to end the loop over the lines. */
  public static final String LEAVE = ".jackfield.leave";

  // A function from a question to whether the user agrees; only a session with a terminal has one.
  private static final String ASK = ".jackfield.ask";

  // The scopes of a command name without scope, in the order of the search.
  private static final String SCOPES = "jackfield:felix:gogo:*";

  private Sessions() {}

  /** Opens a session in which {@code $dist} is the folder of the bundles that can be plugged. */
  public static CommandSession open(
      BundleContext context, CommandProcessor processor, InputStream in, OutputStream out) {
    CommandSession session = open(processor, in, out);
    session.put("dist", context.getProperty("jackfield.dist"));
    return session;
  }

  public static CommandSession open(CommandProcessor processor, InputStream in, OutputStream out) {
    CommandSession session = processor.createSession(in, out, out);
    session.put("SCOPE", SCOPES);
    return session;
  }

  /**
   * Executes a line and returns its result as text; empty without a result.
   *
   * @throws Misuse if a command does not exist or takes other arguments
   */
  public static String execute(CommandSession session, CharSequence line) throws Exception {
    Object result = call(session, line.toString());
    return result == null
        ? ""
        : session.format(result, Converter.INSPECT).toString().stripTrailing();
  }

  /** Lets commands of this session ask the user. */
  public static void answerWith(CommandSession session, Predicate<String> ask) {
    session.put(ASK, ask);
  }

  /** Asks the user; empty without a terminal, as in a script. */
  @SuppressWarnings("unchecked") // only answerWith sets the variable
  static Optional<Boolean> ask(CommandSession session, String question) {
    return Optional.ofNullable((Predicate<String>) session.get(ASK)).map(ask -> ask.test(question));
  }

  private static Object call(CommandSession session, String line) throws Exception {
    Usages usages = new Usages(session);
    usages.check(line);
    try {
      return session.execute(line);
    } catch (IllegalArgumentException | IOException failure) {
      throw usages.explain(line, failure);
    } catch (NullPointerException failure) {
      throw isOfList(failure) ? Misuse.listOfNull(line) : usages.explainNull(line, failure);
    } catch (SyntaxError failure) {
      throw failure instanceof EOFError ? failure : Misuse.unexpected(line, failure);
    }
  }

  /** Returns whether Gogo failed while it read a list: it takes the class of the first element. */
  private static boolean isOfList(NullPointerException failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0
        && trace[0].getClassName().equals(Closure.class.getName())
        && trace[0].getMethodName().equals("array");
  }

  /** Returns the text of a failure for users: its message, or its type without one. */
  public static String explain(Throwable failure) {
    if (failure instanceof InvocationTargetException wrapped && wrapped.getCause() != null) {
      return explain(wrapped.getCause()); // Gogo calls commands by reflection
    }
    if (isUnfinished(failure)) {
      return unfinished("", 1);
    }
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.toString() : message;
  }

  /** Returns whether a command failed since it ends inside of brackets or quotes. */
  public static boolean isUnfinished(Throwable failure) {
    return failure.getCause() instanceof EOFError;
  }

  /**
   * Returns the text about a command that ends inside of brackets or quotes.
   *
   * @param firstLine the number of its first line
   */
  public static String unfinished(String command, int firstLine) {
    return Misuse.unfinished(command, firstLine).getMessage();
  }
}
