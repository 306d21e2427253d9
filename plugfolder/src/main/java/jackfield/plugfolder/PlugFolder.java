package jackfield.plugfolder;

import java.util.function.Consumer;

/**
 * The folder {@code plug} of a running platform: a jar that is put there is plugged, one that is
 * deleted is unplugged, and a file {@code PID.cfg} or {@code PID.json} becomes a configuration.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface PlugFolder {
  /** A folder while it is watched. */
  interface Watch extends AutoCloseable {
    /** Stops watching and waits for the look that runs. What was plugged stays plugged. */
    @Override
    void close();
  }

  /**
   * Starts watching. What lies in the folder is configured and plugged when this returns.
   *
   * <p>A folder that cannot be created or read costs a message, not the caller.
   *
   * @param tell receives messages for people, one line each, on the watching thread
   */
  Watch watch(Consumer<String> tell);
}
