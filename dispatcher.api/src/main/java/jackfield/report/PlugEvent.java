package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.time.Instant;
import java.util.Set;

/**
 * Something that came or left; names only, so that it holds no bundle.
 *
 * @param generation the dispatcher's generation after it
 * @param time when
 * @param kind whether it came or left, and how
 * @param provenance who
 * @param operators how many operators it touched
 * @param keys the keys that its kernels and fallbacks were at
 * @param note what its check found that was taken nevertheless, such as {@code changes accepted:
 *     aten::relu}; empty for nothing
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
    /** It came. */
    ARRIVED,
    /** Its owner took it back. */
    LEFT,
    /** The circuit breaker took it back: kernels of its bundle had failed too often. */
    CUT_OFF
  }

  /** Returns whether it came. */
  public boolean isArrival() {
    return kind == Kind.ARRIVED;
  }
}
