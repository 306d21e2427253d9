package jackfield.kernel;

import java.time.Instant;

/**
 * The provider of a registration, and its time.
 *
 * @param bundle the symbolic name of the bundle, without the platform's own prefix
 * @param version the bundle's version
 * @param source the source position, such as {@code Pointwise.java:41}; empty if not known
 * @param time when it was registered
 * @param sequence the order of registration within the dispatcher
 */
public record Provenance(
    String bundle, String version, String source, Instant time, long sequence) {
  private static final String OWN_PREFIX = "jackfield.";

  /**
   * Returns the name under which reports and commands show a bundle: its symbolic name without the
   * platform's own prefix.
   */
  public static String briefName(String symbolicName) {
    return symbolicName.startsWith(OWN_PREFIX)
        ? symbolicName.substring(OWN_PREFIX.length())
        : symbolicName;
  }

  /** Returns the symbolic name of a bundle of the platform that is shown as {@code briefName}. */
  public static String ownName(String briefName) {
    return OWN_PREFIX + briefName;
  }

  /** Returns the provenance of a registration outside any bundle. */
  public static Provenance of(String name) {
    return new Provenance(name, "", "", Instant.now(), 0);
  }

  /** Returns the bundle, its version and the source position, as far as known. */
  public String location() {
    return source.isEmpty() ? toString() : this + " at " + source;
  }

  /** Returns the bundle and its version. */
  @Override
  public String toString() {
    return version.isEmpty() ? bundle : bundle + " " + version;
  }
}
