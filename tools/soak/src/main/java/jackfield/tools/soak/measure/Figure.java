package jackfield.tools.soak.measure;

import java.util.Locale;

/**
 * A figure that was measured.
 *
 * @param name its name, such as {@code commit.bundle.warm}
 * @param value how much
 * @param unit of what
 * @param target what it should be at most; 0 where it is only stated
 */
public record Figure(String name, double value, String unit, double target) {
  /** Returns a line for people. */
  public String text() {
    String wanted = target > 0 ? String.format(Locale.ROOT, "at most %,.1f", target) : "";
    return String.format(Locale.ROOT, "%-28s %,12.2f %-6s %s", name, value, unit, wanted).strip();
  }

  /** Returns a line for programs. */
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
