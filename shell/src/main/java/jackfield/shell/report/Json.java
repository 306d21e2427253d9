package jackfield.shell.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;

/** Writes reports as JSON. */
public final class Json {
  /** The flag for JSON. */
  public static final String FLAG = "--json";

  public static final String SAYS = "print JSON instead of text";

  private Json() {}

  /** Returns the report itself, or its JSON if {@code isAsked}. */
  public static Object unless(boolean isAsked, Report report) {
    return isAsked ? text(report.json()) : report;
  }

  /** Returns a list, map or record of plain values as JSON with one element a line. */
  public static String text(Object value) {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
    ObjectWriter writer = new ObjectMapper().writer(printer);
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException impossible) { // reports hold plain values only
      throw new IllegalStateException("no JSON of " + value.getClass(), impossible);
    }
  }
}
