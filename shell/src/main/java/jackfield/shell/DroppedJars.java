package jackfield.shell;

import jackfield.dispatch.PlugFailure;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import java.io.File;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.felix.fileinstall.ArtifactInstaller;

/**
 * What becomes of a jar in the folder {@code plug}: it is plugged as the command {@code plug} would
 * do it, or one message says why not.
 *
 * <p>FileInstall calls this from its own thread and would repeat a failed attempt at every look
 * into the folder; so nothing is thrown here, and a jar is tried again when it changes.
 */
final class DroppedJars implements ArtifactInstaller {
  private final Platform platform;
  private final Consumer<String> tell;
  private final Map<File, String> bundles = new ConcurrentHashMap<>();

  DroppedJars(Platform platform, Consumer<String> tell) {
    this.platform = platform;
    this.tell = tell;
  }

  @Override
  public boolean canHandle(File file) {
    return file.getName().endsWith(".jar");
  }

  @Override
  public void install(File jar) {
    try {
      PlugReport report = platform.plug(jar.toPath());
      bundles.put(jar, report.bundle());
      tell.accept(describe(report));
    } catch (PlugFailure refused) {
      tell.accept(refused.getMessage());
    }
  }

  @Override
  public void update(File jar) {
    uninstall(jar);
    install(jar);
  }

  @Override
  public void uninstall(File jar) {
    String bundle = bundles.remove(jar);
    if (bundle == null) {
      return; // it was refused when it was dropped
    }
    try {
      tell.accept(describe(platform.unplug(bundle)));
    } catch (PlugFailure refused) {
      tell.accept(refused.getMessage());
    }
  }

  private static String describe(PlugReport report) {
    return "%-10s %s %s, generation %d, %.1f ms"
        .formatted(
            report.action(),
            report.bundle(),
            report.version(),
            report.generation(),
            report.nanos() / 1e6);
  }
}
