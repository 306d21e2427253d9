package jackfield.shell.report;

import jackfield.spi.Platform.Removal;
import jackfield.spi.RemovedBundles.RemovedBundle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The verdict on a removed bundle, or the state of its removal.
 *
 * @param verdict pending, collected, resident or leaked
 * @param millis from the removal until the verdict, or until now while that is pending; 0 without a
 *     leak detector
 * @param reason the reason of the verdict
 * @param path the references to its class loader, one a line; empty if unknown
 */
public record RemovalVerdict(String verdict, double millis, String reason, List<String> path) {
  private static final String RESIDENT = "resident";
  private static final String PENDING = "pending";

  /** Copies the path. */
  public RemovalVerdict {
    path = List.copyOf(path);
  }

  static RemovalVerdict of(RemovedBundle removed) {
    return new RemovalVerdict(
        removed.verdict().name().toLowerCase(Locale.ROOT),
        removed.nanos() / 1e6,
        removed.reason(),
        removed.path());
  }

  /** Returns resident for a quarantined bundle, whose verdict follows after its drain. */
  static RemovalVerdict of(Removal removal) {
    double millis = Duration.between(removal.since(), Instant.now()).toNanos() / 1e6;
    boolean isQuarantined = removal.state() == Removal.State.QUARANTINED;
    String reason =
        isQuarantined
            ? removal.verdict().replaceFirst("^" + RESIDENT + ": ", "")
            : "it is still %s; drain lists the calls inside".formatted(removal.state());
    return new RemovalVerdict(isQuarantined ? RESIDENT : PENDING, millis, reason, List.of());
  }

  static RemovalVerdict pending(String reason) {
    return new RemovalVerdict(PENDING, 0, reason, List.of());
  }

  /** Returns the duration for a grid. */
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
