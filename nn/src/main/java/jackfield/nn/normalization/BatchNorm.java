package jackfield.nn.normalization;

import jackfield.nn.module.ModuleContext;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Normalizes each channel over the batch: input and output {@code [batch, features, *]}, with as
 * many further dimensions as the name says; one-dimensional batch norm also takes {@code [batch,
 * features]}.
 *
 * <p>In training, mean and variance are those of the batch, and the running ones change; in
 * evaluation, they are the running ones. The parameters {@code weight} and {@code bias} start with
 * ones and zeros, the buffers {@code running_mean} and {@code running_var} with zeros and ones, and
 * {@code num_batches_tracked} counts. A batch with one value in each channel is refused by {@link
 * ShapeMismatch} before they change.
 *
 * <p><em>Threads</em>: in training, {@link #forward} is for one thread at a time.
 */
public final class BatchNorm extends StatisticsModule {
  BatchNorm(ModuleContext context, int dimensions, long features, BatchNormOptions options) {
    super(context, dimensions, features, options);
  }

  @Override
  public Tensor forward(Tensor input) {
    given("input", input);
    int rank = input.rank();
    if (rank != dimensions + 2 && !(dimensions == 1 && rank == 2)) {
      throw new ShapeMismatch(
          typeName(), "expected %d dimensions".formatted(dimensions + 2), input.sizes());
    }
    requireChannels(input, 1);
    boolean usesInput = isTraining() || !options.trackRunningStats();
    if (usesInput) {
      requireSeveral(input, input.size(0));
    }
    Tensor normalized =
        aten.batchNorm(
            input,
            weightOrNull(),
            biasOrNull(),
            meanOrNull(),
            varianceOrNull(),
            usesInput,
            share(),
            options.eps(),
            false);
    count();
    return normalized;
  }

  @Override
  protected String typeName() {
    return "BatchNorm%dd".formatted(dimensions);
  }
}
