package jackfield.itests.hotplug.platform;

import static org.ops4j.pax.exam.CoreOptions.bundle;

import java.io.File;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ops4j.pax.exam.Option;

/**
 * The distribution that the launcher's build created, for tests outside and inside the framework.
 */
public final class Distribution {
  private static final String ROOT = "jackfield.dist";

  private Distribution() {}

  /**
   * Returns the location of a bundle that can be plugged, such as {@code backend.cpu}; also usable
   * inside the framework.
   */
  public static String backend(String name) {
    return jar("backends/" + name);
  }

  /**
   * Returns the location of a bundle of the platform, such as {@code feature.autograd}; also usable
   * inside the framework.
   */
  public static String platform(String name) {
    return jar("platform/" + name);
  }

  /**
   * Returns the location of any jar, such as {@code verbs/shell}; also usable inside the framework.
   */
  public static String jar(String path) {
    return url(new File(root(), path + ".jar"));
  }

  /**
   * Returns the location of the smallest backend with a device of its own; also usable inside the
   * framework.
   */
  public static String nil() {
    return url(new File(System.getProperty("jackfield.null")));
  }

  /**
   * Returns the flags of a JVM with the platform: those that it needs, then those of the build,
   * which gives up the second compiler where the tests are too short for it.
   */
  public static List<String> jvmFlags() {
    Stream<String> needed =
        Stream.of(
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");
    Stream<String> ofTheBuild = System.getProperty("jackfield.jvm.flags", "").lines();
    return Stream.concat(needed, ofTheBuild.flatMap(line -> Stream.of(line.strip().split("\\s+"))))
        .filter(flag -> !flag.isEmpty())
        .toList();
  }

  public static String root() {
    return System.getProperty(ROOT);
  }

  /** Returns every bundle of the platform, Felix's first, in the launcher's order. */
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

  public static String url(File jar) {
    return jar.toURI().toString();
  }
}
