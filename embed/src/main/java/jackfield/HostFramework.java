package jackfield;

import jackfield.EmbeddedBundle.Role;
import jackfield.spi.Platform;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;

/**
 * The framework inside the program, with the started bundles.
 *
 * <p>Its system bundle exports the packages of {@code dispatcher.api} and {@code operators.aten}
 * from the program's own class path. The bundle {@code dispatcher.api} is not installed, and the
 * bundle {@code operators.aten} imports what it would export. So the program and the bundles share
 * these classes.
 */
final class HostFramework implements AutoCloseable {
  private static final long STOP_MILLIS = 30_000;
  private static final long FIND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Set<Role> STARTED = Set.of(Role.PART, Role.CORE, Role.PLATFORM);
  private static final String REMEDY = "the cause below; the artifact's jars must have one version";

  private final Framework framework;
  private final FrameworkStorage storage;
  private final EmbeddedBundles bundles;
  private NotifyingPlatform platform; // written once, before the start has returned

  private HostFramework(Framework framework, FrameworkStorage storage, EmbeddedBundles bundles) {
    this.framework = framework;
    this.storage = storage;
    this.bundles = bundles;
  }

  /** Starts it; {@code use} is the lock of the platform's users, which close takes for writing. */
  static HostFramework start(Options options, ReentrantReadWriteLock use) {
    try (StartAhead _ = StartAhead.ofFramework()) {
      return startBeside(options, use);
    }
  }

  private static HostFramework startBeside(Options options, ReentrantReadWriteLock use) {
    List<EmbeddedBundle> all = EmbeddedBundle.all();
    FrameworkStorage storage = FrameworkStorage.create(options.temporaryFolder());
    EmbeddedBundles bundles = new EmbeddedBundles(all, storage.folder("dist"));
    Runnable copies = () -> bundles.of(STARTED).forEach(bundles::extract);
    try (StartAhead ahead = StartAhead.ofBundles(copies)) {
      Framework made = FelixFactory.create(options, storage, bundles.folder());
      HostFramework host = new HostFramework(made, storage, bundles);
      host.start(options, use, ahead);
      return host;
    } catch (RuntimeException | Error broken) {
      storage.close(); // unless the framework closed it
      throw broken;
    }
  }

  private void start(Options options, ReentrantReadWriteLock use, StartAhead ahead) {
    try {
      framework.start();
      ahead.awaitCopies();
      List<Bundle> bundles = install(STARTED);
      ahead.close();
      startAll(bundles);
      platform = new NotifyingPlatform(service(Platform.class), use);
      if (options.plugFolder().isPresent()) {
        watchFolder(options.plugFolder().get());
      }
    } catch (BundleException | RuntimeException | Error broken) {
      ahead.close(); // it writes to the storage
      Optional<String> shortage = storage.shortage(); // before the files are deleted
      close();
      throw asFailure(broken, shortage);
    }
  }

  private static StartFailed asFailure(Throwable broken, Optional<String> shortage) {
    return switch (broken) {
      case Error error -> throw error; // the JVM's, such as no memory: nothing to add
      case StartFailed failure when shortage.isEmpty() -> failure;
      case StartFailed failure ->
          full(failure.problem(), shortage.get(), failure.remedy(), failure);
      default -> {
        String problem = "a bundle does not start: " + broken.getMessage();
        yield shortage.isEmpty()
            ? new StartFailed(problem, REMEDY, broken)
            : full(problem, shortage.get(), REMEDY, broken);
      }
    };
  }

  private static StartFailed full(
      String problem, String shortage, String remedy, Throwable broken) {
    return new StartFailed(
        shortage + "; " + problem,
        "free space there, or name another folder by Options.temporaryFolder"
            + (remedy.equals(REMEDY) ? "" : "; else " + remedy),
        broken);
  }

  /** Installs the bundles with these roles; returns those to be started, in order. */
  private List<Bundle> install(Set<Role> roles) throws BundleException {
    List<Bundle> started = new ArrayList<>();
    for (EmbeddedBundle each : bundles.of(roles)) {
      Bundle bundle = install(each);
      if (each.role() != Role.PART && !each.name().startsWith("jackson-")) {
        started.add(bundle);
      }
    }
    return started;
  }

  private static void startAll(List<Bundle> bundles) throws BundleException {
    for (Bundle bundle : bundles) {
      bundle.start();
    }
  }

  // By reference: the framework reads the file where it is and does not copy it once more. It takes
  // a plus sign in the address for a blank.
  private Bundle install(EmbeddedBundle each) throws BundleException {
    String address = bundles.extract(each).toUri().toString().replace("+", "%2B");
    return context().installBundle("reference:" + address);
  }

