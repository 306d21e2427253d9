package jackfield.nn.normalization;

import jackfield.aten.Aten;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Normalizes the last dimensions of each example to mean 0 and variance 1: input and output {@code
 * [*, shape]}.
 *
 * <p>The parameters {@code weight} and {@code bias} have the normalized sizes. They start with ones
 * and zeros.
 */
public final class LayerNorm extends Module {
  private final Aten aten;
  private final long[] shape;
  private final double eps;
  private final Parameter weight; // null for none
  private final Parameter bias; // null for none

  /**
   * Creates the parameters.
   *
   * @param shape the last sizes of the input
   * @param hasBias whether there is a bias, if there is a weight
   * @throws jackfield.error.InvalidArgument if {@code shape} is empty, a size is not positive, or
   *     {@code eps} is negative or not a number
   */
  public LayerNorm(
      ModuleContext context, long[] shape, double eps, boolean isAffine, boolean hasBias) {
    NormalizedShape.check("layerNorm", shape);
    NormalizedShape.checkEps("layerNorm", eps);
    this.aten = context.aten();
    this.shape = shape.clone();
    this.eps = eps;
    weight = isAffine ? register("weight", context.constant(1, shape)) : null;
    bias = isAffine && hasBias ? register("bias", context.constant(0, shape)) : null;
  }

  /** Returns the factors, or null if there are none. */
  public Parameter weight() {
    return weight;
  }

  /** Returns what is added, or null if there is nothing. */
  public Parameter bias() {
    return bias;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    return aten.layerNorm(
        input,
        shape,
        weight == null ? null : weight.tensor(),
        bias == null ? null : bias.tensor(),
        eps);
  }

  @Override
  protected String details() {
    return "%s, eps=%s, elementwise_affine=%b"
        .formatted(Arrays.toString(shape), eps, weight != null);
  }
}
