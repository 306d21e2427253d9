package jackfield.spi;

import java.nio.file.Path;
import java.util.List;

/**
 * Plugs and unplugs bundles while the work goes on; an OSGi service.
 *
 * <p><em>Threads</em>: safe for all. Unplugging blocks until the calls inside have ended, 10 s at
 * most.
 */
public interface Platform {
  /**
   * Something that is plugged.
   *
   * @param kind {@code backend}, {@code feature}, {@code library} or {@code kernels}
   * @param name the device, feature or namespace it is for, or the class that hosts the kernels
   * @param bundle the bundle's symbolic name, without the platform's own prefix
   * @param version the bundle's version
   * @param ranking its rank among those of the same key
   * @param kernels how many kernels it has registered
   */
  record Plugged(
      String kind, String name, String bundle, String version, int ranking, int kernels) {}

  /**
   * What a bundle's arrival or departure took.
   *
   * @param action {@code plugged} or {@code unplugged}
   * @param bundle the bundle's symbolic name, without the platform's own prefix
   * @param version the bundle's version
   * @param generation the dispatcher's generation afterwards
   * @param nanos from the request until the bundle was active, or until it was gone
   */
  record PlugReport(String action, String bundle, String version, long generation, long nanos) {}

  /**
   * Installs and starts the bundle in {@code file}.
   *
   * @throws jackfield.dispatch.PlugFailure if it is no bundle, is installed, does not resolve, or
   *     what it brings is refused; nothing stays installed then
   */
  PlugReport plug(Path file);

  /**
   * Stops and uninstalls a bundle, given by its symbolic name, with or without the platform's own
   * prefix.
   *
   * @throws jackfield.dispatch.PlugFailure if no such bundle is installed
   */
  PlugReport unplug(String bundle);

  /** Returns the backends, features and libraries that are plugged. */
  List<Plugged> plugged();
}
