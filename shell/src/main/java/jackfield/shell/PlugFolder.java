package jackfield.shell;

import jackfield.spi.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;

/**
 * The folder {@code plug}: while it is watched, a jar dropped there is plugged, and removing the
 * jar unplugs its bundle. Felix FileInstall looks into the folder, {@link DroppedJars} acts.
 */
final class PlugFolder implements AutoCloseable {
  private static final String WATCHER = "org.apache.felix.fileinstall";

  private final Optional<Bundle> watcher;
  private final ServiceRegistration<?> installer;
  private final Consumer<String> tell;

  private PlugFolder(
      Optional<Bundle> watcher, ServiceRegistration<?> installer, Consumer<String> tell) {
    this.watcher = watcher;
    this.installer = installer;
    this.tell = tell;
  }

  /** Starts watching; jars that lie there are plugged when this returns. */
  static PlugFolder watch(BundleContext context, Platform platform, Consumer<String> tell) {
    Path folder = Path.of(context.getProperty("jackfield.plug"));
    // Ranked before FileInstall's own installer of bundles.
    var first = FrameworkUtil.asDictionary(Map.of(Constants.SERVICE_RANKING, 100));
    ServiceRegistration<?> installer =
        context.registerService(ArtifactInstaller.class, new DroppedJars(platform, tell), first);
    PlugFolder plug = new PlugFolder(watcherFor(folder, context, tell), installer, tell);
    plug.start();
    return plug;
  }

  // Empty where the folder cannot be made: that costs a line, not the shell.
  private static Optional<Bundle> watcherFor(
      Path folder, BundleContext context, Consumer<String> tell) {
    try {
      Files.createDirectories(folder);
    } catch (IOException unwritable) {
      tell.accept("jackfield: cannot create " + folder + ", so jars dropped there stay unseen");
      tell.accept("  try  chmod u+w " + folder.getParent() + ", or the command plug FILE");
      return Optional.empty();
    }
    return Arrays.stream(context.getBundles())
        .filter(bundle -> WATCHER.equals(bundle.getSymbolicName()))
        .findFirst();
  }

  private void start() {
    try {
      if (watcher.isPresent()) {
        watcher.get().start(Bundle.START_TRANSIENT);
      }
    } catch (BundleException broken) {
      tell.accept("jackfield: the folder plug is not watched: " + broken.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      if (watcher.isPresent()) {
        watcher.get().stop(Bundle.STOP_TRANSIENT);
      }
    } catch (BundleException broken) {
      tell.accept("jackfield: the folder plug is still watched: " + broken.getMessage());
    }
    installer.unregister();
  }
}
