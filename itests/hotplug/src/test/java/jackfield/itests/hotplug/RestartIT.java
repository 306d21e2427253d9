package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.bundle.AddingBackend;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Asked;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.Quiet;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/**
 * A framework that persists its bundles is restarted between any two changes and must have the same
 * bundles and the same tables.
 */
@Tag("thorough")
class RestartIT {
  @TempDir private Path folder;
  private Framework framework; // replaced by another framework on the same files
  private boolean isAnotherNext; // alternates between the two kinds of restart

  @BeforeEach
  void start() throws Exception {
    framework = made();
    framework.start();
    for (String part : List.of("parts", "platform")) {
      for (File jar : jars(part)) {
        framework.getBundleContext().installBundle(Distribution.url(jar));
      }
    }
    Path asked =
        BundleJar.named("test.asked")
            .header("Bundle-Activator", Asked.class.getName())
            .header(
                "Import-Package",
                BundleJar.OPERATOR_PACKAGES
                    + BundleJar.API_PACKAGES
                    + ",org.osgi.framework,org.osgi.util.tracker")
            .with(Asked.class)
            .with(Panel.class)
            .with(Panel.State.class)
            .with(Deadline.class)
            .write(folder);
    framework.getBundleContext().installBundle(asked.toUri().toString());
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      if (!isLender(bundle)) {
        bundle.start();
      }
    }
  }

  private Framework made() {
    FrameworkFactory factory = ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow();
    return factory.newFramework(
        Map.of(
            Constants.FRAMEWORK_STORAGE,
            folder.resolve("bundles").toString(),
            Constants.FRAMEWORK_BSNVERSION,
            "multiple",
            Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
            "jdk.incubator.vector"));
  }

  // Declarative Services first, as in the launcher.
  private static List<File> jars(String part) {
    return Stream.of(new File(Distribution.root(), part).listFiles())
        .sorted(
            Comparator.comparing((File jar) -> jar.getName().startsWith("org.") ? 0 : 1)
                .thenComparing(File::getName))
        .toList();
  }

  private static boolean isLender(Bundle bundle) {
    return bundle.getBundleId() == 0 || bundle.getLocation().contains("/parts/");
  }

  @AfterEach
  void stop() throws Exception {
    framework.stop();
    framework.waitForStop(TimeUnit.SECONDS.toMillis(Deadline.SECONDS));
  }

  /**
   * Stops and starts the framework: alternately the same object, and a new one as in a new process.
   */
  private void restart() throws Exception {
    stop();
    framework = isAnotherNext ? made() : framework;
    isAnotherNext = !isAnotherNext;
    framework.init();
    framework.start();
  }

  private String ask(String... words) throws InterruptedException, InvalidSyntaxException {
    BundleContext context = framework.getBundleContext();
    String filter =
        "(&(objectClass=%s)(%s=true))".formatted(UnaryOperator.class.getName(), Asked.SERVICE);
    var tracker =
        new ServiceTracker<UnaryOperator<String>, UnaryOperator<String>>(
            context, context.createFilter(filter), null);
    tracker.open();
    try {
      return tracker
          .waitForService(TimeUnit.SECONDS.toMillis(Deadline.SECONDS))
          .apply(String.join(" ", words));
    } finally {
      tracker.close();
    }
  }

  private List<String> bundles() {
    return Arrays.stream(framework.getBundleContext().getBundles())
        .filter(bundle -> bundle.getBundleId() > 0)
        .map(bundle ->
            "%s %s, state %d"
                .formatted(bundle.getSymbolicName(), bundle.getVersion(), bundle.getState()))
        .sorted()
        .toList();
  }

  private String backend(String name, String version, int ranking) throws IOException {
    return BundleJar.named(name)
        .header("Bundle-Version", version)
        .component(Backend.class, AddingBackend.class, ranking)
        .write(folder)
        .toString();
  }

  private String feature() throws IOException {
    return BundleJar.named("test.quiet")
        .component(Feature.class, Quiet.class, 0)
        .write(folder)
        .toString();
  }

  /** Makes a change, then restarts; the state must be the same before and after the restart. */
  private void changeAndRestart(String... words) throws Exception {
    ask(words);
    List<String> bundles = bundles();
    String tables = ask("tables");
    restart();
    assertThat(bundles()).as("after %s", List.of(words)).isEqualTo(bundles);
    assertThat(ask("tables")).as("after %s", List.of(words)).isEqualTo(tables);
  }

  @Test
  void aRestartBetweenAnyTwoChangesChangesNothing() throws Exception {
    changeAndRestart("plug", backend("test.one", "1.0.0", 5));
    changeAndRestart("plug", backend("test.two", "1.0.0", 50));
    changeAndRestart("plug", feature());
    changeAndRestart("swap", "test.two", backend("test.two", "2.0.0", 50));
    changeAndRestart("update", "test.one", backend("test.one", "2.0.0", 5));
    changeAndRestart("unplug", "test.quiet");
    changeAndRestart("unplug", "test.two");
    assertThat(ask("tables")).contains("test.one 2.0.0").doesNotContain("test.two", "test.quiet");
  }

  @Test
  void amongEqualsTheNewerServesAfterARestartAsBefore() throws Exception {
    changeAndRestart("plug", backend("test.one", "1.0.0", 5));
    changeAndRestart("plug", backend("test.two", "1.0.0", 5));
    assertThat(serving()).contains("servedBy=test.two");
    changeAndRestart("swap", "test.one", backend("test.one", "2.0.0", 5));
    assertThat(serving()).contains("servedBy=test.one");
  }

  @Test
  void anUpdateKeepsTheBundlesPlaceAmongEqualsAfterARestartAsBefore() throws Exception {
    changeAndRestart("plug", backend("test.one", "1.0.0", 5));
    changeAndRestart("plug", backend("test.two", "1.0.0", 5));
    changeAndRestart("update", "test.one", backend("test.one", "2.0.0", 5));
    assertThat(serving()).contains("servedBy=test.two");
    changeAndRestart("update", "test.two", backend("test.two", "2.0.0", 5));
    assertThat(serving()).contains("servedBy=test.two 2.0.0");
    changeAndRestart("unplug", "test.two");
    assertThat(serving()).contains("servedBy=test.one 2.0.0");
  }

  private String serving() throws Exception {
    return ask("tables")
        .lines()
        .dropWhile(line -> !line.startsWith("aten::add.Tensor"))
        .filter(line -> line.contains("CPU"))
        .findFirst()
        .orElseThrow();
  }
}
