package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;

/**
 * Hears of definitions and overrides, after they were published. What it throws is logged with its
 * bundle's name and changes nothing.
 *
 * <p><em>Threads</em>: one thread at a time tells, without holding the dispatcher's lock, in the
 * order of the commits. That thread is one that commits, perhaps another than the one whose commit
 * is told; it is inside an epoch meanwhile. So a listener may call and register, but not wait for a
 * bundle to leave.
 */
public interface OperatorListener {
  /** An operator was defined. */
  default void defined(OperatorSchema schema) {}

  /** An operator's definition was withdrawn. */
  default void undefined(OperatorSchema schema) {}

  /**
   * A kernel was registered for a key that has one of the same ranking; heard each time. Meta and
   * MTIA are exempt, as in C10: there kernels of different sources are expected. Different rankings
   * are no accident, and nothing is heard of them.
   */
  default void overridden(Overriding overriding) {}

  /**
   * What was registered over what.
   *
   * @param operator the operator
   * @param key the key; CompositeImplicitAutograd for a catch-all
   * @param isCatchAll whether no key was given
   * @param by who registered the later kernel
   * @param over who registered the one that served until then
   */
  record Overriding(
      OperatorName operator, DispatchKey key, boolean isCatchAll, Provenance by, Provenance over) {}
}
