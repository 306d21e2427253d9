package jackfield.backend.cuda.statistics;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Equal slices of a tensor, in order or as they follow each other. Scratch memory has the order of
 * the slices, marks of the first of equal ones, and where each group begins in the order.
 */
final class SliceGroups implements AutoCloseable {
  private static final int LISTS = 5; // two orders, marks, their sums, the first places

  private final Launcher launcher;
  private final String operator;
  private final DType type;
  private final long[] sizes; // of the dimensions that count slices, then those of a slice
  private final long[][] steps; // in bytes
  private final int kept; // dimensions that count slices
  private final long slices;
  private final Lease memory;
  private final long address; // of the first slice
  private long order; // the address of the list that is in order; 0 until sort()
  private long count; // groups; 0 until mark()

  private SliceGroups(
      Launcher launcher, String operator, Tensor self, int[] dims, int kept, boolean isSorted) {
    this.launcher = launcher;
    this.operator = operator;
    this.type = self.dtype();
    this.kept = kept;
    this.address = self.address();
    this.sizes = new long[dims.length];
    this.steps = new long[dims.length][];
    long product = 1;
    for (int dim = 0; dim < dims.length; dim++) {
      sizes[dim] = self.size(dims[dim]);
      steps[dim] = new long[] {self.stride(dims[dim]) * type.sizeBytes(), 0};
      product *= dim < kept ? sizes[dim] : 1;
    }
    this.slices = product;
    long bytes = Math.multiplyExact(Math.max(1, slices), (long) LISTS * Long.BYTES);
    this.memory = launcher.context().memory().lease(bytes);
    if (slices > 0) {
      sort(isSorted);
      mark();
    }
  }

  /** Groups the elements of a tensor, in row-major order. */
  static SliceGroups ofElements(Launcher launcher, String operator, Tensor self, boolean isSorted) {
    int[] dims = new int[self.rank()];
    for (int dim = 0; dim < dims.length; dim++) {
      dims[dim] = dim;
    }
    return new SliceGroups(launcher, operator, self, dims, dims.length, isSorted);
  }

  /** Groups the slices of a dimension. */
  static SliceGroups along(
      Launcher launcher, String operator, Tensor self, int along, boolean isSorted) {
    return new SliceGroups(launcher, operator, self, dims(self.rank(), along), 1, isSorted);
  }

  private static int[] dims(int rank, int first) {
    int[] dims = new int[rank];
    dims[0] = first;
    for (int dim = 1; dim < rank; dim++) {
      dims[dim] = dim <= first ? dim - 1 : dim;
    }
    return dims;
  }

  /** Returns the number of groups. */
  long count() {
    return count;
  }

  private long list(int number) {
    return memory.address() + number * slices * Long.BYTES;
  }

  private ParameterBlock block(long target, long[][] ofDimensions) {
    ParameterBlock.Builder block =
        new ParameterBlock.Builder(new DType[] {type, type}, new long[] {address, target});
    for (int dim = 0; dim < sizes.length; dim++) {
      block.dimension(sizes[dim], ofDimensions[dim]);
    }
    return block.build().with(kept);
  }

  private void sort(boolean isSorted) {
    order = list(0);
    long other = list(1);
    ParameterBlock block = block(0, steps);
    String kernel = "order_slices_" + type;
    launcher.elementwise(operator, kernel, block.with(other, order, 0), slices);
    for (long width = 1; isSorted && width < slices; width *= 2) {
      long before = order;
      order = other;
      other = before;
      launcher.elementwise(operator, kernel, block.with(before, order, width), slices);
    }
  }

  /** Marks the first of equal slices, and waits for their number. */
  private void mark() {
    long marks = list(2);
    long sums = list(3);
    launcher.elementwise(
        operator, "mark_slices_" + type, block(0, steps).with(order, marks), slices);
    ParameterBlock line =
        new ParameterBlock.Builder(new DType[] {DType.INT64, DType.INT64}, new long[] {sums, marks})
            .dimension(slices, new long[] {Long.BYTES, Long.BYTES})
            .build();
    launcher.cooperative(operator, "cumsum_int64", line, 1, slices);
    count = IndexCheck.read(launcher, sums + (slices - 1) * Long.BYTES, 1)[0];
  }

  /**
   * Writes the results.
   *
   * @param distinct the first slice of each group
   * @param along its dimension of groups
   * @param places the group of each slice, or null
   * @param counts the number of slices of each group, or null
   */
  void write(Tensor distinct, int along, Tensor places, Tensor counts) {
    if (slices == 0) {
      return;
    }
    long firsts = list(4);
    long[] numbers = {slices, order, list(3), firsts};
    launcher.elementwise(operator, "group_slices", Blocks.tensors(numbers, places), slices);
    if (counts != null) {
      long[] groups = {count, slices, firsts};
      launcher.elementwise(operator, "count_groups", Blocks.tensors(groups, counts), count);
    }
    copy(distinct, along, firsts);
  }

  private void copy(Tensor distinct, int along, long firsts) {
    int bytes = type.sizeBytes();
    long[][] both = new long[sizes.length][];
    long length = 1;
    int[] dims = kept == 1 ? dims(distinct.rank(), along) : new int[0];
    for (int dim = 0; dim < sizes.length; dim++) {
      boolean isInside = dim >= kept;
      both[dim] = new long[] {steps[dim][0], isInside ? distinct.stride(dims[dim]) * bytes : 0};
      length *= isInside ? sizes[dim] : 1;
    }
    ParameterBlock block =
        block(distinct.address(), both).with(order, firsts, count, distinct.stride(along) * bytes);
    launcher.elementwise(operator, "copy_slices_" + bytes, block, count * length);
  }

  @Override
  public void close() {
    launcher.context().memory().release(memory);
  }
}
