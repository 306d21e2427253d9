package jackfield.nn.module;

import jackfield.tensor.Tensor;
import java.util.function.UnaryOperator;

/** A module without parameters, such as an activation. */
final class Function extends Module {
  private final String name;
  private final String details;
  private final UnaryOperator<Tensor> function;

  Function(String name, String details, UnaryOperator<Tensor> function) {
    this.name = name;
    this.details = details;
    this.function = function;
  }

  @Override
  public Tensor forward(Tensor input) {
    return function.apply(given("input", input));
  }

  @Override
  protected String typeName() {
    return name;
  }

  @Override
  protected String details() {
    return details;
  }
}
