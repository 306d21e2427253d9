package jackfield.backend.cpu;

import jackfield.backend.cpu.NormalizationKernels.Given;
import jackfield.backend.cpu.NormalizationKernels.Loops;
import jackfield.parallel.Parallel;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The gradients of weight and bias of a layer normalization for some adjacent columns: sums over
 * all rows. The width of a strip does not depend on the number of threads, and neither do the bits
 * of the sums.
 */
final class ParameterGradients {
  private static final int STRIP = 256; // columns of a part of a parallel loop
  private static final int BLOCK = 256; // rows that are added up before they join the total, which
  // reduces rounding errors
  private static final long SLOT = STRIP * Double.BYTES; // bytes of a strip in scratch memory
  private static final int SLOTS = 6;

  private final Loops in;
  private final Given given;
  private final long columns; // of a row
  private final long from; // the first column of the strip
  private final long width;
  private final long scratch;

  private ParameterGradients(
      Loops in, Given given, long columns, long from, long width, long scratch) {
    this.in = in;
    this.given = given;
    this.columns = columns;
    this.from = from;
    this.width = width;
    this.scratch = scratch;
  }

  /** Writes the gradients; {@code weight} or {@code bias} is null if it is not asked for. */
  static void write(Loops in, Given given, Tensor weight, Tensor bias, Workspaces workspaces) {
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
                SLOTS * SLOT,
                scratch ->
                    new ParameterGradients(in, given, columns, from, to - from, scratch)
                        .write(weight, bias)));
  }

  private void write(Tensor weight, Tensor bias) {
    Sum ofWeight = new Sum(scratch + 2 * SLOT);
    Sum ofBias = new Sum(scratch + 4 * SLOT);
    for (long row = 0; row < given.rows(); row++) {
      long first = row * columns + from;
      long g = in.read(given.grad(), first, width, scratch);
      if (weight != null) {
        long normal = scratch + SLOT;
        long a = in.read(given.x(), first, width, normal);
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
      this.block = total + SLOT;
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
