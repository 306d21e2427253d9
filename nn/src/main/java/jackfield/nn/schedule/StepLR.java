package jackfield.nn.schedule;

import jackfield.nn.optim.Optimizer;

/** Multiplies the rate by {@code gamma} after every {@code stepSize} steps. */
public final class StepLR extends LRScheduler {
  private final int stepSize;
  private final double gamma;

  /**
   * Attaches the schedule.
   *
   * @throws jackfield.error.InvalidArgument if {@code stepSize} is below 1, or {@code gamma} is
   *     negative or not a number
   */
  public StepLR(Optimizer optimizer, int stepSize, double gamma) {
    super(optimizer);
    this.stepSize = positive("step_size", stepSize);
    this.gamma = notNegative("gamma", gamma);
    begin();
  }

  @Override
  protected double rate(double base, double last) {
    return lastEpoch() == 0 || lastEpoch() % stepSize != 0 ? last : last * gamma;
  }
}
