package jackfield.spi;

import jackfield.dispatch.Drain;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Plugs and unplugs bundles while the work goes on; an OSGi service.
 *
 * <p><em>Threads</em>: safe for all. Unplugging blocks until the calls inside have ended, as long
 * as the policy says; asked from inside a call it does not wait, since that would be for itself.
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
   * @param action {@code plugged} or {@code unplugged}; {@code quarantined} if calls were inside
   *     beyond the deadline, {@code draining} if it was asked from inside a call
   * @param bundle the bundle's symbolic name, without the platform's own prefix
   * @param version the bundle's version
   * @param bundleId its number in the framework
   * @param generation the dispatcher's generation afterwards
   * @param tensors what became of the tensors in its memory, in words; empty if there were none, or
   *     that is not decided
   * @param check what the check of an arriving bundle found, in words; empty if nothing was checked
   * @param nanos from the request until the bundle was active, or until it was gone
   */
  record PlugReport(
      String action,
      String bundle,
      String version,
      long bundleId,
      long generation,
      String tensors,
      String check,
      long nanos) {}

  /**
   * A bundle on its way out.
   *
   * @param bundle its symbolic name, without the platform's own prefix
   * @param version its version
   * @param bundleId its number in the framework
   * @param state {@code draining}, {@code quiescing} or {@code quarantined}
   * @param since when its kernels left the tables
   * @param policy what is done after the deadline
   * @param verdict why it is still there, such as {@code resident: thread X inside op Y}
   * @param inside who is inside
   */
  record Leaving(
      String bundle,
      String version,
      long bundleId,
      String state,
      Instant since,
      DrainPolicy policy,
      String verdict,
      List<Drain.Inside> inside) {}

  /**
   * Installs and starts the bundle in {@code file}.
   *
   * @throws jackfield.dispatch.PlugFailure if it is no bundle, is damaged, is installed, does not
   *     resolve, does not bring up the components that its manifest declares, or what it brings is
   *     refused; nothing stays installed then
   */
  default PlugReport plug(Path file) {
    return plug(file, ChangePolicy.AS_CONFIGURED);
  }

  /**
   * Installs and starts the bundle in {@code file}.
   *
   * @param changes what is done if it answers otherwise than the reference does
   * @throws jackfield.dispatch.PlugFailure as {@link #plug(Path)}
   */
  PlugReport plug(Path file, ChangePolicy changes);

  /**
   * Installs and starts several bundles; all that they bring appears as one generation.
   *
   * @throws jackfield.dispatch.PlugFailure if that is refused for one of them; none stays installed
   *     then
   */
  List<PlugReport> plug(List<Path> files);

  /**
   * Stops and uninstalls a bundle by the configured policy.
   *
   * @throws jackfield.dispatch.PlugFailure if no such bundle is installed, or several are
   */
  PlugReport unplug(String bundle);

  /**
   * Stops and uninstalls a bundle, given by its symbolic name, with or without the platform's own
   * prefix, or by {@code name:version}. All that it registered goes as one generation; then the
   * calls inside are waited for, then its {@link Quiescent} services, then the tensors in its
   * memory are evacuated or orphaned ({@link jackfield.memory.TensorFate}), then it is stopped.
   *
   * @throws jackfield.dispatch.PlugFailure if no such bundle is installed, if several of that name
   *     are and no version was given, or if the drain was cancelled
   * @throws jackfield.dispatch.DrainVetoed if calls stayed inside and the policy lets it stay then
   * @throws jackfield.memory.MemoryInUse if tensors are in its memory that it is to stay for
   */
  PlugReport unplug(String bundle, DrainPolicy policy);

  /**
   * Swaps a bundle by the configured policy.
   *
   * @throws jackfield.dispatch.PlugFailure if the new one is refused
   */
  default SwapReport swap(String old, Path replacement) {
    return swap(old, replacement, ChangePolicy.AS_CONFIGURED);
  }

  /**
   * Swaps a bundle by the configured drain policy.
   *
   * @param changes what is done if the new one serves otherwise
   * @throws jackfield.dispatch.PlugFailure if the new one is refused
   */
  SwapReport swap(String old, Path replacement, ChangePolicy changes);

  /**
   * Puts the bundle in {@code replacement} in the place of another: installed and started beside
   * it, checked by its {@link SelfCheck} or by calls of all its operators, then one generation in
   * which the old one's registrations go and the new one's come; the old one is drained and
   * uninstalled.
   *
   * <p>The check expects the components that the manifest of the new bundle declares, the operators
   * that the old one has kernels for, and the answers of the reference: of a kernel that ranks
   * below the new one at the same key. Where there is no such kernel it expects the old bundle's
   * answers. What the configuration refuses or warns of is a difference; a component that does not
   * come up and a class that cannot be loaded are refused whatever the configuration says.
   *
   * @throws jackfield.dispatch.PlugFailure if the new one is refused, with the step; the old one
   *     serves on and the new one is gone
   * @throws jackfield.dispatch.DrainVetoed if calls stayed inside the old one and the policy lets
   *     it stay then; the new one is gone
   * @throws jackfield.memory.MemoryInUse if tensors are in the old one's memory that it is to stay
   *     for; the new one is gone
   */
  SwapReport swap(String old, Path replacement, DrainPolicy policy);

  /**
   * Gives a bundle its next content in place, by the configured policy. Between its two revisions
   * the next in line serves; where there is none, calls wait if the configuration says so.
   *
   * @throws jackfield.dispatch.PlugFailure if the new content is refused; if that was found before
   *     the bundle was stopped, which a check beside it does, all is as it was before
   */
  default SwapReport update(String bundle, Path content) {
    return update(bundle, content, ChangePolicy.AS_CONFIGURED);
  }

  /**
   * Gives a bundle its next content in place.
   *
   * @param changes what is done if the next content serves otherwise
   * @throws jackfield.dispatch.PlugFailure as {@link #update(String, Path)}
   */
  SwapReport update(String bundle, Path content, ChangePolicy changes);

  /** Returns the bundles that are on their way out, the oldest first. */
  List<Leaving> leaving();

  /**
   * Puts a bundle back that is on its way out and not yet stopped.
   *
   * @throws jackfield.dispatch.PlugFailure if no such bundle is, or what came meanwhile is in its
   *     way
   */
  void cancelDrain(String bundle);

  /** Returns the backends, features and libraries that are plugged. */
  List<Plugged> plugged();
}