  private void watchFolder(Path folder) throws BundleException {
    var properties =
        FrameworkUtil.asDictionary(Map.<String, Object>of(Constants.SERVICE_RANKING, 1));
    var _ = context().registerService(Platform.class, platform, properties);
    startAll(install(Set.of(Role.FOLDER)));
    Object watcher = context().getService(folderService());
    Consumer<String> tell = message -> log().log(System.Logger.Level.INFO, message);
    try {
      Class<?> type = watcher.getClass().getInterfaces()[0];
      Object _ = type.getMethod("watch", Consumer.class).invoke(watcher, tell);
    } catch (InvocationTargetException failed) {
      throw unwatchable(folder, failed.getCause());
    } catch (ReflectiveOperationException broken) {
      throw unwatchable(folder, broken);
    }
  }

  private static StartFailed unwatchable(Path folder, Throwable broken) {
    return broken instanceof Error error
        ? asFailure(error, Optional.empty())
        : new StartFailed(
            "the plug folder " + folder + " cannot be watched: " + broken, REMEDY, broken);
  }

  // Asked for by name and from all, since its interface is not on the program's class path, or is
  // there as another class.
  private ServiceReference<?> folderService() {
    try {
      ServiceReference<?>[] found =
          context().getAllServiceReferences("jackfield.plugfolder.PlugFolder", null);
      return Objects.requireNonNull(found, "no service PlugFolder")[0];
    } catch (InvalidSyntaxException noFilter) {
      throw new IllegalStateException(noFilter);
    }
  }

  private static System.Logger log() {
    return System.getLogger("jackfield"); // see FrameworkStorage
  }

  private BundleContext context() {
    return framework.getBundleContext();
  }

  /** Returns a service that the platform always has. */
  <S> S service(Class<S> type) {
    return find(type)
        .orElseThrow(
            () -> new StartFailed("no service " + type.getName() + " is registered", REMEDY, null));
  }

  /** Returns a service of a bundle that can be unplugged; empty if none is registered. */
  <S> Optional<S> find(Class<S> type) {
    long deadline = System.nanoTime() + FIND_NANOS;
    while (true) {
      try {
        ServiceReference<S> reference = context().getServiceReference(type);
        S found = reference == null ? null : context().getService(reference);
        if (found != null || reference == null || reference.getBundle() != null) {
          return Optional.ofNullable(found);
        }
        // It was unregistered in between: in a swap another one serves.
      } catch (NullPointerException uninstalled) { // Felix, if a bundle goes at this moment
        if (System.nanoTime() > deadline) {
          throw uninstalled;
        }
      }
      Thread.onSpinWait();
    }
  }

  /**
   * Returns a service of a bundle that can be unplugged.
   *
   * @throws UnknownBundle if the bundle is not plugged
   */
  <S> S require(Class<S> type, String action, String bundle) {
    return find(type).orElseThrow(() -> UnknownBundle.notPlugged(action, bundle, bundles.names()));
  }

  /** Returns the bundles inside the artifact. */
  EmbeddedBundles bundles() {
    return bundles;
  }

  NotifyingPlatform platform() {
    return platform;
  }

  boolean isInstalled(long bundleId) {
    return context().getBundle(bundleId) != null;
  }

  /** Returns {@code NAME:VERSION} of an installed bundle, whose version an update changes. */
  Optional<String> title(long bundleId) {
    return Optional.ofNullable(context().getBundle(bundleId))
        .map(bundle -> bundle.getSymbolicName() + ":" + bundle.getVersion());
  }

  private List<String> active() {
    BundleContext running = framework.getBundleContext();
    return running == null
        ? List.of()
        : Stream.of(running.getBundles())
            .filter(bundle -> (bundle.getState() & (Bundle.ACTIVE | Bundle.STOPPING)) != 0)
            .map(Bundle::getSymbolicName)
            .toList();
  }

  /** Stops every bundle, waits until the framework has stopped and deletes its files. */
  @Override
  public void close() {
    try {
      framework.stop();
      if (!awaitStop()) {
        log()
            .log(
                System.Logger.Level.ERROR, "not stopped within {0} ms: {1}", STOP_MILLIS, active());
      }
    } catch (BundleException broken) {
      log().log(System.Logger.Level.ERROR, "the framework does not stop", broken);
    } finally {
      storage.close();
      if (platform != null) {
        platform.close();
      }
    }
  }

  /** Waits for the stop, also if interrupted: the files are in use until then. */
  private boolean awaitStop() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
    boolean isInterrupted = false;
    try {
      while (true) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        try {
          return left > 0 && framework.waitForStop(left).getType() != FrameworkEvent.WAIT_TIMEDOUT;
        } catch (InterruptedException _) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
