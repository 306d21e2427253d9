package jackfield.tools.soak.measure;

import java.util.Locale;

/**
 * A measured figure.
 *
 * @param name its name, such as {@code commit.bundle.warm}
 * @param value the value
 * @param unit the unit of the value
 * @param target the largest value that is acceptable; 0 if there is no target
 */
public record Figure(String name, double value, String unit, double target) {
  /** Returns a line of readable text. */
  public String text() {
    String wanted = target > 0 ? String.format(Locale.ROOT, "at most %,.1f", target) : "";
    return String.format(Locale.ROOT, "%-28s %,12.2f %-6s %s", name, value, unit, wanted).strip();
  }

  /** Returns a line of JSON. */
  public String json() {
    return String.format(
        Locale.ROOT,
        "{\"case\":\"%s\",\"value\":%.3f,\"unit\":\"%s\",\"target\":%.3f}",
        name,
        value,
        unit,
        target);
  }
}
