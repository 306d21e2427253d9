package jackfield.nn.layer;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * The map {@code input1ᵀ · weight · input2 + bias} of two inputs, with one matrix of the weight for
 * each output: inputs {@code [*, in1]} and {@code [*, in2]}, output {@code [*, out]}.
 *
 * <p>The parameters are {@code weight [out, in1, in2]} and {@code bias [out]}. Both start with
 * uniform random numbers from ±1/√in1, as in PyTorch.
 */
public final class Bilinear extends Module {
  private final Aten aten;
  private final Parameter weight;
  private final Parameter bias; // null for none

  /**
   * Creates the parameters.
   *
   * @throws InvalidArgument if {@code in1} is not positive, or another size is negative
   */
  public Bilinear(ModuleContext context, long in1, long in2, long out, boolean hasBias) {
    if (in1 < 1 || in2 < 0 || out < 0) {
      throw new InvalidArgument(
          "bilinear",
          "sizes",
          "must be 1 or more, 0 or more and 0 or more, found %d, %d and %d"
              .formatted(in1, in2, out));
    }
    aten = context.aten();
    double bound = 1 / Math.sqrt((double) in1);
    weight = register("weight", context.uniform(bound, out, in1, in2));
    bias = hasBias ? register("bias", context.uniform(bound, out)) : null;
  }

  /** Returns the weight, {@code [out, in1, in2]}. */
  public Parameter weight() {
    return weight;
  }

  /** Returns the bias, {@code [out]}, or null if there is none. */
  public Parameter bias() {
    return bias;
  }

  /**
   * Computes the map with {@code input} as both inputs.
   *
   * @throws ShapeMismatch if the sizes do not fit, as when {@code in1} is not {@code in2}
   */
  @Override
  public Tensor forward(Tensor input) {
    return forward(input, input);
  }

  /**
   * Computes the map.
   *
   * @throws ShapeMismatch if the sizes do not fit
   */
  public Tensor forward(Tensor input1, Tensor input2) {
    given("input1", input1);
    given("input2", input2);
    return aten.bilinear(input1, input2, weight.tensor(), bias == null ? null : bias.tensor());
  }

  @Override
  protected String details() {
    long[] sizes = weight.tensor().sizes();
    return "in1=%d, in2=%d, out=%d, bias=%b".formatted(sizes[1], sizes[2], sizes[0], bias != null);
  }
}
