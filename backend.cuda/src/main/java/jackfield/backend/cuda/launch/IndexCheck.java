package jackfield.backend.cuda.launch;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Checks indexes on the device before anything is written. It waits for two numbers of the device,
 * so that a wrong index is an exception of the call that has it.
 */
public final class IndexCheck {
  private static final int MOST_THREADS = 256;

  private final Launcher launcher;

  public IndexCheck(Launcher launcher) {
    this.launcher = launcher;
  }

  /**
   * Checks all indexes.
   *
   * @param least the smallest one that is permitted; the largest one is {@code size − 1}
   * @throws InvalidArgument if one is outside
   */
  public void check(String operator, String argument, Tensor index, long least, long size) {
    if (index.elementCount() == 0) {
      return;
    }
    Lease result = launcher.context().memory().lease(2L * Long.BYTES);
    try {
      launcher.launch(operator, "index_check", block(result, index, least, size), 1, MOST_THREADS);
      long[] found = read(launcher, result.address(), 2);
      if (found[0] >= 0) {
        throw new InvalidArgument(
            operator, argument, "has %d, expected %d to %d".formatted(found[1], least, size - 1));
      }
    } finally {
      launcher.context().memory().release(result);
    }
  }

  private static ParameterBlock block(Lease result, Tensor index, long least, long size) {
    ParameterBlock.Builder block =
        new ParameterBlock.Builder(
            new DType[] {DType.INT64, index.dtype()},
            new long[] {result.address(), Blocks.address(index)});
    for (int dim = 0; dim < index.rank(); dim++) {
      block.dimension(
          index.size(dim), new long[] {0, index.stride(dim) * index.dtype().sizeBytes()});
    }
    return block.build().with(least, size);
  }

  /** Waits for integers of the device. */
  public static long[] read(Launcher launcher, long address, int count) {
    try (Arena arena = Arena.ofConfined()) {
      long bytes = (long) count * Long.BYTES;
      MemorySegment near = arena.allocate(bytes, Long.BYTES);
      launcher.stream().copyToHostBlocking(address, near.address(), bytes);
      return near.toArray(ValueLayout.JAVA_LONG);
    }
  }
}
