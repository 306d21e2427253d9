package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFailure;
import jackfield.key.DispatchKey;
import jackfield.report.FailureReport;
import jackfield.schema.OperatorName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often kernels failed, by bundle, operator and key; of the {@value #CAPACITY} that failed
 * last. Holds names and texts, never what was thrown, whose class may be a bundle's.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class FailureLog {
  private static final int CAPACITY = 1000;
  private static final int LONGEST = 200; // a text, not a report

  private final Map<Place, FailureReport> reports = new LinkedHashMap<>(); // guarded by this

  private record Place(String bundle, String version, OperatorName operator, DispatchKey key) {}

  /** Counts a failure. */
  public void add(KernelFailure failure, Throwable thrown) {
    String text = text(thrown);
    Instant time = Instant.now();
    Place place = new Place(failure.bundle(), failure.version(), failure.operator(), failure.key());
    synchronized (this) {
      FailureReport before = reports.remove(place); // and put last
      long count = before == null ? 1 : before.count() + 1;
      reports.put(
          place,
          new FailureReport(
              place.bundle, place.version, place.operator, place.key, count, text, time));
      if (reports.size() > CAPACITY) {
        reports.remove(reports.keySet().iterator().next());
      }
    }
  }

  /** Returns what is remembered, what failed last first. */
  public synchronized List<FailureReport> reports() {
    return List.copyOf(reports.values()).reversed();
  }

  /** Returns what was thrown as a text; the code that makes it may be the bundle's, and fail. */
  private static String text(Throwable thrown) {
    String text;
    try {
      text = thrown.toString();
    } catch (RuntimeException | Error failure) {
      text = "%s, whose text fails with %s".formatted(thrown.getClass(), failure.getClass());
    }
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
