package jackfield.plugfolder.watch;

import jackfield.plugfolder.PlugFolder;
import jackfield.spi.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationListener;

/**
 * Watches the folder {@code plug}: plugs its jars ({@link DropFolder}) and makes its files of
 * settings configurations ({@link SettingsFolder}).
 *
 * <p>Each scan applies the settings first, so that a policy in the folder applies to the jars
 * beside it. If the settings cannot be applied, no jar is plugged.
 */
final class FolderWatch implements PlugFolder.Watch {
  private static final System.Logger LOG = System.getLogger(FolderWatch.class.getName());
  private static final long LOOK_MILLIS = 500;
  private static final long WAIT_SECONDS = 10;
  // A component may get a changed configuration shortly after this listener does.
  private static final int SCANS_AFTER_CHANGE = 3;

  private final BundleContext context;
  private final Consumer<String> tell;
  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
  private final AtomicInteger forgiving = new AtomicInteger();
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("jackfield-plug-folder").factory());

  // Of the last scan; written by the first scan, then by the watching thread.
  private volatile String failure = "";

  private FolderWatch(BundleContext context, Consumer<String> tell) {
    this.context = context;
    this.tell = tell;
  }

  /** Starts watching; when this returns, the files in the folder are configured and plugged. */
  static FolderWatch start(BundleContext context, Platform platform, Consumer<String> tell) {
    FolderWatch plug = new FolderWatch(context, tell);
    Path folder = Path.of(context.getProperty("jackfield.plug"));
    if (!plug.isCreated(folder)) {
      return plug;
    }
    DropSockets sockets = DropSockets.of(context, platform);
    plug.look(new DropFolder(folder, System::nanoTime, sockets, tell), plug.settings(folder));
    return plug;
  }

  // A file in place of the folder is scanned too, so that the settings report the fault.
  private boolean isCreated(Path folder) {
    try {
      Files.createDirectories(folder);
      return true;
    } catch (IOException unwritable) { // a message; the shell goes on
      tell.accept("jackfield: cannot create " + folder + ", so jars in it are not plugged");
      tell.accept("  try  chmod u+w " + folder.getParent() + ", or the command plug FILE");
      return Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private Optional<SettingsFolder> settings(Path folder) {
    ServiceReference<ConfigurationAdmin> reference =
        context.getServiceReference(ConfigurationAdmin.class);
    if (reference == null) {
      return Optional.empty(); // then the trust gate is shut
    }
    ConfigurationAdmin configurations = context.getService(reference);
    ConfigurationListener listener = event -> forgiving.set(SCANS_AFTER_CHANGE);
    registrations.add(context.registerService(ConfigurationListener.class, listener, null));
    SettingsSink sink = new ConfigurationSink(context, configurations, tell);
    return Optional.of(new SettingsFolder(folder, sink, context::getProperty, tell));
  }

  private void look(DropFolder jars, Optional<SettingsFolder> settings) {
    lookOnce(jars, settings, true);
    ScheduledFuture<?> _ = // ends with the executor; a scan throws nothing
        looks.scheduleWithFixedDelay(
            () -> lookOnce(jars, settings, false), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void lookOnce(DropFolder jars, Optional<SettingsFolder> settings, boolean isFirst) {
    try {
      if (settings.isPresent()) {
        settings.get().look(isFirst);
      }
      if (forgiving.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        jars.forgive();
      }
      jars.look(isFirst);
      failure = "";
    } catch (IOException | RuntimeException thrown) { // the next scan may succeed
      tellOnce("jackfield: scanning the folder plug failed: " + thrown);
    }
  }

  private void tellOnce(String text) {
    if (!text.equals(failure)) {
      failure = text;
      tell.accept(text);
    }
  }

  @Override
  public void close() {
    looks.shutdown();
    try {
      if (!looks.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS)) {
        tell.accept("jackfield: a scan of the folder plug is still running");
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    registrations.reversed().forEach(FolderWatch::unregister);
    registrations.clear();
  }

  private static void unregister(ServiceRegistration<?> registration) {
    try {
      registration.unregister();
    } catch (IllegalStateException stopped) { // the framework did when the bundle was stopped
      LOG.log(System.Logger.Level.DEBUG, "already unregistered", stopped);
    }
  }
}
