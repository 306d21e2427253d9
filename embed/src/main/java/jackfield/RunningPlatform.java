package jackfield;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.dispatch.Dispatcher;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * What a platform consists of while it runs, behind the lock that its users hold for reading. To
 * close it takes the lock for writing, so it waits for running requests.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class RunningPlatform implements AutoCloseable {
  private final ReentrantReadWriteLock use; // close waits for users
  private volatile Parts parts; // null after close; written under the lock
  private volatile boolean isClosing; // later requests are refused, so that close ends

  /** The parts; a closed platform keeps no reference to them. */
  record Parts(HostFramework host, Dispatcher dispatcher, Aten aten, PlugFolderUse folder) {}

  private RunningPlatform(ReentrantReadWriteLock use, Parts parts) {
    this.use = use;
    this.parts = parts;
  }

  /**
   * Starts a platform.
   *
   * @throws StartFailed if it does not start; nothing of it is left
   * @throws PlugFolderInUse if another platform watches the plug folder
   */
  static RunningPlatform start(Options options) {
    PlugFolderUse folder = PlugFolderUse.begin(options.plugFolder());
    try {
      return start(options, folder);
    } catch (RuntimeException | Error failed) {
      folder.close();
      throw failed;
    }
  }

  private static RunningPlatform start(Options options, PlugFolderUse folder) {
    ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    HostFramework host = HostFramework.start(options, use);
    try {
      return new RunningPlatform(
          use, new Parts(host, host.service(Dispatcher.class), host.service(Aten.class), folder));
    } catch (RuntimeException | Error incomplete) {
      host.close();
      throw incomplete;
    }
  }

  /**
   * Makes a request while the platform stays open. It never waits for a platform that closes: that
   * one may wait for the call that makes the request.
   *
   * @param action what was asked, for the message
   * @throws PlatformClosed if the platform was closed, or is being closed
   */
  <T> T using(String action, Function<Parts, T> request) {
    if (isRefused() || !use.readLock().tryLock()) {
      throw new PlatformClosed(action);
    }
    try {
      if (parts == null) {
        throw new PlatformClosed(action);
      }
      return request.apply(parts);
    } finally {
      use.readLock().unlock();
    }
  }

  /** A thread that is inside a request may make others: close waits for it in any case. */
  private boolean isRefused() {
    return isClosing && use.getReadHoldCount() == 0;
  }

  /** Plugs a bundle inside the artifact, or the one in a file. */
  Plugged plug(String nameOrFile) {
    return using(
        "plug",
        now -> {
          Path file = now.host().bundles().file("plug", nameOrFile);
          return Plugged.of(this, now.host().platform().plug(file));
        });
  }

  /** Replaces a bundle by one inside the artifact, or by the one in a file. */
  Plugged swap(String name, String replacement) {
    return using("swap", now -> swap(now, name, now.host().bundles().file("swap", replacement)));
  }

  /** Replaces a bundle by the one in a file. */
  Plugged swap(String name, Path replacement) {
    return using(
        "swap",
        now -> {
          JvmFlags.requireForBundle("swap " + name, replacement);
          return swap(now, name, replacement);
        });
  }

  private Plugged swap(Parts now, String name, Path file) {
    return Plugged.of(this, now.host().platform().swap(name, file));
  }

  /** Returns whether a bundle is installed; false after the platform was closed. */
  boolean isInstalled(long bundleId) {
    if (isRefused() || !use.readLock().tryLock()) {
      return false; // it is being closed
    }
    try {
      return parts != null && parts.host().isInstalled(bundleId);
    } finally {
      use.readLock().unlock();
    }
  }

  /** Unplugs a bundle that may be unplugged, or whose platform may be closed. */
  void unplugInstalled(long bundleId) {
    if (isRefused() || !use.readLock().tryLock()) {
      return; // it is being closed, which unplugs all bundles
    }
    try {
      if (parts != null) {
        HostFramework host = parts.host();
        host.title(bundleId).ifPresent(host.platform()::unplug);
      }
    } finally {
      use.readLock().unlock();
    }
  }

  /** Returns whether the platform was closed, at once: false while another thread closes it. */
  boolean isClosed() {
    return parts == null;
  }

  /**
   * Ends the platform when running requests have ended; a second call does nothing.
   *
   * @throws CloseRefused if the thread is inside a request, or inside a call of an operator
   */
  @Override
  public void close() {
    if (use.getReadHoldCount() > 0) {
      throw CloseRefused.inRequest();
    }
    if (DispatchContext.current().epoch() != 0) {
      throw CloseRefused.inCall();
    }
    isClosing = true;
    use.writeLock().lock();
    try {
      if (parts != null) {
        end(parts);
      }
    } finally {
      use.writeLock().unlock();
    }
  }

  private void end(Parts running) {
    try {
      running.host().close();
    } finally {
      running.folder().close();
      parts = null;
    }
  }
}
