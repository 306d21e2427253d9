package jackfield.tools.soak.plug;

import jackfield.tools.soak.measure.Tally;
import java.util.concurrent.atomic.LongAdder;

/** The counts of a soak of plugging, besides its checks. */
final class PlugTally {
  final Tally checks = new Tally();
  final LongAdder calls = new LongAdder();
  final LongAdder trainings = new LongAdder();

  /** Calls with other results, or another provider, than the oracle permits. */
  final LongAdder wrong = new LongAdder();

  /** Calls that failed although a kernel was plugged. */
  final LongAdder lost = new LongAdder();

  /** Calls that failed as expected, since no kernel was plugged. */
  final LongAdder refused = new LongAdder();

  /** Threads that ended, and errors that no call may throw. */
  final LongAdder crashes = new LongAdder();
}
