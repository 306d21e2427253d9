package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;

/**
 * Receives definitions and overrides after they were published. An exception of a listener is
 * logged with its bundle's name and has no other effect.
 *
 * <p><em>Threads</em>: one thread at a time notifies listeners, in the order of the commits and
 * without the dispatcher's lock. The notifying thread is a committing thread, but it may report a
 * commit of another thread. It is inside an epoch meanwhile. A listener may therefore call
 * operators and register kernels, but must not wait for the removal of a bundle.
 */
public interface OperatorListener {
  /** Receives an operator that was defined. */
  default void defined(OperatorSchema schema) {}

  /** Receives an operator whose definition was withdrawn. */
  default void undefined(OperatorSchema schema) {}

  /**
   * Receives a kernel registered for a key that has a kernel of the same ranking, each time. Meta
   * and MTIA are exempt, as in C10: kernels from several sources are expected there. Different
   * rankings are deliberate and are not reported.
   */
  default void overridden(Overriding overriding) {}

  /**
   * A kernel that overrides another.
   *
   * @param operator the operator
   * @param key the key; CompositeImplicitAutograd for a catch-all
   * @param isCatchAll whether no key was given
   * @param by the provider of the later kernel
   * @param over the provider of the kernel that was active until then
   */
  record Overriding(
      OperatorName operator, DispatchKey key, boolean isCatchAll, Provenance by, Provenance over) {}
}
