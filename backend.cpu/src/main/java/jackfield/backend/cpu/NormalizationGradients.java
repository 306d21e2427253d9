package jackfield.backend.cpu;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.elementwise.BlockedRows;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.Function;

/**
 * The gradients of layer normalization: that of the input row by row, those of weight and bias by
 * strips of columns, in float32 or float64.
 */
final class NormalizationGradients {
  private final Workspaces workspaces;
  private final Function<DType, NormalizationLoops> loops;

  NormalizationGradients(Function<DType, NormalizationLoops> loops, Workspaces workspaces) {
    this.workspaces = workspaces;
    this.loops = loops;
  }

  /** The row-major inputs of a gradient. */
  private record Given(Tensor grad, Tensor x, Tensor means, Tensor deviations, Tensor weight) {
    static Given of(OutputPlan plan) {
      return new Given(
          plan.rowMajor(0), plan.rowMajor(1), plan.rowMajor(2), plan.rowMajor(3), plan.rowMajor(4));
    }

    long rows() {
      return means.elementCount();
    }

    double mean(long row) {
      return at(means, row);
    }

    double deviation(long row) {
      return at(deviations, row);
    }

    private static double at(Tensor of, long row) {
      return Elements.doubleAt(of.dtype(), of.address() + row * of.dtype().sizeBytes());
    }
  }

  /**
   * Computes, for the normalized element x̂ and the incoming gradient g, the gradients rstd (gw −
   * mean(gw) − x̂ mean(gw x̂)) of the input, Σ g x̂ of the weight and Σ g of the bias.
   */
  void layerNormBackward(OutputPlan plan) {
    Given given = Given.of(plan);
    NormalizationLoops in = loops.apply(BlockedRows.typeInBlock(given.x.dtype()));
    if (plan.output(0) != null && given.rows() > 0) {
      inputGradients(in, given, plan.output(0));
    }
    ParameterGradients.write(in, given, plan.output(1), plan.output(2), workspaces);
  }

  private void inputGradients(NormalizationLoops in, Given given, Tensor to) {
    long columns = given.x.elementCount() / given.rows();
    workspaces.use(
        columns * NormalizationLoops.SLOT,
        parameters -> {
          long weight = parameter(in, given.weight, columns, parameters);
          InputGradient gradient = new InputGradient(in, given, to, columns, weight);
          NormalizationLoops.forEachRow(
              workspaces, given.rows(), columns, InputGradient.SLOTS, gradient);
        });
  }

  /** Returns the address of a parameter's elements; 0 if it is absent. */
  private static long parameter(NormalizationLoops in, Tensor tensor, long columns, long scratch) {
    return tensor == null ? 0 : in.read(tensor, 0, columns, scratch);
  }

  /**
   * Computes rows of the gradient of the input.
   *
   * @param weight the address of the factors; 0 for none
   */
  private record InputGradient(
      NormalizationLoops in, Given given, Tensor result, long columns, long weight)
      implements NormalizationLoops.RowBody {
    private static final int SLOTS = 4;

    @Override
    public void run(long row, long scratch) {
      long first = row * columns;
      long slot = columns * NormalizationLoops.SLOT;
      double rstd = given.deviation(row);
      long normal = scratch + slot;
      long x = in.read(given.x, first, columns, normal);
      in.normalize(normal, x, columns, given.mean(row), rstd);
      long weighted = in.read(given.grad, first, columns, scratch);
      if (weight != 0) {
        in.mul().run(scratch + 2 * slot, weighted, weight, 0, columns, Scalar.ONE);
        weighted = scratch + 2 * slot;
      }
      double mean = in.sum().run(0, weighted, 0, columns, 0) / columns;
      double meanOfProducts = in.products().run(0, weighted, normal, columns, 0) / columns;
      long to = in.target(result, first, scratch + 3 * slot);
      in.shift().run(to, weighted, 0, 0, columns, Scalar.of(mean));
      in.add().run(to, to, normal, 0, columns, Scalar.of(-meanOfProducts));
      in.scale().run(to, to, 0, 0, columns, Scalar.of(rstd));
      in.write(result, first, columns, to);
    }
  }

  /**
   * The gradients of weight and bias of a layer normalization for some adjacent columns: sums over
   * all rows. The width of a strip does not depend on the number of threads, and neither do the
   * bits of the sums.
   */
  private static final class ParameterGradients {
    private static final int STRIP = 256; // columns of a part of a parallel loop
    // Rows are added up in blocks before they join the total, which reduces rounding errors.
    private static final int BLOCK = 256;
    private static final long STRIP_SLOT = STRIP * Double.BYTES; // bytes in scratch memory
    private static final int STRIP_SLOTS = 6;

    private final NormalizationLoops in;
    private final Given given;
    private final long columns; // of a row
    private final long from; // the first column of the strip
    private final long width;
    private final long scratch;

    private ParameterGradients(
        NormalizationLoops in, Given given, long columns, long from, long width, long scratch) {
      this.in = in;
      this.given = given;
      this.columns = columns;
      this.from = from;
      this.width = width;
      this.scratch = scratch;
    }

    /** Writes the gradients; {@code weight} or {@code bias} is null if it is not asked for. */
    static void write(
        NormalizationLoops in, Given given, Tensor weight, Tensor bias, Workspaces workspaces) {
      Tensor any = weight == null ? bias : weight;
      if (any == null) {
        return;
      }
      long columns = any.elementCount();
      Parallel.range(
          columns,
          STRIP,
          (from, to) ->
              workspaces.use(
                  STRIP_SLOTS * STRIP_SLOT,
                  scratch ->
                      new ParameterGradients(in, given, columns, from, to - from, scratch)
                          .write(weight, bias)));
    }

    private void write(Tensor weight, Tensor bias) {
      Sum ofWeight = new Sum(scratch + 2 * STRIP_SLOT);
      Sum ofBias = new Sum(scratch + 4 * STRIP_SLOT);
      for (long row = 0; row < given.rows(); row++) {
        long first = row * columns + from;
        long g = in.read(given.grad, first, width, scratch);
        if (weight != null) {
          long normal = scratch + STRIP_SLOT;
          long a = in.read(given.x, first, width, normal);
          in.normalize(normal, a, width, given.mean(row), given.deviation(row));
          in.mul().run(normal, normal, g, 0, width, Scalar.ONE);
          ofWeight.add(normal);
        }
        if (bias != null) {
          ofBias.add(g);
        }
      }
      ofWeight.put(weight);
      ofBias.put(bias);
    }

    /** The sum of strips; first the total, then the block, in scratch memory. */
    private final class Sum {
      private final long total;
      private final long block;
      private int rows; // in the block

      Sum(long total) {
        this.total = total;
        this.block = total + STRIP_SLOT;
        clear(total);
        clear(block);
      }

      private void clear(long address) {
        in.fill().run(address, 0, 0, 0, width, Scalar.of(0.0));
      }

      void add(long strip) {
        in.add().run(block, block, strip, 0, width, Scalar.ONE);
        if (++rows == BLOCK) {
          flush();
        }
      }

      private void flush() {
        in.add().run(total, total, block, 0, width, Scalar.ONE);
        clear(block);
        rows = 0;
      }

      void put(Tensor to) {
        if (to != null) {
          flush();
          in.write(to, from, width, total);
        }
      }
    }
  }
}
