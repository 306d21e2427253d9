package jackfield.nn.normalization;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Tensor;

/**
 * Normalizes groups of channels of each example to mean 0 and variance 1: input and output {@code
 * [batch, channels, *]}.
 *
 * <p>The parameters {@code weight} and {@code bias} are {@code [channels]}. They start with ones
 * and zeros.
 */
public final class GroupNorm extends Module {
  private final Aten aten;
  private final long groups;
  private final long channels;
  private final double eps;
  private final Parameter weight; // null for none
  private final Parameter bias;

  GroupNorm(ModuleContext context, long groups, long channels, double eps, boolean isAffine) {
    if (channels < 1 || groups < 1 || channels % groups != 0) {
      throw new InvalidArgument(
          "groupNorm",
          "num_groups",
          "must divide %d channels, found %d".formatted(channels, groups));
    }
    NormalizedShape.checkEps("groupNorm", eps);
    this.aten = context.aten();
    this.groups = groups;
    this.channels = channels;
    this.eps = eps;
    weight = isAffine ? register("weight", context.constant(1, channels)) : null;
    bias = isAffine ? register("bias", context.constant(0, channels)) : null;
  }

  /** Returns the factors of the channels, {@code [channels]}, or null if there are none. */
  public Parameter weight() {
    return weight;
  }

  /** Returns what is added to the channels, {@code [channels]}, or null if there is nothing. */
  public Parameter bias() {
    return bias;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    return aten.groupNorm(
        input,
        groups,
        weight == null ? null : weight.tensor(),
        bias == null ? null : bias.tensor(),
        eps);
  }

  @Override
  protected String details() {
    return "%d, %d, eps=%s, affine=%b".formatted(groups, channels, eps, weight != null);
  }
}
