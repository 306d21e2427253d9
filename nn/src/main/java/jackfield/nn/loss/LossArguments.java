package jackfield.nn.loss;

import java.util.Objects;

/**
 * Requires that the arguments of a loss are given; the weights, which may be null, are not named.
 */
final class LossArguments {
  private final String loss;

  private LossArguments(String loss) {
    this.loss = loss;
  }

  static LossArguments of(String loss) {
    return new LossArguments(loss);
  }

  LossArguments given(String name, Object value) {
    Objects.requireNonNull(value, () -> "%s: %s is null".formatted(loss, name));
    return this;
  }
}
