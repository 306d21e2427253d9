package jackfield;

import jackfield.spi.ChangePolicy;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import jackfield.spi.SwapReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A platform that reports what it did to listeners. It is registered as a service with a higher
 * ranking than the platform itself, so the requests of the plug folder are reported too.
 *
 * <p>Each request holds the read lock of the running platform, and {@link Jackfield#close} takes
 * its write lock. So close waits for the requests of all threads, and a thread that is inside one
 * is refused. A request that arrives while another thread closes the platform does not wait for the
 * lock: the closing thread waits for the thread that watches the plug folder.
 */
final class NotifyingPlatform implements Platform {
  private static final System.Logger LOG = System.getLogger("jackfield");

  private final ReentrantReadWriteLock use;
  private final List<Registered> listeners = new CopyOnWriteArrayList<>();
  private Platform platform; // null after close; guarded by the lock

  /** Creates it for a platform that runs; {@code use} is the lock of its users. */
  NotifyingPlatform(Platform platform, ReentrantReadWriteLock use) {
    this.platform = platform;
    this.use = use;
  }

  /** One registration of a listener, which may have several. */
  private static final class Registered {
    private final Consumer<PlatformEvent> listener;

    Registered(Consumer<PlatformEvent> listener) {
      this.listener = listener;
    }
  }

  private <T> T using(String action, Function<Platform, T> request) {
    if (!use.readLock().tryLock()) {
      throw new PlatformClosed(action);
    }
    try {
      if (platform == null) {
        throw new PlatformClosed(action);
      }
      return request.apply(platform);
    } finally {
      use.readLock().unlock();
    }
  }

  private static void given(String request, String argument, Object value) {
    Objects.requireNonNull(value, () -> "Platform.%s: %s is null".formatted(request, argument));
  }

  /** Refuses all later requests; the platform has stopped. */
  void close() {
    platform = null;
    listeners.clear();
  }

  Jackfield.Listening listen(Consumer<PlatformEvent> listener) {
    Registered registered = new Registered(listener);
    listeners.add(registered);
    return () -> listeners.remove(registered);
  }

  private void tell(PlatformEvent event) {
    for (Registered each : listeners) {
      try {
        each.listener.accept(event);
      } catch (RuntimeException | Error thrown) { // the program's edge: the request has succeeded
        LOG.log(
            System.Logger.Level.ERROR, "listener " + each.listener + " failed: " + event, thrown);
      }
    }
  }

  private PlugReport told(PlugReport report) {
    tell(
        new PlatformEvent(
            PlatformEvent.Kind.valueOf(report.action().name()),
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
    given("plug", "file", file);
    given("plug", "changes", changes);
    return using("plug", now -> told(now.plug(file, changes)));
  }

  @Override
  public List<PlugReport> plug(List<Path> files) {
    given("plug", "files", files);
    files.forEach(file -> given("plug", "a file of the list", file));
    return using(
        "plug",
        now -> {
          List<PlugReport> reports = now.plug(files);
          reports.forEach(this::told);
          return reports;
        });
  }

  @Override
  public PlugReport unplug(String bundle) {
    given("unplug", "bundle", bundle);
    return using("unplug", now -> told(now.unplug(bundle)));
  }

  @Override
  public PlugReport unplug(String bundle, DrainPolicy policy) {
    given("unplug", "bundle", bundle);
    given("unplug", "policy", policy);
    return using("unplug", now -> told(now.unplug(bundle, policy)));
  }

  @Override
  public SwapReport swap(String old, Path replacement, ChangePolicy changes) {
    given("swap", "old", old);
    given("swap", "replacement", replacement);
    given("swap", "changes", changes);
    return using(
        "swap", now -> told(PlatformEvent.Kind.SWAPPED, now.swap(old, replacement, changes)));
  }

  @Override
  public SwapReport swap(String old, Path replacement, DrainPolicy policy) {
    given("swap", "old", old);
    given("swap", "replacement", replacement);
    given("swap", "policy", policy);
    return using(
        "swap", now -> told(PlatformEvent.Kind.SWAPPED, now.swap(old, replacement, policy)));
  }

  @Override
  public SwapReport update(String bundle, Path content, ChangePolicy changes) {
    given("update", "bundle", bundle);
    given("update", "content", content);
    given("update", "changes", changes);
    return using(
        "update", now -> told(PlatformEvent.Kind.UPDATED, now.update(bundle, content, changes)));
  }

  @Override
  public List<Removal> removals() {
    return using("removals", Platform::removals);
  }

  @Override
  public void cancelDrain(String bundle) {
    given("cancelDrain", "bundle", bundle);
    using(
        "cancelDrain",
        now -> {
          now.cancelDrain(bundle);
          return bundle;
        });
  }

  @Override
  public List<Contribution> plugged() {
    return using("plugged", Platform::plugged);
  }
}
