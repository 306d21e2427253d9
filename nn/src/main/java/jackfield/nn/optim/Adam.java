package jackfield.nn.optim;

import jackfield.aten.Aten;
import jackfield.nn.module.Parameter;
import java.util.List;

/**
 * Adam: steps by the mean of the gradients, divided by the root of the mean of their squares. The
 * setters change all groups.
 *
 * <p><em>Source</em>: {@code torch.optim.Adam} of PyTorch 2.6; weight decay is added to the
 * gradient.
 */
public final class Adam extends AdamRule {
  static final double DEFAULT_LR = 0.001;

  Adam(Aten aten, List<Parameter> parameters, double lr) {
    super(aten, parameters, lr, 0);
  }

  /** Sets the shares that the two means keep in a step; default 0.9 and 0.999. */
  public Adam betas(double ofMean, double ofSquares) {
    setBetas(ofMean, ofSquares);
    return this;
  }

  /** Sets the number that is added to the root; default 1e-8. */
  public Adam eps(double value) {
    setAll(EPS, value);
    return this;
  }

  /** Sets the factor of the parameter that is added to its gradient; default 0. */
  public Adam weightDecay(double value) {
    setAll(WEIGHT_DECAY, value);
    return this;
  }

  /** Sets whether the largest mean of squares so far divides, instead of the current one. */
  public Adam amsgrad(boolean value) {
    setAll(AMSGRAD, value ? 1 : 0);
    return this;
  }

  /** Sets whether parameters follow their gradients upwards. */
  public Adam maximize(boolean value) {
    setAll(MAXIMIZE, value ? 1 : 0);
    return this;
  }

  @Override
  boolean isDecoupled() {
    return false;
  }
}
