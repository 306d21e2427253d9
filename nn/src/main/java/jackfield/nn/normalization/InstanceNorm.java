package jackfield.nn.normalization;

import jackfield.nn.module.ModuleContext;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Normalizes each channel of each example: input and output {@code [batch, features, *]}, with as
 * many further dimensions as the name says. The batch may be left out.
 *
 * <p>By default there are neither parameters nor buffers; {@link BatchNormOptions} adds those of
 * batch norm. One value in each channel is refused by {@link ShapeMismatch}, unless the running
 * numbers are used.
 *
 * <p><em>Threads</em>: with running numbers, {@link #forward} is for one thread at a time in
 * training.
 */
public final class InstanceNorm extends StatisticsModule {
  InstanceNorm(ModuleContext context, int dimensions, long features, BatchNormOptions options) {
    super(context, dimensions, features, options);
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    if (input.rank() == dimensions + 1) {
      return aten.squeeze(forward(aten.unsqueeze(input, 0)), 0);
    }
    if (input.rank() != dimensions + 2) {
      throw new ShapeMismatch(
          typeName(),
          "expected %d dimensions, or one less".formatted(dimensions + 2),
          input.sizes());
    }
    requireChannels(input, 1);
    boolean usesInput = isTraining() || !options.trackRunningStats();
    if (usesInput) {
      requireSeveral(input, 1);
    }
    return aten.instanceNorm(
        input,
        weightOrNull(),
        biasOrNull(),
        meanOrNull(),
        varianceOrNull(),
        usesInput,
        options.momentum() == null ? 0 : options.momentum(),
        options.eps(),
        false);
  }

  @Override
  protected String typeName() {
    return "InstanceNorm%dd".formatted(dimensions);
  }
}
