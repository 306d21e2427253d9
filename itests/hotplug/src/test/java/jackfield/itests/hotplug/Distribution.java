package jackfield.itests.hotplug;

import static org.ops4j.pax.exam.CoreOptions.bundle;

import java.io.File;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.ops4j.pax.exam.Option;

/** The distribution that the launcher's build laid out, as tests need it on both sides. */
public final class Distribution {
  private static final String ROOT = "jackfield.dist";

  private Distribution() {}

  /** Where a bundle waits to be plugged, for instance {@code backend.cpu}; usable inside. */
  public static String backend(String name) {
    return jar("backends/" + name);
  }

  /** Where a bundle of the platform lies, for instance {@code feature.autograd}; usable inside. */
  public static String platform(String name) {
    return jar("platform/" + name);
  }

  /** Where any of its jars lies, for instance {@code verbs/shell}; usable inside. */
  public static String jar(String path) {
    return url(new File(root(), path + ".jar"));
  }

  /** Where the smallest backend with a device of its own lies; usable inside. */
  public static String nil() {
    return url(new File(System.getProperty("jackfield.null")));
  }

  static String root() {
    return System.getProperty(ROOT);
  }

  /** Every bundle of the platform, those of Felix first, as the launcher starts them. */
  static Option[] platform() {
    return Stream.concat(jars("parts"), jars("platform"))
        .filter(jar -> !jar.getName().equals("org.apache.felix.gogo.jline.jar"))
        .map(jar -> bundle(url(jar)))
        .toArray(Option[]::new);
  }

  private static Stream<File> jars(String folder) {
    return Arrays.stream(new File(root(), folder).listFiles())
        .sorted()
        .sorted(Comparator.comparing(jar -> jar.getName().equals("trust.jar") ? 0 : 1))
        .sorted(Comparator.comparing(jar -> jar.getName().startsWith("org.") ? 0 : 1));
  }

  static String url(File jar) {
    return jar.toURI().toString();
  }
}
