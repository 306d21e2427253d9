package jackfield.nn.normalization;

import jackfield.aten.Aten;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Divides the last dimensions of each example by the root of their mean square: input and output
 * {@code [*, shape]}.
 *
 * <p>The parameter {@code weight} has the normalized sizes. It starts with ones.
 */
public final class RMSNorm extends Module {
  private final Aten aten;
  private final long[] shape;
  private final Double eps; // null for that of the element type
  private final Parameter weight; // null for none

  RMSNorm(ModuleContext context, long[] shape, Double eps, boolean isAffine) {
    NormalizedShape.check("rmsNorm", shape);
    NormalizedShape.checkEps("rmsNorm", eps == null ? 0 : eps);
    this.aten = context.aten();
    this.shape = shape.clone();
    this.eps = eps;
    weight = isAffine ? register("weight", context.constant(1, shape)) : null;
  }

  /** Returns the factors, or null if there are none. */
  public Parameter weight() {
    return weight;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    return aten.rmsNorm(input, shape, weight == null ? null : weight.tensor(), eps);
  }

  @Override
  protected String details() {
    return "%s, eps=%s, elementwise_affine=%b"
        .formatted(Arrays.toString(shape), eps, weight != null);
  }
}
