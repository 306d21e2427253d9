package jackfield.feature.autograd.gradient;

import jackfield.tensor.Scalar;

/** Functions for the formulas of dropout. */
public final class DropoutGradients {
  private DropoutGradients() {}

  /** Returns the factor of the elements that are kept; 0 if none is. */
  public static Scalar scale(double p, Boolean train) {
    boolean isOff = Boolean.FALSE.equals(train);
    return Scalar.of(isOff ? 1.0 : p == 1 ? 0.0 : 1 / (1 - p));
  }
}
