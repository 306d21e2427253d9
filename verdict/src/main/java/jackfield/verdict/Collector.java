package jackfield.verdict;

/** The garbage collector, as it can be asked. */
interface Collector {
  /** Returns in words which one runs and what asking it costs the callers. */
  String describe();

  /** Asks it to collect; returns when it has. */
  void collect();
}
