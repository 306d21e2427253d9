package jackfield.nn.schedule;

import jackfield.nn.optim.Optimizer;

/**
 * Lowers the rate along half a cosine to {@code etaMin} in {@code tMax} steps; then it rises again.
 */
public final class CosineAnnealingLR extends LRScheduler {
  private final int tMax;
  private final double etaMin;

  /**
   * Attaches the schedule, down to 0.
   *
   * @throws jackfield.error.InvalidArgument if {@code tMax} is below 1
   */
  public CosineAnnealingLR(Optimizer optimizer, int tMax) {
    this(optimizer, tMax, 0);
  }

  /**
   * Attaches the schedule.
   *
   * @throws jackfield.error.InvalidArgument if {@code tMax} is below 1, or {@code etaMin} is
   *     negative or not a number
   */
  public CosineAnnealingLR(Optimizer optimizer, int tMax, double etaMin) {
    super(optimizer);
    this.tMax = positive("T_max", tMax);
    this.etaMin = notNegative("eta_min", etaMin);
    begin();
  }

  @Override
  protected double rate(double base, double last) {
    int step = lastEpoch();
    if (step == 0) {
      return last;
    }
    if ((step - 1 - tMax) % (2 * tMax) == 0) { // at the lowest rate the quotient below is 0 / 0
      return last + (base - etaMin) * (1 - Math.cos(Math.PI / tMax)) / 2;
    }
    double now = 1 + Math.cos(Math.PI * step / tMax);
    double before = 1 + Math.cos(Math.PI * (step - 1) / tMax);
    return now / before * (last - etaMin) + etaMin;
  }
}
