package jackfield.dispatch;

/**
 * Hears of definitions and overrides.
 *
 * <p><em>Threads</em>: called under the dispatcher's lock, so it must not register anything.
 */
public interface OperatorListener {
  /** An operator was defined. */
  default void defined(OperatorSchema schema) {}

  /** An operator's definition is about to go. */
  default void undefining(OperatorSchema schema) {}

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
