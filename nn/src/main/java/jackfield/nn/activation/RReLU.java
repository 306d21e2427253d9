package jackfield.nn.activation;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Each element, multiplied by a slope where it is negative: in training a random one between two
 * bounds, in evaluation their mean. Output and input have the same shape.
 */
public final class RReLU extends Module {
  private final ModuleContext context;
  private final double lower;
  private final double upper;

  RReLU(ModuleContext context, double lower, double upper) {
    if (!(lower <= upper)) {
      throw new InvalidArgument(
          "rrelu", "lower", "must not exceed %s, found %s".formatted(upper, lower));
    }
    this.context = context;
    this.lower = lower;
    this.upper = upper;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    return context
        .aten()
        .rrelu(input, Scalar.of(lower), Scalar.of(upper), isTraining(), context.generator());
  }

  @Override
  protected String details() {
    return "lower=%s, upper=%s".formatted(lower, upper);
  }
}
