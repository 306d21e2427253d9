package jackfield.nn.layer;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * In training, sets elements or whole channels to 0 with a probability and divides the others by
 * the rest to 1; in evaluation, returns its input. Output and input have the same shape.
 */
public final class Dropout extends Module {
  private final ModuleContext context;
  private final double probability;
  private final int dimensions; // of a channel; 0 if single elements are dropped

  /**
   * Creates the module.
   *
   * @param dimensions how many dimensions a channel has that is dropped as a whole; 0 for single
   *     elements
   * @throws InvalidArgument if {@code probability} is not from 0 to 1, or {@code dimensions} is
   *     negative
   */
  public Dropout(ModuleContext context, double probability, int dimensions) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new InvalidArgument("dropout", "p", "must be from 0 to 1, found " + probability);
    }
    if (dimensions < 0) {
      throw new InvalidArgument("dropout", "dimensions", "must be 0 or more, found " + dimensions);
    }
    this.context = context;
    this.probability = probability;
    this.dimensions = dimensions;
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    if (!isTraining() || probability == 0) {
      return input;
    }
    Aten aten = context.aten();
    if (probability == 1) {
      return aten.mul(input, 0);
    }
    Tensor dropped = dropped(context, probability, maskSizes(input), input);
    return aten.where(dropped, 0.0, aten.mul(input, 1 / (1 - probability)));
  }

  /** Returns, with the given sizes, true at random places: a share of {@code probability}. */
  static Tensor dropped(ModuleContext context, double probability, long[] sizes, Tensor like) {
    Aten aten = context.aten();
    Tensor random = aten.rand(sizes, context.generator(), DType.FLOAT32, null, like.device(), null);
    // Random numbers are from [0, 1): the comparison drops the share p exactly.
    return aten.gt(aten.fullLike(random, probability), random);
  }

  /** Returns one element a channel; channels are the second dimension, or the first of no batch. */
  private long[] maskSizes(Tensor input) {
    long[] sizes = input.sizes().clone();
    if (dimensions == 0) {
      return sizes;
    }
    int kept = input.rank() - dimensions;
    if (kept != 1 && kept != 2) {
      throw new ShapeMismatch(
          "dropout%dd".formatted(dimensions),
          "expected channels of %d dimensions, or a batch of them".formatted(dimensions),
          sizes);
    }
    Arrays.fill(sizes, kept, sizes.length, 1);
    return sizes;
  }

  @Override
  protected String typeName() {
    return dimensions == 0 ? "Dropout" : "Dropout%dd".formatted(dimensions);
  }

  @Override
  protected String details() {
    return "p=" + probability;
  }
}
