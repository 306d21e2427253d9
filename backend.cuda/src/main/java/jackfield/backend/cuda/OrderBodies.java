package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.kernel.ReductionIterator;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;

/** Orders of elements, elements that are chosen by their order, and running totals. */
final class OrderBodies {
  private static final long MEDIAN = 0; // as in scans.cu
  private static final long MEDIAN_OF_NUMBERS = 1;
  private static final long MODE = 2;
  private static final long FIRST_PLACE = 3;

  // One thread orders a line, which would take long for more elements.
  private static final long LONGEST_TIE = 4096;

  private final Launcher launcher;

  /** Uses an order. */
  private interface Use {
    void run(long order, long free);
  }

  OrderBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SORT_STABLE, (plan, descending) -> first(plan, descending, false))
        .structured(Aten.TOPK, (plan, largest) -> first(plan, largest, true))
        .structured(Aten.MEDIAN, it -> choose("median", it, MEDIAN))
        .structured(Aten.MEDIAN_DIM, it -> choose("median", it, MEDIAN))
        .structured(Aten.NANMEDIAN, it -> choose("nanmedian", it, MEDIAN_OF_NUMBERS))
        .structured(Aten.NANMEDIAN_DIM, it -> choose("nanmedian", it, MEDIAN_OF_NUMBERS))
        .structured(Aten.MODE, it -> choose("mode", it, MODE))
        .structured(Aten.KTHVALUE, (it, k) -> choose("kthvalue", it, FIRST_PLACE + k - 1))
        .structured(Aten.CUMSUM, this::run)
        .structured(Aten.CUMPROD, this::run)
        .structured(Aten.LOGCUMSUMEXP, this::run)
        .structured(Aten.CUMMAX, this::run)
        .structured(Aten.CUMMIN, this::run);
  }

  /** Runs along lines of one type. */
  private void run(LinePlan plan) {
    SliceIterator lines = plan.lines();
    launcher.cooperative(
        plan.operator(),
        plan.operator() + "_" + lines.type(0),
        lines.parameters(),
        lines.length(0) == 0 ? 0 : lines.count(),
        lines.length(0));
  }

  /**
   * Writes the first elements of each line, as many as the outputs have.
   *
   * @param breaksTies whether the CPU's algorithm chooses among equal elements, else their order
   */
  private void first(LinePlan plan, boolean descending, boolean breaksTies) {
    SliceIterator lines = plan.lines();
    long count = lines.length(0);
    long length = lines.length(2);
    if (lines.count() == 0 || count == 0) {
      return;
    }
    ParameterBlock outputs = lines.parameters();
    ParameterBlock input = withLength(outputs, length);
    DType type = lines.type(2);
    sort(
        plan.operator(),
        type,
        input,
        lines.count() * length,
        descending,
        (order, free) -> {
          if (breaksTies && length <= LONGEST_TIE) {
            ParameterBlock ranks = input.with(order, free, count, descending ? 1 : 0);
            breakTies(plan.operator(), type, ranks, lines.count(), length);
          }
          launcher.elementwise(
              plan.operator(),
              "ordered_" + type.sizeBytes(),
              withoutNumbers(outputs, outputs.size(outputs.rank() - 1)).with(order, length),
              lines.count() * count);
        });
  }

  /** Orders lines again that have equal elements among the first. */
  private void breakTies(
      String operator, DType type, ParameterBlock ranks, long lines, long length) {
    launcher.elementwise(operator, "order_ranks_" + type, ranks, lines);
    ParameterBlock ties =
        Blocks.of()
            .build()
            .with(lines, length, ranks.integer(1), ranks.integer(2), ranks.integer(3));
    launcher.elementwise(operator, "order_ties", ties, lines);
  }

  /** Returns a block of lines with another length; its only number is that of outer dimensions. */
  private static ParameterBlock withLength(ParameterBlock lines, long length) {
    return withoutNumbers(lines, length).with(lines.rank() - 1L);
  }

  private static ParameterBlock withoutNumbers(ParameterBlock lines, long length) {
    int operands = lines.operandCount();
    DType[] types = new DType[operands];
    long[] addresses = new long[operands];
    for (int operand = 0; operand < operands; operand++) {
      types[operand] = DType.ofNumber(lines.type(operand));
      addresses[operand] = lines.address(operand);
    }
    ParameterBlock.Builder block = new ParameterBlock.Builder(types, addresses);
    for (int dim = 0; dim < lines.rank(); dim++) {
      long[] steps = new long[operands];
      for (int operand = 0; operand < operands; operand++) {
        steps[operand] = lines.stepBytes(operand, dim);
      }
      block.dimension(dim == lines.rank() - 1 ? length : lines.size(dim), steps);
    }
    return block.build();
  }

  private void choose(String operator, ReductionIterator it, long wanted) {
    ParameterBlock block = it.parameters();
    sort(
        operator,
        it.inputType(),
        block,
        it.outputCount() * it.reducedCount(),
        false,
        (order, _) ->
            launcher.elementwise(
                operator, "choice_" + it.inputType(), block.with(order, wanted), it.outputCount()));
  }

  /**
   * Sorts the positions of the elements of each line.
   *
   * @param count the number of elements of all lines
   * @param use receives the address of the order, as int64, and that of as much free memory
   */
  private void sort(
      String operator, DType type, ParameterBlock block, long count, boolean descending, Use use) {
    long bytes = Math.multiplyExact(Math.max(count, 1), (long) Long.BYTES);
    Lease memory = launcher.context().memory().lease(Math.multiplyExact(2, bytes));
    try {
      long to = memory.address();
      long from = to + bytes;
      String kernel = "order_" + type;
      launcher.elementwise(operator, kernel, block.with(from, to, 0, 0), count);
      for (long width = 1; width < longest(block); width *= 2) {
        long sorted = to;
        to = from;
        from = sorted;
        ParameterBlock step = block.with(from, to, width, descending ? 1 : 0);
        launcher.elementwise(operator, kernel, step, count);
      }
      use.run(to, from);
    } finally {
      launcher.context().memory().release(memory);
    }
  }

  /** Returns the number of elements of a line; number 0 is how many dimensions lines have. */
  private static long longest(ParameterBlock block) {
    long length = 1;
    for (int dim = (int) block.integer(0); dim < block.rank(); dim++) {
      length *= block.size(dim);
    }
    return length;
  }
}
