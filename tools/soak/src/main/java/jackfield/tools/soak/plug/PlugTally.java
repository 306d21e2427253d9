package jackfield.tools.soak.plug;

import jackfield.tools.soak.measure.Tally;
import java.util.concurrent.atomic.LongAdder;

/** What a soak of plugging counts beside its checks. */
final class PlugTally {
  final Tally checks = new Tally();
  final LongAdder calls = new LongAdder();
  final LongAdder trainings = new LongAdder();

  /** Calls that gave other numbers, or were served by another, than the oracle allows. */
  final LongAdder wrong = new LongAdder();

  /** Calls that failed though somebody served. */
  final LongAdder lost = new LongAdder();

  /** Calls that failed as they should: nobody served. */
  final LongAdder refused = new LongAdder();

  /** Threads that ended, and errors that no call should end with. */
  final LongAdder crashes = new LongAdder();
}
