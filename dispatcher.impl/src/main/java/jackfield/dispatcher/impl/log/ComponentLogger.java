package jackfield.dispatcher.impl.log;

import jackfield.error.JackfieldException;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LoggerConsumer;

/**
 * The logger of one component. An error is logged with its stack, as it is. A typed error is a
 * refusal with a text for users: it is logged in one entry without a stack, whose level is debug.
 * If the request that plugs its bundle reports it, it is not logged at all.
 *
 * <p>Warnings of Declarative Services have level debug, and lower levels have level trace: it
 * prints errors only unless asked. It asks for the loggers of a bundle. A logger of no bundle is
 * one that other code took by a name: its warnings are warnings.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class ComponentLogger implements InvocationHandler {
  private static final System.Logger LOG = System.getLogger(ComponentLog.class.getName());
  private static final Pattern PLACE = Pattern.compile("\\{}");

  private final long bundle;
  private final String title;
  private final Level levelOfWarnings;
  private final String name;
  private final Refusals refusals;
  private volatile String refused = ""; // the last refusal; written by threads that log

  /**
   * Creates a logger.
   *
   * @param bundle the bundle's number
   * @param title the bundle's name and version; empty for a logger of no bundle
   * @param name the class of the component
   */
  ComponentLogger(long bundle, String title, String name, Refusals refusals) {
    this.bundle = bundle;
    this.title = title;
    levelOfWarnings = title.isEmpty() ? Level.WARNING : Level.DEBUG;
    this.name = name;
    this.refusals = refusals;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
    String called = method.getName();
    if (method.getDeclaringClass() == Object.class) {
      return switch (called) {
        case "equals" -> proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(proxy);
        default -> name;
      };
    }
    if (called.equals("getName")) {
      return name;
    }
    if (called.startsWith("is")) { // such as isErrorEnabled
      return isEnabled(level(called.substring(2, called.length() - "Enabled".length())));
    }
    log(proxy, level(called), arguments);
    return null;
  }

  private static LogLevel level(String method) {
    return LogLevel.valueOf(method.toUpperCase(Locale.ROOT));
  }

  private boolean isEnabled(LogLevel level) {
    return LOG.isLoggable(systemLevel(level));
  }

  private Level systemLevel(LogLevel level) {
    return switch (level) {
      case AUDIT, ERROR -> Level.ERROR;
      case WARN -> levelOfWarnings;
      case INFO, DEBUG, TRACE -> Level.TRACE;
    };
  }

  @SuppressWarnings("unchecked") // a consumer takes the logger itself
  private void log(Object proxy, LogLevel level, Object[] arguments) throws Exception {
    if (arguments[0] instanceof LoggerConsumer<?> work) {
      if (isEnabled(level)) {
        ((LoggerConsumer<Exception>) work).accept((org.osgi.service.log.Logger) proxy);
      }
      return;
    }
    List<Object> values = new ArrayList<>();
    for (Object argument : Arrays.asList(arguments).subList(1, arguments.length)) {
      values.addAll(
          argument instanceof Object[] rest
              ? Arrays.asList(rest)
              : Collections.singletonList(argument));
    }
    Throwable thrown = null;
    if (!values.isEmpty() && values.getLast() instanceof Throwable) {
      thrown = (Throwable) values.removeLast();
    }
    String format = String.valueOf(arguments[0]);
    boolean isFormatter = proxy instanceof FormatterLogger;
    String text = isFormatter ? formatted(format, values) : filled(format, values);
    log(systemLevel(level), text, thrown);
  }

  private static String formatted(String format, List<Object> values) {
    try {
      return format.formatted(values.toArray());
    } catch (IllegalFormatException _) {
      return format + " " + values; // a log call does not fail
    }
  }

  /** Puts the values in the places {@code {}} of a format. */
  private static String filled(String format, List<Object> values) {
    StringBuilder filled = new StringBuilder();
    Matcher place = PLACE.matcher(format);
    for (Object value : values) {
      if (place.find()) {
        place.appendReplacement(filled, Matcher.quoteReplacement(String.valueOf(value)));
      }
    }
    return place.appendTail(filled).toString();
  }

  private void log(Level level, String text, Throwable thrown) {
    JackfieldException refusal = refusalIn(thrown);
    if (refusal != null) {
      LOG.log(Level.DEBUG, text, thrown);
      tell(level, refusal.getMessage());
    } else if (!refused.isEmpty() && isConsequence(thrown)) {
      LOG.log(Level.DEBUG, text, thrown);
    } else {
      LOG.log(level, text, thrown);
    }
  }

  private void tell(Level level, String refusal) {
    boolean isNew = !refused.equals(refusal);
    refused = refusal;
    if (!refusals.note(bundle, name, refusal) && isNew) {
      String component = title.isEmpty() ? name : title + ": " + name;
      LOG.log(level, component + " cannot be made: " + refusal);
    }
  }

  private static JackfieldException refusalIn(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof JackfieldException refusal) {
        return refusal;
      }
    }
    return null;
  }

  /**
   * Returns whether an error reports again that a class was not initialized. The JVM then has the
   * original error as text only.
   */
  private static boolean isConsequence(Throwable thrown) {
    return thrown instanceof NoClassDefFoundError
        && thrown.getCause() instanceof ExceptionInInitializerError;
  }
}
