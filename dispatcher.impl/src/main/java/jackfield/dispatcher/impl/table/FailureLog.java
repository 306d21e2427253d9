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
 * Counts the failures of kernels by bundle, operator and key, for the {@value #CAPACITY} that
 * failed last. It holds names and texts but never a throwable, whose class may be a bundle's.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class FailureLog {
  private static final int CAPACITY = 1000;
  private static final int LONGEST = 200; // characters of one text

  private final Map<Source, FailureReport> reports = new LinkedHashMap<>(); // guarded by this

  private record Source(String bundle, String version, OperatorName operator, DispatchKey key) {}

  /** Counts a failure. */
  public void add(KernelFailure failure, Throwable thrown) {
    String text = text(thrown);
    Instant time = Instant.now();
    Source source =
        new Source(failure.bundle(), failure.version(), failure.operator(), failure.key());
    synchronized (this) {
      FailureReport before = reports.remove(source); // added again as the last
      long count = before == null ? 1 : before.count() + 1;
      reports.put(
          source,
          new FailureReport(
              source.bundle, source.version, source.operator, source.key, count, text, time));
      if (reports.size() > CAPACITY) {
        reports.remove(reports.keySet().iterator().next());
      }
    }
  }

  /** Returns the failures, the latest first. */
  public synchronized List<FailureReport> reports() {
    return List.copyOf(reports.values()).reversed();
  }

  /** Returns the text of a throwable; its {@code toString} may be a bundle's code and throw. */
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
