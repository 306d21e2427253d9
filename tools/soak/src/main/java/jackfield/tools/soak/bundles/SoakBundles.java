package jackfield.tools.soak.bundles;

import jackfield.spi.Backend;
import jackfield.tools.soak.packed.NativeTanh;
import jackfield.tools.soak.packed.UnregistrableBackend;
import jackfield.tools.soak.packed.UnstartableBundle;
import jackfield.tools.soak.packed.WrongSum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The bundles of a soak, written to a folder of their own: two versions of each part. */
public final class SoakBundles implements AutoCloseable {
  /** The number of versions of each part; they count from 1. */
  public static final int VERSIONS = 2;

  private static final String MISFIT = "1.0.9"; // the version of bundles that cannot be swapped in
  private static final int OVER_ALL =
      50; // the ranking of bundles that shadow the platform's backends
  private static final String VERSION = "Bundle-Version";

  private final Path distribution;
  private final Path folder;
  private final Map<Part, List<Path>> jars = new EnumMap<>(Part.class);
  private final Map<Part, List<String>> versions = new EnumMap<>(Part.class);
  private final List<Path> failing = new ArrayList<>();
  private final List<Path> misfits = new ArrayList<>();

  private SoakBundles(Path distribution, Path folder) {
    this.distribution = distribution;
    this.folder = folder;
  }

  /**
   * Writes the bundles.
   *
   * @param isSabotaged whether the second version of the fast backend computes wrong results
   */
  public static SoakBundles of(Path distribution, boolean isSabotaged) throws IOException {
    SoakBundles bundles =
        new SoakBundles(distribution, Files.createTempDirectory("jackfield-soak-"));
    for (Part part : Part.values()) {
      for (int version = 1; version <= VERSIONS; version++) {
        bundles.add(part, version, isSabotaged && part == Part.FAST && version == VERSIONS);
      }
    }
    bundles.failing.add(
        bundles.write(
            Jar.named("soak.unregistrable")
                .component(Backend.class, UnregistrableBackend.class, OVER_ALL)
                .header(VERSION, "1.0.0"),
            "unregistrable"));
    bundles.failing.add(
        bundles.write(
            Jar.named("soak.unstartable")
                .activator(UnstartableBundle.class)
                .header(VERSION, "1.0.0"),
            "unstartable"));
    bundles.addMisfits();
    return bundles;
  }

  private void addMisfits() throws IOException {
    misfits.add(write(misfit().component(Backend.class, WrongSum.class, OVER_ALL), "misfit-wrong"));
    misfits.add(
        write(
            misfit().component(Backend.class, UnregistrableBackend.class, OVER_ALL),
            "misfit-unregistrable"));
    misfits.add(write(misfit().activator(UnstartableBundle.class), "misfit-unstartable"));
  }

  private Jar misfit() throws IOException {
    return original(Part.FAST).header(VERSION, MISFIT);
  }

  private void add(Part part, int version, boolean isWrong) throws IOException {
    String number = "1.0." + version;
    Jar jar = original(part).header(VERSION, number);
    if (isWrong) {
      jar.component(Backend.class, WrongSum.class, OVER_ALL);
    }
    jars.computeIfAbsent(part, key -> new ArrayList<>())
        .add(write(jar, part.bundle + "-" + number));
    versions.computeIfAbsent(part, key -> new ArrayList<>()).add(number);
  }

  private Jar original(Part part) throws IOException {
    return part == Part.NATIVE
        ? Jar.named(part.bundle).component(Backend.class, NativeTanh.class, OVER_ALL)
        : Jar.copyOf(shipped(part));
  }

  /** Returns the distribution's own jar. */
  Path shipped(Part part) {
    Path platform = distribution.resolve("platform").resolve(part.bundle + ".jar");
    return Files.exists(platform)
        ? platform
        : distribution.resolve("backends").resolve(part.bundle + ".jar");
  }

  private Path write(Jar jar, String name) throws IOException {
    return jar.write(folder.resolve(name + ".jar"));
  }

  Path jar(Part part, int version) {
    return jars.get(part).get(version - 1);
  }

  /** Returns a version's text in the manifest. */
  public String text(Part part, int version) {
    return versions.get(part).get(version - 1);
  }

  /** Returns bundles that cannot be plugged. */
  public List<Path> failing() {
    return failing;
  }

  /** Returns versions of the fast backend that cannot be swapped in. */
  public List<Path> misfits() {
    return misfits;
  }

  /** Returns whether {@code text} names one of the versions that cannot be swapped in. */
  public static boolean isAboutMisfit(String text) {
    return text.startsWith(Part.FAST.bundle + " " + MISFIT);
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
