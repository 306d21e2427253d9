package jackfield.nn.schedule;

import jackfield.error.InvalidArgument;
import jackfield.nn.optim.Optimizer;
import jackfield.nn.optim.ParamGroup;
import java.util.List;

/**
 * Multiplies the rate by a factor when a metric, such as a loss, has not improved for some steps.
 *
 * <p><em>Threads</em>: as the optimizer's.
 *
 * <p><em>Source</em>: {@code torch.optim.lr_scheduler.ReduceLROnPlateau} of PyTorch 2.6 with its
 * defaults: factor 0.1, patience 10, a relative threshold of 1e-4, no cooldown, no least rate.
 */
public final class ReduceLROnPlateau {
  private static final double LEAST_CHANGE = 1e-8;

  private final List<ParamGroup> groups;
  private boolean wantsMost;
  private double factor = 0.1;
  private int patience = 10;
  private double threshold = 1e-4;
  private boolean isAbsolute;
  private int cooldown;
  private double minLr;
  private double best = Double.POSITIVE_INFINITY;
  private int badSteps;
  private int coolSteps; // how many steps are left in which bad ones do not count

  /** Attaches the schedule; the metric improves when it falls. */
  public ReduceLROnPlateau(Optimizer optimizer) {
    groups = LRScheduler.groups(optimizer);
  }

  /** Lets the metric improve when it rises; call it before the first step. */
  public ReduceLROnPlateau whenItRises() {
    wantsMost = true;
    best = Double.NEGATIVE_INFINITY;
    return this;
  }

  /**
   * Sets the factor.
   *
   * @throws InvalidArgument if it is not below 1
   */
  public ReduceLROnPlateau factor(double value) {
    if (!(value < 1 && value >= 0)) {
      throw new InvalidArgument("schedule", "factor", "must be from 0 to below 1, found " + value);
    }
    factor = value;
    return this;
  }

  /** Sets the number of steps without improvement that are allowed. */
  public ReduceLROnPlateau patience(int steps) {
    patience = LRScheduler.notNegative("patience", steps);
    return this;
  }

  /**
   * Sets the share of the best value by which a better one must differ.
   *
   * @throws InvalidArgument if it is negative or not a number
   */
  public ReduceLROnPlateau relativeThreshold(double share) {
    threshold = LRScheduler.notNegative("threshold", share);
    isAbsolute = false;
    return this;
  }

  /**
   * Sets the difference to the best value that a better one must have.
   *
   * @throws InvalidArgument if it is negative or not a number
   */
  public ReduceLROnPlateau absoluteThreshold(double difference) {
    threshold = LRScheduler.notNegative("threshold", difference);
    isAbsolute = true;
    return this;
  }

  /** Sets the number of steps after a reduction that do not count. */
  public ReduceLROnPlateau cooldown(int steps) {
    cooldown = LRScheduler.notNegative("cooldown", steps);
    return this;
  }

  /**
   * Sets the least rate.
   *
   * @throws InvalidArgument if it is negative or not a number
   */
  public ReduceLROnPlateau minLr(double rate) {
    minLr = LRScheduler.notNegative("min_lr", rate);
    return this;
  }

  /** Records the metric of a step and reduces the rates if it is time. */
  public void step(double metric) {
    if (isBetter(metric)) {
      best = metric;
      badSteps = 0;
    } else {
      badSteps++;
    }
    if (coolSteps > 0) {
      coolSteps--;
      badSteps = 0;
    }
    if (badSteps > patience) {
      groups.forEach(this::reduce);
      coolSteps = cooldown;
      badSteps = 0;
    }
  }

  private boolean isBetter(double metric) {
    double sign = wantsMost ? 1 : -1;
    double bound = isAbsolute ? best + sign * threshold : best * (1 + sign * threshold);
    return wantsMost ? metric > bound : metric < bound;
  }

  private void reduce(ParamGroup group) {
    double next = Math.max(group.lr() * factor, minLr);
    if (group.lr() - next > LEAST_CHANGE) {
      group.lr(next);
    }
  }

  /** Returns the best metric so far. */
  public double best() {
    return best;
  }
}
