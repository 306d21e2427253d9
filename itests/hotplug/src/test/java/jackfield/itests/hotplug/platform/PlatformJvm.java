package jackfield.itests.hotplug.platform;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.CoreOptions.streamBundle;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.CoreOptions.vmOptions;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.util.Arrays;
import org.ops4j.pax.exam.ExamSystem;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.TestContainer;
import org.ops4j.pax.exam.TestContainerException;
import org.ops4j.pax.exam.spi.PaxExamRuntime;
import org.ops4j.pax.tinybundles.TinyBundles;

/** A started platform, with the libraries of the tests, in a JVM of its own. */
record PlatformJvm(ExamSystem system, TestContainer container) implements AutoCloseable {
  private static final int MOST_ATTEMPTS = 5;

  /**
   * Starts it. Pax Exam looks for a free port and uses it later, so two forks that start at the
   * same time may choose the same one: then the later fork tries again.
   */
  static PlatformJvm start() throws IOException {
    for (int attempt = 1; ; attempt++) {
      ExamSystem system = PaxExamRuntime.createTestSystem(configuration());
      try {
        return new PlatformJvm(system, PaxExamRuntime.createContainer(system).start());
      } catch (TestContainerException broken) {
        system.clear();
        if (attempt == MOST_ATTEMPTS || !isPortTaken(broken)) {
          throw broken;
        }
      }
    }
  }

  private static boolean isPortTaken(Throwable broken) {
    return broken instanceof BindException
        || (broken.getCause() != null && isPortTaken(broken.getCause()));
  }

  @Override
  public void close() {
    container.stop();
    system.clear();
  }

  private static Option[] configuration() throws IOException {
    return options(
        systemPackages("jdk.incubator.vector"),
        frameworkProperty("org.osgi.framework.bsnversion").value("multiple"),
        systemProperty("jackfield.dist").value(Distribution.root()),
        systemProperty("jackfield.null").value(System.getProperty("jackfield.null")),
        systemProperty("jackfield.openblas").value(System.getProperty("jackfield.openblas")),
        systemProperty("org.ops4j.pax.logging.DefaultServiceLog.level").value("WARN"),
        systemProperty("pax.exam.invoker").value(Inside.DRIVER),
        vmOptions(Distribution.jvmFlags().toArray(String[]::new)),
        composite(Distribution.platform()),
        composite(testLibraries()),
        streamBundle(driverBundle()));
  }

  private static Option[] testLibraries() {
    return Arrays.stream(new File(System.getProperty("jackfield.inside")).listFiles())
        .map(jar -> bundle(Distribution.url(jar)))
        .toArray(Option[]::new);
  }

  private static InputStream driverBundle() throws IOException {
    return TinyBundles.bundle()
        .addClass(Inside.class)
        .addClass(Inside.Call.class)
        .setHeader("Bundle-ManifestVersion", "2")
        .setHeader("Bundle-SymbolicName", "jackfield.itests.driver")
        .setHeader("Bundle-Activator", Inside.class.getName())
        .setHeader(
            "Import-Package", "org.osgi.framework,org.ops4j.pax.exam,org.ops4j.pax.exam.util")
        .build(TinyBundles.rawBuilder());
  }
}
