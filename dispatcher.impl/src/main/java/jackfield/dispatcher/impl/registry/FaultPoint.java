package jackfield.dispatcher.impl.registry;

/**
 * A hook that tests use to make any step of a commit fail. It is called before each step that may
 * throw. The steps after the first store cannot throw, so it is not called for them.
 */
interface FaultPoint {
  /** Makes no step fail. */
  FaultPoint NONE = step -> {};

  /** Runs before {@code step}; an exception from here fails the commit. */
  void before(String step);
}
