package jackfield.itests.hotplug.leak;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.Culprit;
import jackfield.itests.hotplug.bundle.Keeper;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * The verdict on an unplugged bundle names the object that keeps it reachable, for every known
 * kind.
 */
@InsideFramework
class LeaksIT {
  private static final List<String> SORTS =
      List.of(
          "thread",
          "threadlocal",
          "hook",
          "mbean",
          "handler",
          "upcall",
          "service",
          "cache",
          "classvalue");
  // Five seconds by default; longer for a busy machine.
  private static final long DEADLINE_MILLIS = Deadline.SECONDS * 1_000L;

  @Inject private BundleContext context;
  private RemovedBundles removedBundles; // set before each test

  @BeforeEach
  void open() throws Exception {
    removedBundles = new Panel(context).service(RemovedBundles.class);
    context
        .getService(context.getServiceReference(ConfigurationAdmin.class))
        .getConfiguration("jackfield.verdict", "?")
        .updateIfDifferent(FrameworkUtil.asDictionary(Map.of("deadline.millis", DEADLINE_MILLIS)));
  }

  /**
   * Unplugs a culprit of every sort at once, so that one heap dump is enough for all, and returns
   * the given one.
   */
  private RemovedBundle leaked(String sort) throws Exception {
    Optional<RemovedBundle> before = removed("leaks." + sort);
    if (before.isPresent()) {
      return before.get();
    }
    pullAll("leaks.", "Keeps");
    return removed("leaks." + sort).orElseThrow();
  }

  private Optional<RemovedBundle> removed(String bundle) {
    return removedBundles.removedBundles().stream()
        .filter(removed -> removed.bundle().equals(bundle))
        .findFirst();
  }

  private void pullAll(String prefix, String habit) throws Exception {
    Path folder = TestFolder.named("leaks");
    Bundle keeper = start(folder, bundle("keeper." + prefix, Keeper.class).header(habit, "true"));
    // On the stack during the dump: the shortest path to the cache, and the poorest answer.
    ServiceReference<?> registered = context.getServiceReference(Map.class);
    List<Bundle> culprits = new ArrayList<>();
    for (String sort : SORTS) {
      BundleJar jar = bundle(prefix + sort, Culprit.class).header("Pins", sort);
      jar.with(Class.forName(Culprit.class.getName() + "$Release"));
      jar.with(Class.forName(Culprit.class.getName() + "$1"));
      culprits.add(start(folder, jar.header(habit, "true")));
    }
    for (Bundle culprit : culprits) {
      culprit.uninstall();
    }
    for (Bundle culprit : culprits) {
      removedBundles.verdict(culprit.getBundleId()).orElseThrow().get(60, TimeUnit.SECONDS);
    }
    assertThat(registered.getBundle().getSymbolicName()).startsWith("keeper.");
    assertThat(keeper.getState()).isEqualTo(Bundle.ACTIVE);
  }

  private static BundleJar bundle(String name, Class<?> activator) throws IOException {
    return BundleJar.named(name)
        .header("Bundle-Activator", activator.getName())
        .header("Import-Package", "org.osgi.framework,javax.management")
        .with(activator);
  }

  private Bundle start(Path folder, BundleJar jar) throws IOException, BundleException {
    Bundle bundle = context.installBundle(jar.write(folder).toUri().toString());
    bundle.start();
    return bundle;
  }

  private void assertHeld(String sort, String... by) throws Exception {
    RemovedBundle removed = leaked(sort);
    assertThat(removed.verdict()).as(removed.toString()).isEqualTo(Verdict.LEAKED);
    assertThat(removed.nanos()).isLessThan(DEADLINE_MILLIS * 1_000_000);
    assertThat(removed.reason()).contains(by);
    assertThat(String.join("\n", removed.path()))
        .contains("of leaks." + sort)
        .endsWith("the class loader of leaks." + sort + " 1.0.0");
  }

  @Test
  void aThreadLeftRunningIsNamed() throws Exception {
    assertHeld("thread", "thread \"culprit-thread\"");
  }

  @Test
  void aThreadLocalIsNamedWithItsThread() throws Exception {
    assertHeld("threadlocal", "a ThreadLocal of thread \"", Culprit.class.getName());
  }

  @Test
  void aShutdownHookIsNamed() throws Exception {
    assertHeld("hook", "a shutdown hook", Culprit.class.getName());
  }

  @Test
  @Tag("thorough")
  void anMBeanIsNamed() throws Exception {
    assertHeld("mbean", "an MBean", Culprit.class.getName());
  }

  @Test
  void aHandlerOfJavaUtilLoggingIsNamed() throws Exception {
    assertHeld("handler", "java.util.logging", Culprit.class.getName());
  }

  @Test
  void anUpcallStubIsNamed() throws Exception {
    assertHeld("upcall", "an upcall stub", Culprit.class.getName());
  }

  @Test
  void anotherBundleThatKeepsAServiceObjectIsNamed() throws Exception {
    assertHeld("service", Keeper.class.getName() + ".kept (of keeper.leaks. 1.0.0)");
  }

  @Test
  void aStaticCacheOfAnotherBundleIsNamed() throws Exception {
    assertHeld("cache", Keeper.class.getName() + ".CACHE (of keeper.");
  }

  @Test
  void aClassValueIsNamed() throws Exception {
    assertHeld("classvalue", "a ClassValue", Culprit.class.getName());
  }

  @Test
  void bundlesThatTakeBackWhatTheyGaveAreCollected() throws Exception {
    pullAll("clean.", "Releases");
    for (String sort : SORTS) {
      RemovedBundle removed = removed("clean." + sort).orElseThrow();
      assertThat(removed.verdict()).as(removed.toString()).isEqualTo(Verdict.COLLECTED);
      assertThat(removed.nanos()).isLessThan(DEADLINE_MILLIS * 1_000_000);
    }
  }
}
