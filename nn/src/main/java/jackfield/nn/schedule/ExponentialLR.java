package jackfield.nn.schedule;

import jackfield.nn.optim.Optimizer;

/** Multiplies the rate by {@code gamma} in each step. */
public final class ExponentialLR extends LRScheduler {
  private final double gamma;

  /**
   * Attaches the schedule.
   *
   * @throws jackfield.error.InvalidArgument if {@code gamma} is negative or not a number
   */
  public ExponentialLR(Optimizer optimizer, double gamma) {
    super(optimizer);
    this.gamma = notNegative("gamma", gamma);
    begin();
  }

  @Override
  protected double rate(double base, double last) {
    return lastEpoch() == 0 ? last : last * gamma;
  }
}
