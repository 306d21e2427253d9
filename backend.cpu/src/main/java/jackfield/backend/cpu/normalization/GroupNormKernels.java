package jackfield.backend.cpu.normalization;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.function.Function;

/**
 * Group normalization and its gradients, group by group, as {@link BatchNormKernels} does it. A
 * group has no gaps in row-major order.
 */
public final class GroupNormKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop
  private static final long STRIP = 256; // channels of a part of a parallel loop

  private final Function<DType, ChannelLoops> loops;
  private final Workspaces workspaces;

  /** Creates the kernels; they stamp loops when they need them. */
  public GroupNormKernels(SharedLoops shared, Workspaces workspaces) {
    this.loops = ChannelLoops.of(shared.sum());
    this.workspaces = workspaces;
  }

  /** The groups of a row-major tensor; {@code width} is the number of channels of a group. */
  private record Groups(long groups, long channels, long width, long inner) {
    static Groups of(Tensor x, long groups, long channels, long inner) {
      long planes = inner == 0 ? 0 : x.elementCount() / inner;
      return new Groups(groups, channels, groups == 0 ? 0 : planes / groups, inner);
    }

    boolean areShort() {
      return inner < ShortPlanes.SHORT;
    }

    Runs runs(long group) {
      return Runs.line(group * width * inner, width * inner);
    }

    Runs plane(long plane) {
      return Runs.line(plane * inner, inner);
    }

    /** Processes groups, some beside each other. */
    void forEach(Workspaces workspaces, int slots, Body body) {
      Parallel.range(
          groups,
          Math.max(1, GRAIN / Math.max(1, width * inner)),
          (from, to) -> workspaces.use(slots * Blocks.BYTES, at -> body.run(from, to, at)));
    }
  }

  /** Processes groups with scratch memory. */
  @FunctionalInterface
  private interface Body {
    void run(long from, long to, long scratch);
  }

  /** Weight and bias, once for each channel and, if planes are short, for each element. */
  private record Parameters(Parameter weight, Parameter bias, ShortPlanes repeated) {
    static Parameters of(ChannelLoops in, Groups groups, Tensor weight, Tensor bias, long memory) {
      Parameter weights = Parameter.of(weight);
      Parameter biases = Parameter.of(bias);
      return new Parameters(
          weights,
          biases,
          groups.areShort()
              ? new ShortPlanes(in, groups.channels, groups.inner, memory).fill(weights, biases)
              : null);
    }

    /** As much as each part needs at least: the pieces that are kept then fit all uses. */
    static long bytes(Groups groups) {
      long bytes = groups.areShort() ? ShortPlanes.bytes(groups.channels, groups.inner) : 0;
      return Math.max(3 * Blocks.BYTES, bytes);
    }
  }

  /** Normalizes each group of channels of each sample. */
  public void groupNorm(OutputPlan plan, long channels, long inner, double eps) {
    Tensor x = plan.rowMajor(0);
    RowMajorOutput y = RowMajorOutput.of(plan.output(0), x);
    ChannelLoops in = loops.apply(x.dtype());
    Groups groups = Groups.of(x, plan.output(1).elementCount(), channels, inner);
    workspaces.use(
        Parameters.bytes(groups),
        memory -> {
          Parameters parameters = Parameters.of(in, groups, plan.input(1), plan.input(2), memory);
          groups.forEach(
              workspaces,
              2,
              (from, to, scratch) -> {
                Blocks given = new Blocks(in, x, scratch);
                Blocks made = y.blocks(in, scratch + Blocks.BYTES);
                Normalized normalized =
                    new Normalized(in, given, made, groups, parameters, plan, eps);
                for (long group = from; group < to; group++) {
                  normalized.write(group);
                }
              });
        });
    y.finish();
  }

  /** What normalizes groups. */
  private record Normalized(
      ChannelLoops in,
      Blocks x,
      Blocks y,
      Groups groups,
      Parameters parameters,
      OutputPlan plan,
      double eps) {
    void write(long group) {
      Runs runs = groups.runs(group);
      Moments moments = Moments.of(in, x, runs);
      double mean = moments.mean();
      double rstd = 1 / Math.sqrt(moments.squares() / runs.count() + eps);
      Parameter.rowMajor(plan.output(1)).put(group, mean);
      Parameter.rowMajor(plan.output(2)).put(group, rstd);
      ShortPlanes repeated = parameters.repeated;
      if (repeated != null) {
        repeated.normalize(x, y, repeated.runs(group, groups.width), mean, rstd);
        return;
      }
      long first = group * groups.width;
      for (long plane = first; plane < first + groups.width; plane++) {
        long channel = plane % groups.channels;
        double weight = parameters.weight.or(channel, 1);
        new Affine(mean, rstd, weight, parameters.bias.or(channel, 0))
            .write(in, x, y, groups.plane(plane));
      }
    }
  }

  /**
   * Computes the gradients. For the normal x̂, the incoming gradient g and v = g w, they are rstd
   * (v − mean(v) − x̂ mean(v x̂)) for the input, Σ g x̂ for the weight and Σ g for the bias.
   */
  public void groupNormBackward(OutputPlan plan, long channels, long inner) {
    Given given = Given.of(plan);
    ChannelLoops in = loops.apply(given.x.dtype());
    Groups groups = Groups.of(given.x, plan.input(3).elementCount(), channels, inner);
    long planes = groups.groups * groups.width;
    long bytes = Parameters.bytes(groups);
    workspaces.use(
        bytes + PlaneSums.bytes(planes),
        memory -> {
          Parameters parameters = Parameters.of(in, groups, plan.input(2), null, memory);
          PlaneSums sums = new PlaneSums(planes, channels, memory + bytes);
          groups.forEach(
              workspaces,
              3,
              (from, to, scratch) -> {
                Gradients gradients = Gradients.of(in, given, scratch, groups, parameters, sums);
                for (long group = from; group < to; group++) {
                  gradients.write(group, given.means.at(group), given.deviations.at(group));
                }
              });
          sums.write(Parameter.of(plan.output(1)), Parameter.of(plan.output(2)));
        });
    given.ofInput.finish();
  }

  /** The row-major inputs of gradients, and the gradient of the input. */
  private record Given(
      Tensor grad, Tensor x, Parameter means, Parameter deviations, RowMajorOutput ofInput) {
    static Given of(OutputPlan plan) {
      Tensor x = plan.rowMajor(1);
      return new Given(
          plan.rowMajor(0),
          x,
          Parameter.rowMajor(plan.rowMajor(3)),
          Parameter.rowMajor(plan.rowMajor(4)),
          RowMajorOutput.of(plan.output(0), x));
    }
  }

  /**
   * The sums over planes, in scratch memory.
   *
   * @param products the address of the sums of products, which the others follow
   */
  private record PlaneSums(long planes, long channels, long products) {
    static long bytes(long planes) {
      return 2 * planes * Double.BYTES;
    }

    long sums() {
      return products + planes * Double.BYTES;
    }

    void put(long plane, GradientSums found) {
      HostBytes.putDouble(products + plane * Double.BYTES, found.products());
      HostBytes.putDouble(sums() + plane * Double.BYTES, found.sum());
    }

    void write(Parameter ofWeight, Parameter ofBias) {
      Parallel.range(
          channels,
          STRIP,
          (from, to) -> {
            for (long channel = from; channel < to; channel++) {
              ofWeight.put(channel, sum(products, channel));
              ofBias.put(channel, sum(sums(), channel));
            }
          });
    }

    private double sum(long address, long channel) {
      double sum = 0;
      for (long plane = channel; plane < planes; plane += channels) {
        sum += HostBytes.doubleAt(address + plane * Double.BYTES);
      }
      return sum;
    }
  }

  /** What computes gradients; {@code ofInput} is null if it is not requested. */
  private record Gradients(
      ChannelLoops in,
      Blocks grad,
      Blocks x,
      Blocks ofInput,
      Groups groups,
      Parameters parameters,
      PlaneSums planes) {
    static Gradients of(
        ChannelLoops in,
        Given given,
        long scratch,
        Groups groups,
        Parameters parameters,
        PlaneSums sums) {
      Blocks grad = new Blocks(in, given.grad, scratch);
      Blocks x = new Blocks(in, given.x, scratch + Blocks.BYTES);
      RowMajorOutput to = given.ofInput;
      Blocks ofInput = to.isAbsent() ? null : to.blocks(in, scratch + 2 * Blocks.BYTES);
      return new Gradients(in, grad, x, ofInput, groups, parameters, sums);
    }

    void write(long group, double mean, double rstd) {
      double size = groups.width * groups.inner;
      ShortPlanes repeated = parameters.repeated;
      if (repeated == null) {
        GradientSums sums = sums(group, mean, rstd);
        if (ofInput != null) {
          inputGradient(group, mean, rstd, sums.sum() / size, sums.products() / size);
        }
        return;
      }
      Runs runs = repeated.runs(group, groups.width);
      GradientSums sums = repeated.sums(grad, x, runs, mean, rstd, planes.products, planes.sums());
      if (ofInput != null) {
        InputGradient gradient =
            new InputGradient(mean, rstd, 1, sums.sum() / size, sums.products() / size, rstd);
        repeated.inputGradient(grad, x, ofInput, runs, gradient);
      }
    }

    private double weight(long plane) {
      return parameters.weight.or(plane % groups.channels, 1);
    }

    private GradientSums sums(long group, double mean, double rstd) {
      double sum = 0;
      double products = 0;
      long first = group * groups.width;
      for (long plane = first; plane < first + groups.width; plane++) {
        GradientSums found = GradientSums.of(in, grad, x, groups.plane(plane), mean, rstd);
        planes.put(plane, found);
        sum += found.sum() * weight(plane);
        products += found.products() * weight(plane);
      }
      return new GradientSums(sum, products);
    }

    private void inputGradient(
        long group, double center, double rstd, double mean, double meanOfProducts) {
      long first = group * groups.width;
      for (long plane = first; plane < first + groups.width; plane++) {
        new InputGradient(center, rstd, weight(plane), mean, meanOfProducts, rstd)
            .write(in, grad, x, ofInput, groups.plane(plane));
      }
    }
  }
}
