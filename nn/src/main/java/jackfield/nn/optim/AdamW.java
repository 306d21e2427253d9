package jackfield.nn.optim;

import jackfield.aten.Aten;
import jackfield.nn.module.Parameter;
import java.util.List;

/**
 * AdamW: Adam whose weight decay does not pass through the means. The setters change all groups.
 *
 * <p><em>Source</em>: {@code torch.optim.AdamW} of PyTorch 2.6; each step multiplies the parameter
 * by {@code 1 - lr · weight_decay}.
 */
public final class AdamW extends AdamRule {
  private static final double DEFAULT_DECAY = 0.01;

  AdamW(Aten aten, List<Parameter> parameters, double lr) {
    super(aten, parameters, lr, DEFAULT_DECAY);
  }

  /** Sets the shares that the two means keep in a step; default 0.9 and 0.999. */
  public AdamW betas(double ofMean, double ofSquares) {
    setBetas(ofMean, ofSquares);
    return this;
  }

  /** Sets the number that is added to the root; default 1e-8. */
  public AdamW eps(double value) {
    setAll(EPS, value);
    return this;
  }

  /**
   * Sets the factor of the parameter that a step subtracts, times the learning rate; default 0.01.
   */
  public AdamW weightDecay(double value) {
    setAll(WEIGHT_DECAY, value);
    return this;
  }

  /** Sets whether the largest mean of squares so far divides, instead of the current one. */
  public AdamW amsgrad(boolean value) {
    setAll(AMSGRAD, value ? 1 : 0);
    return this;
  }

  /** Sets whether parameters follow their gradients upwards. */
  public AdamW maximize(boolean value) {
    setAll(MAXIMIZE, value ? 1 : 0);
    return this;
  }

  @Override
  boolean isDecoupled() {
    return true;
  }
}
