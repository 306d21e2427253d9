package jackfield.backend.cuda.launch;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.scatter.Reduction;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Addresses of elements that are written and of those that are read, in memory of the device.
 * Values for one target are combined in the order of the list, whatever the order of threads.
 */
public final class MoveList implements AutoCloseable {
  private static final int LISTS = 4; // targets, sources, the order and its copy

  private final Launcher launcher;
  private final String operator;
  private final long count;
  private final Lease memory;

  public MoveList(Launcher launcher, String operator, long count) {
    this.launcher = launcher;
    this.operator = operator;
    this.count = count;
    long bytes = Math.multiplyExact(Math.max(count, 1), (long) LISTS * Long.BYTES);
    this.memory = launcher.context().memory().lease(bytes);
  }

  private long list(int number) {
    return memory.address() + number * count * Long.BYTES;
  }

  /** Fills the lists by a kernel whose next two numbers are where they are. */
  public void fill(String kernel, ParameterBlock block, long... more) {
    launcher.elementwise(operator, kernel, block.with(list(0), list(1)).with(more), count);
  }

  /** Copies elements of some bytes from the targets to the sources. */
  public void copyBack(int bytes) {
    ParameterBlock block = Blocks.of().build().with(count, list(1), list(0));
    launcher.elementwise(operator, "copy_listed_" + bytes, block, count);
  }

  /** Copies elements of some bytes to the targets, of which no two are the same. */
  public void copy(int bytes) {
    ParameterBlock block = Blocks.of().build().with(count, list(0), list(1));
    launcher.elementwise(operator, "copy_listed_" + bytes, block, count);
  }

  /**
   * Combines the values of each target.
   *
   * @param includesSelf whether the target's own value counts
   * @param hasSource whether values are at the sources; otherwise each is the number
   * @param number by which values are multiplied before they are added
   */
  public void combine(
      DType type, Reduction reduction, boolean includesSelf, boolean hasSource, Scalar number) {
    ParameterBlock block =
        sorted(Blocks.of().build())
            .with(reduction.ordinal(), includesSelf ? 1 : 0, hasSource ? 1 : 0)
            .with(Launcher.words(type, number));
    launcher.elementwise(operator, "combine_" + type, block, count);
  }

  /** Sorts by target; appends count, targets, sources and their order to a block. */
  public ParameterBlock sorted(ParameterBlock block) {
    return block.with(count, list(0), list(1), sorted());
  }

  /** Sorts positions by target, and returns where they are. */
  private long sorted() {
    long from = list(2);
    long to = list(3);
    launcher.elementwise(operator, "arange_int64", positions(from), count);
    for (long width = 1; width < count; width *= 2) {
      ParameterBlock step = Blocks.of().build().with(count, list(0), from, to, width);
      launcher.elementwise(operator, "order_targets", step, count);
      long before = from;
      from = to;
      to = before;
    }
    return from;
  }

  private ParameterBlock positions(long at) {
    return new ParameterBlock.Builder(new DType[] {DType.INT64}, new long[] {at})
        .dimension(count, new long[] {Long.BYTES})
        .build()
        .with(Launcher.words(DType.INT64, Scalar.ZERO, Scalar.ONE));
  }

  @Override
  public void close() {
    launcher.context().memory().release(memory); // later work of the stream may have it
  }
}
