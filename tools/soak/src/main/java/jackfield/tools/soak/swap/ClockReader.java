package jackfield.tools.soak.swap;

import jackfield.tools.soak.measure.Gaps;

/** A thread that only reads the clock: the machine causes its gaps. */
final class ClockReader extends RepeatedTask {
  ClockReader(Gaps gaps) {
    super(gaps);
  }

  @Override
  void one(int turn) {} // the clock is read at the end of each turn
}
