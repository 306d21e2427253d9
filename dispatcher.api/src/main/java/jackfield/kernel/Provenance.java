package jackfield.kernel;

import java.time.Instant;

/**
 * Who registered something, and when.
 *
 * @param bundle the symbolic name of the bundle, without the platform's own prefix
 * @param version the bundle's version
 * @param source where in the source, such as {@code Pointwise.java:41}; empty if not known
 * @param time when
 * @param sequence the order of registration within the dispatcher
 */
public record Provenance(
    String bundle, String version, String source, Instant time, long sequence) {
  /** Returns what a registration outside any bundle has. */
  public static Provenance of(String who) {
    return new Provenance(who, "", "", Instant.now(), 0);
  }

  /** Returns who registered it and where in the source, if that is known. */
  public String place() {
    return source.isEmpty() ? toString() : this + " at " + source;
  }

  /** Returns the bundle and its version. */
  @Override
  public String toString() {
    return version.isEmpty() ? bundle : bundle + " " + version;
  }
}
