package jackfield.tools.soak.swap;

import jackfield.tools.soak.measure.Gaps;

/** One thing after the other until it is ended. */
abstract class Endless implements Runnable {
  private final Gaps gaps;
  private volatile boolean isOver;

  Endless(Gaps gaps) {
    this.gaps = gaps;
  }

  /** Does one thing. */
  abstract void one(int turn);

  /** Lets it end after what it is doing. */
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
