package jackfield.plugfolder;

import java.util.function.Consumer;

/**
 * Watches the folder {@code plug} of a running platform. A jar that is copied there is plugged, and
 * a deleted jar is unplugged. A file {@code PID.cfg} or {@code PID.json} becomes a configuration.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public interface PlugFolder {
  /** The watch of a folder, which lasts until it is closed. */
  interface Watch extends AutoCloseable {
    /** Stops watching and waits until a running scan ends. Plugged bundles stay plugged. */
    @Override
    void close();
  }

  /**
   * Starts watching. When this returns, the files in the folder are configured and plugged.
   *
   * <p>A folder that cannot be created or read causes a message and no exception.
   *
   * @param tell receives messages for users, on this thread and later on the watching thread
   */
  Watch watch(Consumer<String> tell);
}
