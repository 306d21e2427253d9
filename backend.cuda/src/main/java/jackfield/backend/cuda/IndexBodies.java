package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.index.IndexPlan;
import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.scatter.ScatterPlan;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.launch.MoveList;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/** Reads and writes elements at positions that other tensors give. */
final class IndexBodies {
  private final Launcher launcher;
  private final IndexCheck indexes;
  private final NonzeroBodies nonzero;

  IndexBodies(Launcher launcher) {
    this.launcher = launcher;
    this.indexes = new IndexCheck(launcher);
    this.nonzero = new NonzeroBodies(launcher);
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.INDEX_SELECT, this::indexSelect)
        .structured(Aten.GATHER, this::gather)
        .structured(Aten.TAKE, this::take)
        .structured(Aten.PUT, this::put)
        .structured(Aten.INDEX, this::index)
        .structured(Aten._UNSAFE_INDEX, this::index)
        .structured(Aten.MASKED_SELECT, this::index)
        .structured(Aten.INDEX_PUT, this::indexPut)
        .structured(Aten._UNSAFE_INDEX_PUT, this::indexPut)
        .structured(Aten._INDEX_PUT_IMPL_, this::indexPut)
        .structured(Aten.MASKED_SCATTER, this::maskedScatter);
    registerScatters(kernels);
    nonzero.register(kernels);
  }

  private void registerScatters(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SCATTER_SRC, plan -> scatter(plan, false))
        .structured(Aten.SCATTER_VALUE, plan -> scatter(plan, false))
        .structured(Aten.SCATTER_REDUCE, plan -> scatter(plan, false))
        .structured(Aten.SCATTER_VALUE_REDUCE, plan -> scatter(plan, false))
        .structured(Aten.SCATTER_ADD, plan -> scatter(plan, false))
        .structured(Aten.SCATTER_REDUCE_TWO, plan -> scatter(plan, false))
        .structured(Aten.INDEX_ADD, plan -> scatter(plan, false))
        .structured(Aten.INDEX_COPY, plan -> scatter(plan, false))
        .structured(Aten.INDEX_REDUCE, plan -> scatter(plan, false))
        .structured(Aten.INDEX_FILL_INT_SCALAR, plan -> scatter(plan, true));
  }

  // ---- along a dimension

  private void indexSelect(LinePlan plan) {
    Tensor self = vector(plan.input(0));
    Tensor index = vector(plan.input(1));
    int dim = plan.dim();
    indexes.check("index_select", "index", index, 0, self.size(dim));
    Tensor out = vector(plan.output(0));
    long[] strides = new long[out.rank()];
    strides[dim] = index.stride(0);
    gather("index_select", dim, out, index.alias(out.sizes(), strides, index.offset()), self);
  }

  private void gather(LinePlan plan) {
    Tensor index = vector(plan.input(1));
    if (index.elementCount() == 0) {
      return;
    }
    Tensor self = vector(plan.input(0));
    indexes.check("gather", "index", index, 0, self.size(plan.dim()));
    gather("gather", plan.dim(), vector(plan.output(0)), index, self);
  }

  private void gather(String operator, int dim, Tensor out, Tensor index, Tensor self) {
    int bytes = self.dtype().sizeBytes();
    ParameterBlock block =
        along(index.sizes(), dim, 2, out, index, self)
            .with(self.size(dim), self.stride(dim) * bytes);
    launcher.elementwise(operator, "gather_" + bytes, block, index.elementCount());
  }

  private void scatter(ScatterPlan plan, boolean wraps) {
    Tensor index = vector(plan.input(1));
    indexes.check(plan.operator(), "index", index, wraps ? -plan.size() : 0, plan.size());
    plan.copyInput(0);
    Tensor out = vector(plan.output(0));
    int dim = plan.dim();
    Tensor source = plan.hasSource() ? vector(plan.input(2)) : null;
    ParameterBlock block =
        along(index.sizes(), dim, 0, out, index, source)
            .with(out.size(dim), out.stride(dim) * out.dtype().sizeBytes());
    try (MoveList moves = new MoveList(launcher, plan.operator(), index.elementCount())) {
      moves.fill("list_along", block);
      moves.combine(
          out.dtype(), plan.reduction(), plan.includesSelf(), source != null, plan.number());
    }
  }

  /** Returns a block of tensors, of which one has no step in the dimension with indexes. */
  private static ParameterBlock along(long[] sizes, int dim, int fixed, Tensor... operands) {
    ParameterBlock.Builder block = Blocks.of(operands);
    for (int d = 0; d < sizes.length; d++) {
      long[] steps = new long[operands.length];
      for (int operand = 0; operand < steps.length; operand++) {
        Tensor tensor = operands[operand];
        boolean isStill = tensor == null || (operand == fixed && d == dim);
        steps[operand] = isStill ? 0 : tensor.stride(d) * tensor.dtype().sizeBytes();
      }
      block.dimension(sizes[d], steps);
    }
    return block.build();
  }

  private static Tensor vector(Tensor tensor) {
    long[] one = {1};
    return tensor.rank() == 0 ? tensor.alias(one, one, tensor.offset()) : tensor;
  }

  // ---- in several dimensions

  private void index(IndexPlan plan) {
    ParameterBlock block = plan.parameters(reader(plan));
    int bytes = plan.input(0).dtype().sizeBytes();
    launcher.elementwise(plan.operator(), "index_" + bytes, block, count(block));
  }

  private void indexPut(IndexPlan plan, boolean accumulate) {
    ParameterBlock block = plan.parameters(reader(plan));
    DType type = plan.input(0).dtype();
    try (MoveList moves = new MoveList(launcher, plan.operator(), count(block))) {
      moves.fill("list_indexed", block);
      moves.combine(type, accumulate ? Reduction.SUM : Reduction.ASSIGN, true, true, Scalar.ONE);
    }
  }

  private IndexPlan.Reader reader(IndexPlan plan) {
    return new IndexPlan.Reader() {
      @Override
      public long count(Tensor mask) {
        return nonzero.count(plan.operator(), mask);
      }

      @Override
      public void write(Tensor mask, Tensor positions) {
        nonzero.write(plan.operator(), mask, positions);
      }

      @Override
      public void check(Tensor index, long size) {
        indexes.check(plan.operator(), "indices", index, -size, size);
      }
    };
  }

  private static long count(ParameterBlock block) {
    long count = 1;
    for (int dim = 0; dim < block.rank(); dim++) {
      count *= block.size(dim);
    }
    return count;
  }

  // ---- among all elements

  private void take(OutputPlan plan) {
    Tensor index = plan.input(1);
    checkAll(plan);
    try (MoveList moves = new MoveList(launcher, "take", index.elementCount())) {
      list(moves, Blocks.pair(index, plan.output(0)), plan.input(0));
      moves.copyBack(plan.input(0).dtype().sizeBytes());
    }
  }

  private void put(OutputPlan plan, boolean accumulate) {
    Tensor index = plan.input(1);
    checkAll(plan);
    plan.copyInput(0);
    DType type = plan.output(0).dtype();
    Tensor rowMajorIndex = plan.rowMajor(1);
    Tensor source = plan.rowMajor(2);
    try (MoveList moves = new MoveList(launcher, "put", index.elementCount())) {
      long positions = rowMajorIndex.address();
      list(moves, Blocks.rows(positions, source, index.elementCount()), plan.output(0));
      moves.combine(type, accumulate ? Reduction.SUM : Reduction.ASSIGN, true, true, Scalar.ONE);
    }
  }

  private void checkAll(OutputPlan plan) {
    long count = plan.input(0).elementCount();
    indexes.check(plan.operator(), "index", plan.input(1), -count, count);
  }

  /** Lists positions in a tensor, by a block of positions and of the elements that are moved. */
  private static void list(MoveList moves, ParameterBlock positions, Tensor within) {
    long[] shape = new long[2 * within.rank()];
    for (int dim = 0; dim < within.rank(); dim++) {
      shape[2 * dim] = within.size(dim);
      shape[2 * dim + 1] = within.stride(dim) * within.dtype().sizeBytes();
    }
    moves.fill("list_all", positions.with(within.address(), within.rank()), shape);
  }

  /** Writes the first elements of the source, in order, where the mask holds. */
  private void maskedScatter(OutputPlan plan) {
    Tensor source = plan.rowMajor(2);
    Tensor mask = plan.input(1);
    long count = nonzero.count("masked_scatter", mask);
    if (count > source.elementCount()) {
      throw new ShapeMismatch(
          "masked_scatter",
          "expected a source of at least %d elements".formatted(count),
          source.sizes());
    }
    plan.copyInput(0);
    Tensor out = plan.output(0);
    nonzero.places(
        "masked_scatter",
        mask,
        count,
        places -> {
          try (MoveList moves = new MoveList(launcher, "masked_scatter", count)) {
            list(moves, Blocks.rows(places, source, count), out);
            moves.copy(source.dtype().sizeBytes());
          }
        });
  }
}
