package jackfield.shell.report;

import jackfield.spi.Departures.Departure;
import jackfield.spi.Platform.Leaving;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What became of a bundle that left, or is to leave.
 *
 * @param verdict pending, collected, resident or leaked
 * @param millis from the departure until the verdict; while that is pending, until this moment, or
 *     0 if nobody judges
 * @param reason why
 * @param path how its class loader is still reached, a reference a line; empty if it is not known
 */
public record Fate(String verdict, double millis, String reason, List<String> path) {
  private static final String RESIDENT = "resident";
  private static final String PENDING = "pending";

  /** Copies the path. */
  public Fate {
    path = List.copyOf(path);
  }

  static Fate of(Departure departure) {
    return new Fate(
        departure.verdict().name().toLowerCase(Locale.ROOT),
        departure.nanos() / 1e6,
        departure.reason(),
        departure.path());
  }

  /** Who is set aside is resident until those inside have left; it is judged anew then. */
  static Fate of(Leaving leaving) {
    double millis = Duration.between(leaving.since(), Instant.now()).toNanos() / 1e6;
    boolean isSetAside = leaving.state().equals("quarantined");
    String reason =
        isSetAside
            ? leaving.verdict().replaceFirst("^" + RESIDENT + ": ", "")
            : "it is %s still; drain says who is inside".formatted(leaving.state());
    return new Fate(isSetAside ? RESIDENT : PENDING, millis, reason, List.of());
  }

  static Fate pending(String reason) {
    return new Fate(PENDING, 0, reason, List.of());
  }

  /** Returns how long it took, as a grid shows it. */
  String after() {
    if (!verdict.equals(PENDING)) {
      return String.format(Locale.ROOT, "%,.0f ms", millis);
    }
    return millis > 0 ? String.format(Locale.ROOT, "%,.0f s so far", millis / 1e3) : "–";
  }

  /** Returns the verdict, and the path on lines of its own. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    String after = verdict.equals(PENDING) ? "" : " after " + after();
    lines.add(verdict + after + ": " + reason);
    path.forEach(step -> lines.add("  " + step));
    return lines;
  }

  /** Returns the lines below a first word that takes {@code width} columns. */
  public String below(String word, int width) {
    String indent = "\n" + " ".repeat(width);
    return ("%-" + width + "s%s").formatted(word, String.join(indent, lines()));
  }
}
