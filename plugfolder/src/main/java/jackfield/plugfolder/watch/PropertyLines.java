package jackfield.plugfolder.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads settings from lines {@code key = value}, as {@link java.util.Properties} does: comments
 * begin with # or !, a backslash at the end continues the line, blanks at the end of a line belong
 * to the value, and escapes are Java's. Unlike there, a repeated key, a key without a value and an
 * unknown escape are faults. <code>${name}</code> is replaced by a property of the framework. The
 * message on a faulty escape does not show the value, which may be a password.
 */
final class PropertyLines {
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|([tnrf]|[^\\p{Alnum}]))");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}$]*)\\}");

  private final String[] lines;
  private final Function<String, String> properties;
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private int next; // index of the next line, from 0

  private PropertyLines(String text, Function<String, String> properties) {
    this.lines = text.split("\r\n|\r|\n", -1);
    this.properties = properties;
  }

  /** Reads {@code text}; {@code properties} gives the framework's properties, null for none. */
  static Map<String, Object> read(String text, Function<String, String> properties)
      throws SettingsFault {
    PropertyLines reader = new PropertyLines(text, properties);
    while (reader.next < reader.lines.length) {
      reader.readEntry();
    }
    return reader.settings;
  }

  private void readEntry() throws SettingsFault {
    int number = next + 1;
    String line = lines[next++].stripLeading();
    if (line.isEmpty() || line.startsWith("#") || line.startsWith("!")) {
      return;
    }
    line = continued(line, number);
    int end = endOfKey(line);
    String key = unescaped(number, "the key", line.substring(0, end));
    if (key.isEmpty()) {
      throw new SettingsFault(number, 0, "it is no key = value, since the key is missing");
    }
    String rest = line.substring(end).stripLeading();
    boolean isMarked = rest.startsWith("=") || rest.startsWith(":");
    String text = isMarked ? rest.substring(1).stripLeading() : rest;
    String value = substituted(number, key, unescaped(number, "key '" + key + "'", text));
    if (value.isBlank()) {
      throw new SettingsFault(number, 0, "key '" + key + "' has no value");
    }
    if (settings.putIfAbsent(key, value) != null) {
      throw new SettingsFault(number, 0, "key '" + key + "' is given twice");
    }
  }

  private String continued(String line, int number) throws SettingsFault {
    StringBuilder whole = new StringBuilder(line);
    while (isContinued(whole)) {
      if (next == lines.length) {
        throw new SettingsFault(number, 0, "it ends with a backslash, and no line follows");
      }
      whole.setLength(whole.length() - 1);
      whole.append(lines[next++].stripLeading());
    }
    return whole.toString();
  }

  // An even number of backslashes consists of escaped backslashes only.
  private static boolean isContinued(CharSequence line) {
    int start = line.length();
    while (start > 0 && line.charAt(start - 1) == '\\') {
      start--;
    }
    return (line.length() - start) % 2 == 1;
  }

  private static int endOfKey(String line) {
    int end = 0;
    while (end < line.length() && "=: \t\f".indexOf(line.charAt(end)) < 0) {
      end += line.charAt(end) == '\\' ? 2 : 1;
    }
    return Math.min(end, line.length());
  }

  private static String unescaped(int line, String what, String text) throws SettingsFault {
    StringBuilder plain = new StringBuilder();
    Matcher escape = ESCAPE.matcher(text);
    int from = 0;
    for (int at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
      if (!escape.region(at, text.length()).lookingAt()) {
        throw new SettingsFault(
            line,
            0,
            "%s: the backslash at character %d begins no escape; for a backslash write two"
                .formatted(what, at + 1));
      }
      plain.append(text, from, at).append(character(escape));
      from = escape.end();
    }
    return plain.append(text.substring(from)).toString();
  }

  private static char character(Matcher escape) {
    if (escape.group(1) != null) {
      return (char) Integer.parseInt(escape.group(1), 16);
    }
    return switch (escape.group(2).charAt(0)) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      default -> escape.group(2).charAt(0);
    };
  }

  private String substituted(int line, String key, String text) throws SettingsFault {
    StringBuilder whole = new StringBuilder();
    Matcher variable = VARIABLE.matcher(text);
    while (variable.find()) {
      String name = variable.group(1);
      String value =
          Optional.ofNullable(properties.apply(name))
              .orElseThrow(
                  () -> new SettingsFault(line, 0, "key '" + key + "': no property " + name));
      variable.appendReplacement(whole, Matcher.quoteReplacement(value));
    }
    return variable.appendTail(whole).toString();
  }
}
