package jackfield.tools.soak.plug;

import jackfield.tools.soak.bundles.PluggedSet;
import java.util.function.Predicate;

/** The chain of sets; one thread appends to it, all threads read it. */
final class PluggedSets {
  private volatile PluggedSet latest = PluggedSet.empty();
  private volatile PluggedSet earliest = latest;

  /** Announces a change that may begin from now on. */
  void announce(PluggedSet set) {
    latest.follow(set);
    latest = set;
  }

  /** Confirms the announced changes: calls that start from now on see the last of them. */
  void confirm() {
    earliest = latest;
  }

  /** Returns the earliest set that a call starting now can meet. */
  PluggedSet earliest() {
    return earliest;
  }

  /** Returns the latest set that a call that has just ended can have met. */
  PluggedSet latest() {
    return latest;
  }

  /** Returns whether one of the sets from {@code first} to {@code last} satisfies the predicate. */
  static boolean any(PluggedSet first, PluggedSet last, Predicate<PluggedSet> test) {
    for (PluggedSet set = first; set != null; set = set.next()) {
      if (test.test(set)) {
        return true;
      }
      if (set == last) {
        return false;
      }
    }
    return false;
  }
}
