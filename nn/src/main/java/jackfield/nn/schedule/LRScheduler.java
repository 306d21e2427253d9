package jackfield.nn.schedule;

import jackfield.error.InvalidArgument;
import jackfield.nn.optim.Optimizer;
import jackfield.nn.optim.ParamGroup;
import java.util.List;
import java.util.Objects;

/**
 * Changes the learning rates of an optimizer step by step, each from the one before. So an equal
 * schedule that is created later, or a rate that is set by hand, is continued.
 *
 * <p>A subclass computes the rate in {@link #rate} and ends its constructor with {@link #begin}.
 *
 * <p><em>Threads</em>: as the optimizer's.
 *
 * <p><em>Source</em>: {@code torch.optim.lr_scheduler} of PyTorch 2.6, the recursive formulas.
 */
public abstract class LRScheduler {
  private final List<ParamGroup> groups;
  private final double[] baseRates;
  private final double[] foundRates; // before step 0
  private double[] firstRates; // of step 0
  private int lastEpoch;

  /** Attaches the schedule to the groups that the optimizer has now. */
  protected LRScheduler(Optimizer optimizer) {
    groups = groups(optimizer);
    baseRates = groups.stream().mapToDouble(ParamGroup::initialLr).toArray();
    foundRates = rates();
    firstRates = foundRates;
  }

  static List<ParamGroup> groups(Optimizer optimizer) {
    Objects.requireNonNull(optimizer, "learning-rate schedule: optimizer is null");
    return List.copyOf(optimizer.groups());
  }

  /** Sets the rates of step 0. */
  protected final void begin() {
    apply();
    firstRates = rates();
  }

  private double[] rates() {
    return groups.stream().mapToDouble(ParamGroup::lr).toArray();
  }

  /**
   * Goes to the next step, after the optimizer's. When this throws, no rate has changed, and the
   * step is not counted.
   *
   * @throws InvalidArgument if a new rate is negative, infinite or not a number, or if the number
   *     of steps is the largest int
   */
  public final void step() {
    if (lastEpoch == Integer.MAX_VALUE) {
      throw new InvalidArgument(
          "schedule",
          "last_epoch",
          "must be below %d for another step, found %<d; try resumeAt with the steps that were made"
              .formatted(lastEpoch));
    }
    lastEpoch++;
    boolean isApplied = false;
    try {
      apply();
      isApplied = true;
    } finally {
      lastEpoch -= isApplied ? 0 : 1;
    }
  }

  private void apply() {
    double[] next = new double[groups.size()];
    for (int i = 0; i < next.length; i++) {
      next[i] = rate(baseRates[i], groups.get(i).lr());
      if (!(next[i] >= 0 && next[i] < Double.POSITIVE_INFINITY)) {
        throw new InvalidArgument(
            "schedule",
            "lr",
            "must be 0 or more and finite, found %s for group %d in step %d"
                .formatted(next[i], i, lastEpoch));
      }
    }
    for (int i = 0; i < next.length; i++) { // all checks are done
      groups.get(i).lr(next[i]);
    }
  }

  /**
   * Returns the rate of the current step.
   *
   * @param base the rate of the group before any schedule changed it
   * @param last the rate of the step before
   */
  protected abstract double rate(double base, double last);

  /** Returns the number of steps since the start. */
  public final int lastEpoch() {
    return lastEpoch;
  }

  /**
   * Continues after {@code steps} steps. The rates are the optimizer's, whose state has them and
   * may be loaded before or after this schedule is created.
   *
   * @throws InvalidArgument if the number is negative
   */
  public final void resumeAt(int steps) {
    lastEpoch = notNegative("last_epoch", steps);
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).lr() == firstRates[i]) { // loaded before: step 0 has replaced it
        groups.get(i).lr(foundRates[i]);
      }
    }
  }

  /** Returns the current rate of each group. */
  public final List<Double> lastLr() {
    return groups.stream().map(ParamGroup::lr).toList();
  }

  static int positive(String name, int value) {
    if (value < 1) {
      throw new InvalidArgument("schedule", name, "must be 1 or more, found " + value);
    }
    return value;
  }

  static double notNegative(String name, double value) {
    if (!(value >= 0)) {
      throw new InvalidArgument("schedule", name, "must be 0 or more, found " + value);
    }
    return value;
  }

  static int notNegative(String name, int value) {
    if (value < 0) {
      throw new InvalidArgument("schedule", name, "must be 0 or more, found " + value);
    }
    return value;
  }
}
