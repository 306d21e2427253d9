package jackfield.shell;

import jackfield.spi.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationListener;

/**
 * The folder {@code plug} while it is watched: jars are plugged ({@link DropFolder}), files of
 * settings become configurations, by Felix FileInstall and {@link JsonConfigurations}.
 *
 * <p>At the start the configurations are in force before the first jar is plugged, so that a policy
 * in the folder is for the jars beside it.
 */
final class PlugFolder implements AutoCloseable {
  private static final String WATCHER = "org.apache.felix.fileinstall";
  private static final String SETTLED = "jackfield.shell.settled";
  private static final long LOOK_MILLIS = 500;
  private static final long WAIT_SECONDS = 10;
  // A changed configuration reaches its component about when we hear of it, be it shortly after.
  private static final int LOOKS_THAT_FORGIVE = 3;

  private final BundleContext context;
  private final Consumer<String> tell;
  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
  private final AtomicInteger forgiving = new AtomicInteger();
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("jackfield-plug-folder").factory());

  private PlugFolder(BundleContext context, Consumer<String> tell) {
    this.context = context;
    this.tell = tell;
  }

  /** Starts watching; what lies there is configured and plugged when this returns. */
  static PlugFolder watch(BundleContext context, Platform platform, Consumer<String> tell) {
    PlugFolder plug = new PlugFolder(context, tell);
    Path folder = Path.of(context.getProperty("jackfield.plug"));
    try {
      Files.createDirectories(folder);
      plug.configure();
      DropSockets sockets = DropSockets.of(context, platform);
      plug.look(new DropFolder(folder, System::nanoTime, sockets, tell));
    } catch (IOException unwritable) { // that costs a line, not the shell
      tell.accept("jackfield: cannot create " + folder + ", so jars dropped there stay unseen");
      tell.accept("  try  chmod u+w " + folder.getParent() + ", or the command plug FILE");
    }
    return plug;
  }

  private void configure() throws IOException {
    ServiceReference<ConfigurationAdmin> reference =
        context.getServiceReference(ConfigurationAdmin.class);
    if (reference == null) {
      return;
    }
    ConfigurationAdmin configurations = context.getService(reference);
    ConfigurationListener listener = event -> forgiving.set(LOOKS_THAT_FORGIVE);
    registrations.add(context.registerService(ConfigurationListener.class, listener, null));
    var first = FrameworkUtil.asDictionary(Map.of(Constants.SERVICE_RANKING, 100));
    registrations.add(
        context.registerService(
            ArtifactInstaller.class, new JsonConfigurations(configurations, tell), first));
    start();
    awaitDelivery(configurations);
  }

  private Optional<Bundle> watcher() {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> WATCHER.equals(bundle.getSymbolicName()))
        .findFirst();
  }

  private void start() {
    try {
      if (watcher().isPresent()) {
        watcher().get().start(Bundle.START_TRANSIENT);
      }
    } catch (BundleException broken) {
      tell.accept("jackfield: settings in the folder plug are not read: " + broken.getMessage());
    }
  }

  // Events are delivered in order: who hears of this one knows that those before have been heard.
  private void awaitDelivery(ConfigurationAdmin configurations) throws IOException {
    CountDownLatch heard = new CountDownLatch(1);
    ConfigurationListener listener =
        event -> {
          if (event.getPid().equals(SETTLED)) {
            heard.countDown();
          }
        };
    var registration = context.registerService(ConfigurationListener.class, listener, null);
    Configuration last = configurations.getConfiguration(SETTLED, "?");
    try {
      last.update(FrameworkUtil.asDictionary(Map.of("settled", true)));
      if (!heard.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
        tell.accept("jackfield: settings in the folder plug may come after the jars in it");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      registration.unregister();
      last.delete();
    }
  }

  private void look(DropFolder folder) {
    lookOnce(folder, true);
    ScheduledFuture<?> _ = // ends with the executor; a look lets nothing out
        looks.scheduleWithFixedDelay(
            () -> lookOnce(folder, false), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void lookOnce(DropFolder folder, boolean isFirst) {
    if (forgiving.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      folder.forgive();
    }
    try {
      folder.look(isFirst);
    } catch (IOException | RuntimeException failure) { // the next look may do better
      tell.accept("jackfield: looking into the folder plug failed: " + failure);
    }
  }

  @Override
  public void close() {
    looks.shutdown();
    try {
      if (!looks.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS)) {
        tell.accept("jackfield: the folder plug is still looked into");
      }
      if (watcher().isPresent()) {
        watcher().get().stop(Bundle.STOP_TRANSIENT);
      }
    } catch (BundleException broken) {
      tell.accept("jackfield: the folder plug is still watched: " + broken.getMessage());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    registrations.reversed().forEach(ServiceRegistration::unregister);
  }
}
