package jackfield;

import jackfield.spi.Platform.PlugReport;
import jackfield.spi.SwapReport;

/**
 * A bundle that was plugged, or that replaced another. Closing it unplugs the bundle, and calls use
 * the next kernel in order.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Plugged implements AutoCloseable {
  private final RunningPlatform running;
  private final String name;
  private final String version;
  private final long bundleId;

  Plugged(RunningPlatform running, String name, String version, long bundleId) {
    this.running = running;
    this.name = name;
    this.version = version;
    this.bundleId = bundleId;
  }

  static Plugged of(RunningPlatform running, PlugReport report) {
    return new Plugged(running, report.bundle(), report.version(), report.bundleId());
  }

  static Plugged of(RunningPlatform running, SwapReport report) {
    return new Plugged(running, report.bundle(), report.version(), report.bundleId());
  }

  /** Returns the bundle's symbolic name, without the platform's own prefix. */
  public String name() {
    return name;
  }

  /** Returns the bundle's version. */
  public String version() {
    return version;
  }

  /** Returns whether the bundle is installed; false after the platform was closed. */
  public boolean isPlugged() {
    return running.isInstalled(bundleId);
  }

  /**
   * Unplugs the bundle and waits until no thread executes its kernels, by the configured policy.
   * Does nothing if the bundle was unplugged or swapped, or the platform was closed.
   *
   * @throws jackfield.dispatch.PlugFailure if another request is removing it
   * @throws jackfield.dispatch.DrainVetoed if calls outlasted the deadline and the policy restores
   *     the bundle then
   */
  @Override
  public void close() {
    running.unplugInstalled(bundleId);
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}
