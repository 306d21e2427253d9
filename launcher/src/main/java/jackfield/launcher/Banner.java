package jackfield.launcher;

/** The line that is printed first: version, verb, JDK and cores. */
final class Banner {
  private Banner() {}

  static String version() {
    String version = Banner.class.getPackage().getImplementationVersion();
    return "Jackfield " + (version == null ? "(unpackaged)" : version);
  }

  static String of(String verb) {
    return "%s · %s · JDK %s · %d cores"
        .formatted(version(), verb, Runtime.version(), Runtime.getRuntime().availableProcessors());
  }
}
