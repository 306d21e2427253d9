package jackfield.nn.schedule;

import jackfield.nn.optim.Optimizer;

/** Multiplies the rate by {@code gamma} in each step. */
public final class ExponentialLR extends LRScheduler {
  private final double gamma;

  /** Attaches the schedule. */
  public ExponentialLR(Optimizer optimizer, double gamma) {
    super(optimizer);
    this.gamma = gamma;
    begin();
  }

  @Override
  protected double rate(double base, double last) {
    return lastEpoch() == 0 ? last : last * gamma;
  }
}
