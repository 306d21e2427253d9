package jackfield.backend.cuda.loss;

import jackfield.backend.cuda.driver.DeviceMemory;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.Tensor;
import java.util.function.LongConsumer;

/** Losses of rows as they are, or their mean or sum in double precision. */
final class RowLosses {
  static final long NONE = 0; // the numbers of reductions in schemas
  static final long MEAN = 1;

  private static final int MOST_THREADS = 256;
  private static final int MOST_BLOCKS = 256;

  private final Launcher launcher;

  RowLosses(Launcher launcher) {
    this.launcher = launcher;
  }

  /**
   * Writes the losses into the output, or reduces them.
   *
   * @param count the number of losses
   * @param kernel launches the kernel; it receives the address of scratch memory for the losses as
   *     float64, or 0 if they are the output
   */
  void write(String operator, Tensor output, long count, long reduction, LongConsumer kernel) {
    if (reduction == NONE) {
      kernel.accept(0);
      return;
    }
    DeviceMemory memory = launcher.context().memory();
    long blocks = Math.clamp(count / MOST_THREADS, 1L, (long) MOST_BLOCKS);
    Lease losses = memory.lease(Math.multiplyExact(count + blocks, (long) Long.BYTES));
    try {
      long sums = losses.address() + count * Long.BYTES;
      kernel.accept(losses.address());
      launcher.launch(
          operator,
          "loss_sums",
          Blocks.tensors(new long[] {count, losses.address(), sums}),
          (int) blocks,
          MOST_THREADS);
      double divisor = reduction == MEAN ? (double) count : 1;
      long[] total = {blocks, sums, Double.doubleToRawLongBits(divisor)};
      launcher.launch(operator, "loss_total", Blocks.tensors(total, output), 1, MOST_THREADS);
    } finally {
      memory.release(losses);
    }
  }
}
