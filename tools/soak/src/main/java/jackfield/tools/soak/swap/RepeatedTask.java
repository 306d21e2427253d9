package jackfield.tools.soak.swap;

import jackfield.tools.soak.measure.Gaps;

/** Repeats a task until it is ended. */
abstract class RepeatedTask implements Runnable {
  private final Gaps gaps;
  private volatile boolean isOver;

  RepeatedTask(Gaps gaps) {
    this.gaps = gaps;
  }

  /** Runs the task once. */
  abstract void one(int turn);

  /** Ends the loop after the current task. */
  final void end() {
    isOver = true;
  }

  @Override
  public final void run() {
    try (Gaps.Turns turns = gaps.new Turns()) {
      for (int turn = 0; !isOver; turn++) {
        one(turn);
        turns.end();
      }
    }
  }
}
