package jackfield.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.ToIntFunction;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/** The running framework with the started bundles of the platform. */
final class Platform implements AutoCloseable {
  private static final long STOP_MILLIS = 10_000;
  private static final long SERVICE_MILLIS = 10_000;

  private final Framework framework;
  private final Storage storage;

  private Platform(Framework framework, Storage storage) {
    this.framework = framework;
    this.storage = storage;
  }

  /**
   * Starts the framework, then the platform's bundles, those of Felix before those of Jackfield.
   */
  static Platform start(Distribution distribution) {
    Storage storage = Storage.create();
    FrameworkFactory factory =
        ServiceLoader.load(FrameworkFactory.class, Platform.class.getClassLoader())
            .findFirst()
            .orElseThrow(() -> new LaunchFailure("no OSGi framework", LaunchFailure.REBUILD));
    Framework framework = factory.newFramework(configuration(distribution, storage));
    Platform platform = new Platform(framework, storage);
    try {
      framework.start();
      platform.install(distribution.parts());
      for (Bundle bundle : platform.install(distribution.platform())) {
        bundle.start();
      }
      return platform;
    } catch (BundleException broken) {
      platform.close();
      throw new LaunchFailure(
          "the platform does not start: " + broken.getMessage(), LaunchFailure.REBUILD, broken);
    } catch (LaunchFailure failure) {
      platform.close();
      throw failure;
    }
  }

  private static Map<String, String> configuration(Distribution distribution, Storage storage) {
    return Map.ofEntries(
        Map.entry("org.osgi.framework.storage", storage.folder("bundles")),
        Map.entry("org.osgi.framework.storage.clean", "onFirstInit"),
        Map.entry("org.osgi.framework.bsnversion", "multiple"), // a swap installs two for a while
        Map.entry("org.osgi.framework.system.packages.extra", "jdk.incubator.vector"),
        Map.entry("jackfield.dist", distribution.root().toString()),
        Map.entry("jackfield.home", distribution.home().toString()),
        Map.entry("jackfield.plug", distribution.plug().toString()));
  }

  private List<Bundle> install(List<Path> jars) throws BundleException {
    List<Bundle> bundles = new ArrayList<>();
    for (Path jar : jars) {
      bundles.add(framework.getBundleContext().installBundle(jar.toUri().toString()));
    }
    // Declarative Services starts first: it then activates the components of later bundles within
    // their start, so all services exist when the platform has started.
    bundles.sort(Comparator.comparing(Platform::turn));
    return bundles;
  }

  // The trust gate starts before any bundle that it may have to refuse.
  private static int turn(Bundle bundle) {
    if (bundle.getSymbolicName().startsWith("org.apache")) {
      return 0;
    }
    return bundle.getSymbolicName().equals("jackfield.trust") ? 1 : 2;
  }

  /** Starts the verb's bundle and returns the service that runs the verb. */
  @SuppressWarnings("unchecked") // the service type is the contract of the property jackfield.verb
  ToIntFunction<List<String>> verb(VerbBundle announced) {
    BundleContext context = framework.getBundleContext();
    try {
      context.installBundle(announced.jar().toUri().toString()).start();
      String filter =
          "(&(objectClass=%s)(jackfield.verb=%s))"
              .formatted(ToIntFunction.class.getName(), announced.verb());
      var tracker = new ServiceTracker<>(context, context.createFilter(filter), null);
      tracker.open();
      Object verb = tracker.waitForService(SERVICE_MILLIS);
      if (verb == null) {
        throw new LaunchFailure(
            "verb %s: %s registers no service for it within %d s"
                .formatted(announced.verb(), announced.jar().getFileName(), SERVICE_MILLIS / 1000),
            "./jackfield shell, then scr:list, to see which component waits for what");
      }
      return (ToIntFunction<List<String>>) verb;
    } catch (BundleException | InvalidSyntaxException broken) {
      throw new LaunchFailure(
          "verb %s does not start: %s".formatted(announced.verb(), broken.getMessage()),
          LaunchFailure.REBUILD,
          broken);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new LaunchFailure("stopped before the verb began", "start it again", stopped);
    }
  }

  /** Stops every bundle, waits until the framework has stopped and deletes its files. */
  @Override
  public synchronized void close() {
    try {
      framework.stop();
      framework.waitForStop(STOP_MILLIS);
    } catch (BundleException broken) {
      throw new LaunchFailure(
          "the framework does not stop: " + broken.getMessage(), "end the process", broken);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    } finally {
      storage.close();
    }
  }
}
