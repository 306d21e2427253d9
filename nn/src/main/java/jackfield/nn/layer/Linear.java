package jackfield.nn.layer;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Tensor;

/**
 * The affine map {@code x · weightᵀ + bias}: input {@code [*, in]}, output {@code [*, out]}.
 *
 * <p>The parameters are {@code weight [out, in]} and {@code bias [out]}. Both start with uniform
 * random numbers from ±1/√in, as in PyTorch.
 */
public final class Linear extends Module {
  private final Aten aten;
  private final Parameter weight;
  private final Parameter bias; // null for none

  /**
   * Creates the parameters.
   *
   * @throws InvalidArgument if a size is negative
   */
  public Linear(ModuleContext context, long in, long out, boolean hasBias) {
    if (in < 0 || out < 0) {
      throw new InvalidArgument(
          "linear", "sizes", "must be 0 or more, found %d and %d".formatted(in, out));
    }
    aten = context.aten();
    double bound = in == 0 ? 0 : 1 / Math.sqrt((double) in);
    weight = register("weight", context.uniform(bound, out, in));
    bias = hasBias ? register("bias", context.uniform(bound, out)) : null;
  }

  /** Returns the weight, {@code [out, in]}. */
  public Parameter weight() {
    return weight;
  }

  /** Returns the bias, {@code [out]}, or null if there is none. */
  public Parameter bias() {
    return bias;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    return aten.linear(input, weight.tensor(), bias == null ? null : bias.tensor());
  }

  @Override
  protected String details() {
    long[] sizes = weight.tensor().sizes();
    return "in=%d, out=%d, bias=%b".formatted(sizes[1], sizes[0], bias != null);
  }
}
