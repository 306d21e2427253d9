package jackfield.nn.schedule;

import jackfield.error.InvalidArgument;
import jackfield.nn.optim.Optimizer;

/**
 * Multiplies the rate by a factor that goes linearly from {@code startFactor} to {@code endFactor}
 * in {@code totalIters} steps and stays there. From a small number to 1 it is a warm-up.
 */
public final class LinearLR extends LRScheduler {
  private final double startFactor;
  private final double endFactor;
  private final int totalIters;

  /**
   * Attaches the schedule and multiplies the rates by {@code startFactor}.
   *
   * @throws InvalidArgument if {@code startFactor} is not above 0 and at most 1, {@code endFactor}
   *     is not from 0 to 1, or {@code totalIters} is below 1
   */
  public LinearLR(Optimizer optimizer, double startFactor, double endFactor, int totalIters) {
    super(optimizer);
    if (!(startFactor > 0 && startFactor <= 1)) {
      throw new InvalidArgument(
          "schedule", "start_factor", "must be above 0 and at most 1, found " + startFactor);
    }
    if (!(endFactor >= 0 && endFactor <= 1)) {
      throw new InvalidArgument(
          "schedule", "end_factor", "must be from 0 to 1, found " + endFactor);
    }
    this.startFactor = startFactor;
    this.endFactor = endFactor;
    this.totalIters = positive("total_iters", totalIters);
    begin();
  }

  @Override
  protected double rate(double base, double last) {
    int step = lastEpoch();
    if (step == 0) {
      return last * startFactor;
    }
    if (step > totalIters) {
      return last;
    }
    double change = endFactor - startFactor;
    return last * (1 + change / (totalIters * startFactor + (step - 1) * change));
  }
}
