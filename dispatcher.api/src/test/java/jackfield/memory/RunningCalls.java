package jackfield.memory;

import jackfield.context.DispatchContext;
import jackfield.internal.EpochAccess;

/** Waits for the calls that may still use former memory. */
final class RunningCalls {
  private RunningCalls() {}

  /** Returns when the calls that run now have ended. */
  static void await() {
    EpochAccess<DispatchContext> epochs = EpochAccess.of(DispatchContext.class);
    long epoch = epochs.advance();
    while (epochs.oldestInside() < epoch) {
      Thread.onSpinWait();
    }
  }
}
