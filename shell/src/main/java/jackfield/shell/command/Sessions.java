package jackfield.shell.command;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import org.apache.felix.gogo.runtime.CommandNotFoundException;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.BundleContext;

/** Gogo sessions as both verbs want them. */
public final class Sessions {
  /** Set by the command {@code exit}; whoever feeds the session lines stops then. */
  public static final String LEAVE = ".jackfield.leave";

  // Where a bare command name is looked up, first scope first.
  private static final String SCOPES = "jackfield:felix:gogo:*";

  private Sessions() {}

  /** Opens a session in which {@code $dist} is the folder with the bundles that may be plugged. */
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

  /** Executes a line and gives what a person reads of its result; empty if there is none. */
  public static String execute(CommandSession session, CharSequence line) throws Exception {
    Object result = session.execute(line);
    return result == null
        ? ""
        : session.format(result, Converter.INSPECT).toString().stripTrailing();
  }

  /** What a person reads of a failure: its message, or its type where it has none. */
  public static String explain(Throwable failure) {
    if (failure instanceof InvocationTargetException wrapped && wrapped.getCause() != null) {
      return explain(wrapped.getCause()); // Gogo calls commands by reflection
    }
    if (failure instanceof CommandNotFoundException unknown) {
      return "no command '" + unknown.getCommand() + "' · try help, which lists them";
    }
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.toString() : message;
  }
}
