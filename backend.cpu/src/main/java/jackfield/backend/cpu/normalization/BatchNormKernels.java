package jackfield.backend.cpu.normalization;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.function.Function;

/**
 * Batch normalization and its gradients, channel by channel, in float32 or float64. Blocks of
 * elements of other types are converted, inputs of other layouts copied. A channel belongs to one
 * part of a parallel loop, so that the number of threads does not change its bits.
 */
public final class BatchNormKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private final Function<DType, ChannelLoops> loops;
  private final Workspaces workspaces;

  /** Creates the kernels; they stamp loops when they need them. */
  public BatchNormKernels(SharedLoops shared, Workspaces workspaces) {
    this.loops = ChannelLoops.of(shared.sum());
    this.workspaces = workspaces;
  }

  /** The channels of a row-major tensor. */
  private record Channels(long samples, long channels, long inner) {
    static Channels of(Tensor x) {
      long rows = Math.max(1, x.size(0) * x.size(1));
      return new Channels(x.size(0), x.size(1), x.elementCount() / rows);
    }

    Runs runs(long channel) {
      return Runs.of(channel * inner, channels * inner, samples, inner);
    }

    /** Processes channels, some beside each other. */
    void forEach(Workspaces workspaces, int slots, Body body) {
      Parallel.range(
          channels,
          Math.max(1, GRAIN / Math.max(1, samples * inner)),
          (from, to) -> workspaces.use(slots * Blocks.BYTES, at -> body.run(from, to, at)));
    }
  }

  /** Processes channels with scratch memory. */
  @FunctionalInterface
  private interface Body {
    void run(long from, long to, long scratch);
  }

  /** Normalizes each channel; training moves the running statistics, too. */
  public void batchNorm(OutputPlan plan, boolean training, double momentum, double eps) {
    Tensor given = plan.rowMajor(0);
    boolean isOfColumns = ChannelCopies.isOfColumns(given);
    Tensor x = isOfColumns ? ChannelCopies.transposed(given) : given;
    RowMajorOutput y = output(plan, x, isOfColumns);
    ChannelLoops in = loops.apply(x.dtype());
    Statistics statistics = Statistics.of(plan, training, momentum, eps);
    Parameter weight = Parameter.of(plan.input(1));
    Parameter bias = Parameter.of(plan.input(2));
    Channels channels = Channels.of(x);
    channels.forEach(
        workspaces,
        2,
        (from, to, scratch) -> {
          Blocks read = new Blocks(in, x, scratch);
          Blocks made = y.blocks(in, scratch + Blocks.BYTES);
          for (long channel = from; channel < to; channel++) {
            Runs runs = channels.runs(channel);
            Found found = statistics.find(in, read, runs, channel);
            new Affine(found.mean, found.invstd, weight.or(channel, 1), bias.or(channel, 0))
                .write(in, read, made, runs);
          }
        });
    y.finish();
  }

  /** Returns where the first output is written, which may be null; {@code x} may be transposed. */
  private static RowMajorOutput output(OutputPlan plan, Tensor x, boolean isOfColumns) {
    Tensor result = plan.output(0);
    return RowMajorOutput.of(isOfColumns ? ChannelCopies.view(result) : result, x);
  }

  /** The statistics by which a channel is normalized. */
  private record Found(double mean, double invstd) {}

  /** The running statistics, and those that training finds. */
  private record Statistics(
      boolean training,
      double momentum,
      double eps,
      Parameter runningMean,
      Parameter runningVar,
      Parameter means,
      Parameter deviations) {
    static Statistics of(OutputPlan plan, boolean training, double momentum, double eps) {
      return new Statistics(
          training,
          momentum,
          eps,
          Parameter.of(plan.input(3)),
          Parameter.of(plan.input(4)),
          Parameter.of(plan.output(1)),
          Parameter.of(plan.output(2)));
    }

    Found find(ChannelLoops in, Blocks x, Runs runs, long channel) {
      if (!training) {
        double variance = runningVar.at(channel);
        return new Found(runningMean.at(channel), 1 / Math.sqrt(variance + eps));
      }
      Moments moments = Moments.of(in, x, runs);
      double variance = moments.squares() / runs.count();
      boolean isConstant = variance == 0 && eps == 0; // and becomes its bias
      double invstd = isConstant ? 0 : 1 / Math.sqrt(variance + eps);
      means.put(channel, moments.mean());
      deviations.put(channel, invstd);
      move(runningMean, channel, moments.mean());
      move(runningVar, channel, moments.squares() / (runs.count() - 1));
      return new Found(moments.mean(), invstd);
    }

    private void move(Parameter running, long channel, double found) {
      if (!running.isAbsent()) {
        running.put(channel, momentum * found + (1 - momentum) * running.at(channel));
      }
    }
  }

  /**
   * Computes the gradients. For the normal x̂ and the incoming gradient g, they are w invstd (g −
   * mean(g) − x̂ mean(g x̂)) for the input, without the means if the statistics were not those of
   * the input; Σ g x̂ for the weight and Σ g for the bias.
   */
  public void batchNormBackward(OutputPlan plan, boolean train, double eps) {
    Tensor given = plan.rowMajor(1);
    boolean isOfColumns = ChannelCopies.isOfColumns(given);
    Tensor x = isOfColumns ? ChannelCopies.transposed(given) : given;
    Tensor grad = isOfColumns ? ChannelCopies.transposed(plan.rowMajor(0)) : plan.rowMajor(0);
    RowMajorOutput ofInput = output(plan, x, isOfColumns);
    ChannelLoops in = loops.apply(x.dtype());
    Channels channels = Channels.of(x);
    channels.forEach(
        workspaces,
        3,
        (from, to, scratch) -> {
          Blocks g = new Blocks(in, grad, scratch);
          Blocks a = new Blocks(in, x, scratch + Blocks.BYTES);
          Blocks made = ofInput.isAbsent() ? null : ofInput.blocks(in, scratch + 2 * Blocks.BYTES);
          Gradients gradients = Gradients.of(in, g, a, made, plan, train, eps);
          for (long channel = from; channel < to; channel++) {
            gradients.write(channels.runs(channel), channel);
          }
        });
    ofInput.finish();
  }

  /** What computes gradients; {@code ofInput} is null if it is not requested. */
  private record Gradients(
      ChannelLoops in,
      Blocks grad,
      Blocks x,
      Blocks ofInput,
      boolean train,
      double eps,
      Parameter weight,
      Parameter means,
      Parameter deviations,
      Parameter ofWeight,
      Parameter ofBias) {
    static Gradients of(
        ChannelLoops in,
        Blocks grad,
        Blocks x,
        Blocks ofInput,
        OutputPlan plan,
        boolean train,
        double eps) {
      return new Gradients(
          in,
          grad,
          x,
          ofInput,
          train,
          eps,
          Parameter.of(plan.input(2)),
          Parameter.of(plan.input(3)),
          Parameter.of(plan.input(4)),
          Parameter.of(plan.output(1)),
          Parameter.of(plan.output(2)));
    }

    void write(Runs runs, long channel) {
      double mean = means.at(channel);
      double deviation = deviations.at(channel);
      double invstd = train ? deviation : 1 / Math.sqrt(deviation + eps);
      GradientSums sums = GradientSums.of(in, grad, x, runs, mean, invstd);
      ofWeight.put(channel, sums.products());
      ofBias.put(channel, sums.sum());
      if (ofInput != null) {
        double share = train ? 1.0 / runs.count() : 0;
        double factor = invstd * weight.or(channel, 1);
        new InputGradient(mean, invstd, 1, sums.sum() * share, sums.products() * share, factor)
            .write(in, grad, x, ofInput, runs);
      }
    }
  }
}
