package jackfield.verdict;

/** The garbage collector of the virtual machine. */
interface Collector {
  /** Returns the name of the collector, and what a requested collection costs the callers. */
  String describe();

  /** Requests a collection and waits for its end. */
  void collect();

  /**
   * Returns how many collections are needed to collect loaders that were young at the first one. A
   * concurrent collector needs more than one, since it treats young objects as alive.
   */
  int rounds();

  /**
   * Returns whether the virtual machine itself may hold loaders now. Its JIT compiler holds the
   * classes of the methods that it compiles, on a busy machine for seconds.
   */
  boolean isCompiling();
}
