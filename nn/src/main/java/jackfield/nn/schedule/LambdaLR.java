package jackfield.nn.schedule;

import jackfield.nn.optim.Optimizer;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;

/** Multiplies the first rate by a function of the step. */
public final class LambdaLR extends LRScheduler {
  private final IntToDoubleFunction factor;

  /** Attaches the schedule; {@code factor} gets the number of steps since the start. */
  public LambdaLR(Optimizer optimizer, IntToDoubleFunction factor) {
    super(optimizer);
    this.factor = Objects.requireNonNull(factor, "LambdaLR: factor is null");
    begin();
  }

  @Override
  protected double rate(double base, double last) {
    return base * factor.applyAsDouble(lastEpoch());
  }
}
