package jackfield.tools.soak.dispatch;

import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.tools.soak.measure.Tally;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A kernel that answers with its number, counts the threads inside it, and reports a thread that
 * enters it after it was closed. One kernel is registered for both operators of a subject.
 */
final class SoakKernel {
  /** An effort with which the lowest kernel calls the subject's other operator. */
  static final long NESTED = 1L << 20;

  /** An effort with which the kernel sleeps, like a kernel that waits for a device. */
  static final long SLEEP = 1L << 21;

  private static final long SLEEP_NANOS = 100_000;
  private static final long SPINS = 0xff;

  final long number;
  private final Tally tally;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean isClosed; // true when no thread may be inside any more

  SoakKernel(long number, Tally tally) {
    this.number = number;
    this.tally = tally;
  }

  /**
   * Returns the kernel of the lowest layer for an operator with the other operator {@code twin}.
   */
  StressOperator.Keyed backend(StressOperator twin) {
    return (keys, self, effort) -> {
      enter();
      try {
        work(effort);
        if ((effort & NESTED) != 0) {
          long found = Choice.backend(twin.call(self, 0));
          tally.check(
              found == number, () -> "nested call ran kernel %d, not %d".formatted(found, number));
        }
        return number;
      } finally {
        exit();
      }
    };
  }

  /** Returns a kernel that redispatches to the keys below {@code key}. */
  StressOperator.Keyed above(int layer, DispatchKey key, StressOperator operator) {
    return (keys, self, effort) -> {
      enter();
      try {
        long below = DispatchKeySet.below(keys, key);
        return Choice.above(layer, number, operator.redispatch(below, self, effort));
      } finally {
        exit();
      }
    };
  }

  /** Runs as the fallback of the mode key for all operators. */
  void fallback(Operator operator, long keys, Stack stack) {
    enter();
    try {
      long below = DispatchKeySet.below(keys, DispatchKey.TESTING_ONLY_GENERIC_MODE);
      operator.redispatchBoxed(below, stack);
      long answer = stack.longAt(stack.size() - 1);
      stack.drop(1);
      stack.pushLong(Choice.above(2, number, answer));
    } finally {
      exit();
    }
  }

  private static void work(long effort) {
    for (long i = effort & SPINS; i > 0; i--) {
      Thread.onSpinWait();
    }
    if ((effort & SLEEP) != 0) {
      LockSupport.parkNanos(SLEEP_NANOS);
    }
  }

  private void enter() {
    inside.incrementAndGet();
    tally.check(!isClosed, () -> "kernel %d was entered after it was closed".formatted(number));
  }

  private void exit() {
    tally.check(
        !isClosed, () -> "kernel %d was closed while somebody was inside".formatted(number));
    inside.decrementAndGet();
  }

  /** Records that closing has returned. */
  void closed() {
    int left = inside.get();
    tally.check(
        left == 0, () -> "%d inside kernel %d when closing it returned".formatted(left, number));
    isClosed = true;
  }
}
