package jackfield.dispatcher.impl.registry;

/**
 * Called before each step of a commit that may throw, so that a test can make any of them fail. The
 * steps that follow the first store are not among them: they cannot throw.
 */
interface FaultPoint {
  /** Lets every step pass. */
  FaultPoint NONE = step -> {};

  /** Is called before {@code step}; what it throws fails the commit. */
  void before(String step);
}
