package jackfield;

import jackfield.spi.ChangePolicy;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import jackfield.spi.SwapReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A platform that reports what it did to listeners. It is registered as a service with a higher
 * ranking than the platform itself, so the requests of the plug folder are reported too.
 */
final class NotifyingPlatform implements Platform {
  private static final System.Logger LOG = System.getLogger("jackfield");

  private final Platform platform;
  private final List<Consumer<PlatformEvent>> listeners = new CopyOnWriteArrayList<>();

  NotifyingPlatform(Platform platform) {
    this.platform = platform;
  }

  Jackfield.Listening listen(Consumer<PlatformEvent> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  private void tell(PlatformEvent event) {
    for (Consumer<PlatformEvent> listener : listeners) {
      try {
        listener.accept(event);
      } catch (RuntimeException | Error thrown) { // the program's edge: the request has succeeded
        LOG.log(System.Logger.Level.ERROR, "listener " + listener + " failed: " + event, thrown);
      }
    }
  }

  private PlugReport told(PlugReport report) {
    tell(
        new PlatformEvent(
            PlatformEvent.Kind.valueOf(report.action().toUpperCase(Locale.ROOT)),
            report.bundle(),
            report.version(),
            "",
            report.generation(),
            Duration.ofNanos(report.nanos())));
    return report;
  }

  private SwapReport told(PlatformEvent.Kind kind, SwapReport report) {
    tell(
        new PlatformEvent(
            kind,
            report.bundle(),
            report.version(),
            report.replaced(),
            report.generation(),
            Duration.ofNanos(report.nanos())));
    return report;
  }

  @Override
  public PlugReport plug(Path file, ChangePolicy changes) {
    return told(platform.plug(file, changes));
  }

  @Override
  public List<PlugReport> plug(List<Path> files) {
    List<PlugReport> reports = platform.plug(files);
    reports.forEach(this::told);
    return reports;
  }

  @Override
  public PlugReport unplug(String bundle) {
    return told(platform.unplug(bundle));
  }

  @Override
  public PlugReport unplug(String bundle, DrainPolicy policy) {
    return told(platform.unplug(bundle, policy));
  }

  @Override
  public SwapReport swap(String old, Path replacement, ChangePolicy changes) {
    return told(PlatformEvent.Kind.SWAPPED, platform.swap(old, replacement, changes));
  }

  @Override
  public SwapReport swap(String old, Path replacement, DrainPolicy policy) {
    return told(PlatformEvent.Kind.SWAPPED, platform.swap(old, replacement, policy));
  }

  @Override
  public SwapReport update(String bundle, Path content, ChangePolicy changes) {
    return told(PlatformEvent.Kind.UPDATED, platform.update(bundle, content, changes));
  }

  @Override
  public List<Removal> removals() {
    return platform.removals();
  }

  @Override
  public void cancelDrain(String bundle) {
    platform.cancelDrain(bundle);
  }

  @Override
  public List<Plugged> plugged() {
    return platform.plugged();
  }
}
