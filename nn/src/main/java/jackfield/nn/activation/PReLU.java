package jackfield.nn.activation;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Tensor;

/**
 * Each element, multiplied by a learned slope where it is negative: input {@code [batch, count, *]}
 * or, for one slope, of any shape; output of the same shape.
 *
 * <p>The parameter is {@code weight [count]}; it starts with 0.25.
 */
public final class PReLU extends Module {
  private final Aten aten;
  private final Parameter weight;

  PReLU(ModuleContext context, long count, double initial) {
    if (count < 1) {
      throw new InvalidArgument("prelu", "num_parameters", "must be 1 or more, found " + count);
    }
    aten = context.aten();
    weight = register("weight", context.constant(initial, count));
  }

  /** Returns the slopes, {@code [count]}. */
  public Parameter weight() {
    return weight;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    return aten.prelu(input, weight.tensor());
  }

  @Override
  protected String details() {
    return "num_parameters=" + weight.tensor().size(0);
  }
}
