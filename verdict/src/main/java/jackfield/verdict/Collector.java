package jackfield.verdict;

/** The garbage collector, as it can be asked. */
interface Collector {
  /** Returns in words which one runs and what asking it costs the callers. */
  String describe();

  /** Asks it to collect; returns when it has. */
  void collect();

  /**
   * Returns how often it must be asked until it has collected what was new at the first time: more
   * than once if it works beside the callers, since it then takes what is young for alive.
   */
  int rounds();

  /**
   * Returns whether the machine may hold loaders itself at this moment: its compiler holds the
   * classes of what it compiles, on a busy machine for seconds.
   */
  boolean isCompiling();
}
