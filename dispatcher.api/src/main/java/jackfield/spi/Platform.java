package jackfield.spi;

import jackfield.dispatch.Drain;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Plugs and unplugs bundles while calls run; an OSGi service.
 *
 * <p><em>Threads</em>: safe for all. Unplugging blocks until running calls have ended, for as long
 * as the policy allows. A request from inside a call does not wait, because it would wait for
 * itself.
 */
public interface Platform {
  /**
   * What a bundle contributes to the platform: a backend, a feature, a library or kernels.
   *
   * @param kind what it is
   * @param name the device, feature or namespace, or the class that hosts the kernels
   * @param bundle the bundle's symbolic name, without the platform's own prefix
   * @param version the bundle's version
   * @param ranking its ranking among kernels of the same key
   * @param kernels the number of kernels it has registered
   */
  record Contribution(
      Kind kind, String name, String bundle, String version, int ranking, int kernels) {
    /** What a contribution is. */
    public enum Kind {
      /** A {@link Backend}, named by its device. */
      BACKEND,
      /** A {@link Feature}. */
      FEATURE,
      /** An {@link OperatorLibrary}, named by its namespace. */
      LIBRARY,
      /** A {@link KernelHost}, named by its class. */
      KERNELS;

      /** Returns the name in lower case, as the shell prints it. */
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /**
   * The result of plugging or unplugging a bundle.
   *
   * @param action what became of the bundle
   * @param bundle the bundle's symbolic name, without the platform's own prefix
   * @param version the bundle's version
   * @param bundleId its number in the framework
   * @param generation the dispatcher's generation afterwards
   * @param tensors what became of the tensors in its memory, in words; empty if there were none or
   *     this is not decided
   * @param check what the check of a new bundle found, in words, and whether it registered no
   *     service; empty if nothing was checked
   * @param nanos from the request until the bundle was active, or until it was removed
   */
  record PlugReport(
      Action action,
      String bundle,
      String version,
      long bundleId,
      long generation,
      String tensors,
      String check,
      long nanos) {
    /** What became of a bundle. */
    public enum Action {
      /** It is active. */
      PLUGGED,
      /** It is uninstalled. */
      UNPLUGGED,
      /** Calls outlasted the deadline; it is uninstalled when they have ended. */
      QUARANTINED,
      /** The request came from inside a call; it is uninstalled when calls have ended. */
      DRAINING;

      /** Returns the name in lower case, as the shell prints it. */
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /**
   * A bundle that is being removed.
   *
   * @param bundle its symbolic name, without the platform's own prefix
   * @param version its version
   * @param bundleId its number in the framework
   * @param state how far the removal has come
   * @param since when its kernels were withdrawn from the dispatch tables
   * @param policy what is done after the deadline
   * @param verdict why it is still present, such as {@code resident: thread X inside op Y}
   * @param inside the threads that execute its kernels
   */
  record Removal(
      String bundle,
      String version,
      long bundleId,
      State state,
      Instant since,
      DrainPolicy policy,
      String verdict,
      List<Drain.Inside> inside) {
    /** How far a removal has come. */
    public enum State {
      /** Waits for calls that run. */
      DRAINING,
      /** Waits for the bundle's {@link Quiescent} services, then for its tensors. */
      QUIESCING,
      /** The deadline has passed; the bundle stays installed while calls are inside. */
      QUARANTINED,
      /** It is uninstalled. */
      REMOVED,
      /** Its registrations serve again. */
      RESTORED;

      /** Returns the name in lower case, as the shell prints it. */
      @Override
      public String toString() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /**
   * Installs and starts the bundle in {@code file}.
   *
   * @throws jackfield.dispatch.PlugFailure if the file is no bundle or is damaged, or the bundle is
   *     installed already or does not resolve; also if a component that its manifest declares does
   *     not start, or its registrations are refused; the bundle is uninstalled then
   */
  default PlugReport plug(Path file) {
    return plug(file, ChangePolicy.AS_CONFIGURED);
  }

  /**
   * Installs and starts the bundle in {@code file}.
   *
   * @param changes what is done if its results differ from those of the reference
   * @throws jackfield.dispatch.PlugFailure as {@link #plug(Path)}
   */
  PlugReport plug(Path file, ChangePolicy changes);

  /**
   * Installs and starts several bundles; all their registrations are published in one generation.
   *
   * @throws jackfield.dispatch.PlugFailure if one bundle is refused; all are uninstalled then
   */
  List<PlugReport> plug(List<Path> files);

  /**
   * Stops and uninstalls a bundle by the configured policy.
   *
   * @throws jackfield.dispatch.PlugFailure if no such bundle is installed, or several match
   */
  PlugReport unplug(String bundle);

  /**
   * Stops and uninstalls a bundle. The name is its symbolic name, with or without the platform's
   * own prefix, or {@code name:version}. The steps are:
   *
   * <ol>
   *   <li>All its registrations are withdrawn in one generation.
   *   <li>The drain waits for running calls, then for the bundle's {@link Quiescent} services.
   *   <li>The tensors in its memory are evacuated or orphaned ({@link
   *       jackfield.memory.TensorFate}).
   *   <li>The bundle is stopped.
   * </ol>
   *
   * @throws jackfield.dispatch.PlugFailure if no such bundle is installed, if several bundles of
   *     that name are installed and no version was given, or if the drain was cancelled
   * @throws jackfield.dispatch.DrainVetoed if calls outlasted the deadline and the policy restores
   *     the bundle then
   * @throws jackfield.memory.MemoryInUse if tensors are in its memory and the configuration keeps
   *     the bundle for them
   */
  PlugReport unplug(String bundle, DrainPolicy policy);

  /**
   * Swaps a bundle by the configured policy.
   *
   * @throws jackfield.dispatch.PlugFailure if the replacement is refused
   */
  default SwapReport swap(String old, Path replacement) {
    return swap(old, replacement, ChangePolicy.AS_CONFIGURED);
  }

  /**
   * Swaps a bundle by the configured drain policy.
   *
   * @param changes what is done if the replacement's results differ
   * @throws jackfield.dispatch.PlugFailure if the replacement is refused
   */
  SwapReport swap(String old, Path replacement, ChangePolicy changes);

  /**
   * Replaces a bundle by the bundle in {@code replacement}. The replacement is installed and
   * started beside the old bundle. Its {@link SelfCheck}, or calls of all its operators, check it.
   * One generation withdraws the old registrations and publishes the new ones. Then the old bundle
   * is drained and uninstalled.
   *
   * <p>The check expects the components that the manifest of the replacement declares and the
   * operators that the old bundle has kernels for. It expects the results of the reference: a
   * kernel that ranks below the new one at the same key, or else the old bundle's kernel. The
   * configuration decides whether a difference in these is refused or only warned of. A component
   * that does not start and a class that cannot be loaded are always refused.
   *
   * @throws jackfield.dispatch.PlugFailure if the replacement is refused, with the step; the old
   *     bundle stays active and the replacement is uninstalled
   * @throws jackfield.dispatch.DrainVetoed if calls of the old bundle outlasted the deadline and
   *     the policy restores it then; the replacement is uninstalled
   * @throws jackfield.memory.MemoryInUse if tensors are in the old bundle's memory and the
   *     configuration keeps the bundle for them; the replacement is uninstalled
   */
  SwapReport swap(String old, Path replacement, DrainPolicy policy);

  /**
   * Updates a bundle in place, by the configured policy. Between its two revisions the next kernels
   * in order are active. Where there are none, calls wait if the configuration says so.
   *
   * @throws jackfield.dispatch.PlugFailure if the new content is refused; if a check beside the
   *     running bundle refused it, the bundle was not stopped and nothing has changed
   */
  default SwapReport update(String bundle, Path content) {
    return update(bundle, content, ChangePolicy.AS_CONFIGURED);
  }

  /**
   * Updates a bundle in place.
   *
   * @param changes what is done if the results of the new content differ
   * @throws jackfield.dispatch.PlugFailure as {@link #update(String, Path)}
   */
  SwapReport update(String bundle, Path content, ChangePolicy changes);

  /** Returns the bundles that are being removed, the oldest first. */
  List<Removal> removals();

  /**
   * Cancels the removal of a bundle that is not yet stopped, which restores it.
   *
   * @throws jackfield.dispatch.PlugFailure if no such bundle is being removed, or later
   *     registrations conflict with it
   */
  void cancelDrain(String bundle);

  /** Returns the backends, features and libraries that are plugged. */
  List<Contribution> plugged();
}
