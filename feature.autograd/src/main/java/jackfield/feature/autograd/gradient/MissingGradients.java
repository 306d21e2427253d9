package jackfield.feature.autograd.gradient;

import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.Tensor;

/**
 * Stands for the formula of an input for which PyTorch has none. The operator can be recorded, and
 * the gradients of its other inputs can be computed.
 */
public final class MissingGradients {
  private MissingGradients() {}

  /**
   * Refuses.
   *
   * @throws AutogradMisuse always
   */
  @SuppressWarnings("DoNotCallSuggester") // generated formulas do call it
  public static Tensor refused(String operator, String input) {
    throw new AutogradMisuse(
        AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
        ("the gradient of %1$s with respect to %2$s is wanted, and %1$s has no formula for it; "
                + "detach %2$s, or ask for the gradients of other tensors only")
            .formatted(operator, input));
  }
}
