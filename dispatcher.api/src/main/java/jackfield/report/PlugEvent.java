package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.time.Instant;
import java.util.Set;

/**
 * Records that the registrations of a component or library were plugged or unplugged. It contains
 * names only, so it holds no bundle.
 *
 * @param generation the dispatcher's generation after it
 * @param time its time
 * @param kind whether it was plugged or unplugged, and how
 * @param provenance the provider
 * @param operators the number of operators affected
 * @param keys the keys of its kernels and fallbacks
 * @param note the accepted differences that its check found, such as {@code changes accepted:
 *     aten::relu}; empty for none
 */
public record PlugEvent(
    long generation,
    Instant time,
    Kind kind,
    Provenance provenance,
    int operators,
    Set<DispatchKey> keys,
    String note) {
  /** What happened. */
  public enum Kind {
    /** It was plugged. */
    PLUGGED,
    /** Its owner withdrew it. */
    UNPLUGGED,
    /** The circuit breaker withdrew it because kernels of its bundle failed too often. */
    CUT_OFF
  }

  /** Returns whether it was plugged. */
  public boolean isPlugged() {
    return kind == Kind.PLUGGED;
  }
}
