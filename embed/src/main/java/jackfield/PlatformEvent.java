package jackfield;

import java.time.Duration;

/**
 * A change of what is plugged. It contains names and numbers only, so it holds no bundle.
 *
 * @param kind what was done
 * @param bundle the bundle's symbolic name, without the platform's own prefix
 * @param version the bundle's version
 * @param replaced the replaced bundle with its version; empty unless it was swapped or updated
 * @param generation the dispatcher's generation afterwards
 * @param took from the request until the bundle was active, or until it was removed
 */
public record PlatformEvent(
    Kind kind, String bundle, String version, String replaced, long generation, Duration took) {
  /** What was done. */
  public enum Kind {
    /** The bundle was installed and started. */
    PLUGGED,
    /** The bundle was removed. */
    UNPLUGGED,
    /** The bundle was withdrawn; it is removed when the calls that are still running have ended. */
    DRAINING,
    /** The bundle was withdrawn; calls outlasted the deadline, and it stays until they end. */
    QUARANTINED,
    /** The bundle replaced another. */
    SWAPPED,
    /** The bundle got new content. */
    UPDATED
  }
}
