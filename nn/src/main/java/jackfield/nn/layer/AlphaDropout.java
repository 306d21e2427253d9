package jackfield.nn.layer;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Tensor;

/**
 * Dropout for {@code selu}: in training, sets elements to the limit of that activation with a
 * probability, and scales all so that mean 0 and deviation 1 stay; in evaluation, returns its
 * input. Output and input have the same shape.
 */
public final class AlphaDropout extends Module {
  private static final double LIMIT = -1.7580993408473766; // of selu for large negative numbers

  private final ModuleContext context;
  private final double probability;

  AlphaDropout(ModuleContext context, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new InvalidArgument("alphaDropout", "p", "must be from 0 to 1, found " + probability);
    }
    this.context = context;
    this.probability = probability;
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
    double scale = 1 / Math.sqrt((LIMIT * LIMIT * probability + 1) * (1 - probability));
    Tensor dropped = Dropout.dropped(context, probability, input.sizes(), input);
    Tensor noisy = aten.where(dropped, LIMIT, input);
    return aten.sub(aten.mul(noisy, scale), scale * LIMIT * probability);
  }

  @Override
  protected String details() {
    return "p=" + probability;
  }
}
