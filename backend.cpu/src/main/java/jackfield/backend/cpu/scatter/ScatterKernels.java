package jackfield.backend.cpu.scatter;

import jackfield.aten.Aten;
import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.scatter.ScatterPlan;
import jackfield.backend.cpu.elementwise.KernelList;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The kernels of {@code scatter}, {@code scatter_add}, {@code scatter_reduce}, {@code index_add},
 * {@code index_copy}, {@code index_fill} and {@code index_reduce}. All indexes are checked before
 * the first element is written.
 *
 * <p>They run along lines of the last dimension. The output has stride 0 in the dimension of the
 * indexes, whichever it is, as each index gives the position there. If the last dimension is short,
 * lines run along the dimension of the indexes. Values for one element are combined in the order of
 * that dimension, and one part of a parallel loop has all of them, so results do not depend on the
 * number of threads.
 */
public final class ScatterKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop
  private static final long BLOCK = 1024; // elements of a line that one part takes
  private static final long SHORT = 16; // elements of a line that is not worth a loop

  private final ByType<PointwiseLoop> add;
  private final Workspaces workspaces;

  /**
   * Creates the kernels.
   *
   * @param add the loops that add a multiple of one operand to another
   */
  public ScatterKernels(ByType<PointwiseLoop> add, Workspaces workspaces) {
    this.add = add;
    this.workspaces = workspaces;
  }

  /** Adds the kernels to a list. */
  public void addTo(KernelList kernels) {
    kernels
        .structured(Aten.SCATTER_SRC, this::scatter)
        .structured(Aten.SCATTER_VALUE, this::scatter)
        .structured(Aten.SCATTER_ADD, this::scatter)
        .structured(Aten.SCATTER_REDUCE, this::scatter)
        .structured(Aten.SCATTER_VALUE_REDUCE, this::scatter)
        .structured(Aten.SCATTER_REDUCE_TWO, this::scatter)
        .structured(Aten.INDEX_ADD, this::scatter)
        .structured(Aten.INDEX_COPY, this::scatter)
        .structured(Aten.INDEX_REDUCE, this::scatter)
        .structured(Aten.INDEX_FILL_INT_SCALAR, this::fill);
  }

  /** Writes values that replace elements or are combined with them. */
  private void scatter(ScatterPlan plan) {
    run(plan, false);
  }

  /** Fills slices; negative indexes count from the end. */
  private void fill(ScatterPlan plan) {
    run(plan, true);
  }

  private void run(ScatterPlan plan, boolean wraps) {
    Tensor index = vector(plan.input(1));
    ChosenIndex chosen = new ChosenIndex(plan.operator(), index.dtype(), plan.size(), wraps);
    chosen.check(index);
    if (index.elementCount() == 0) {
      plan.copyInput(0);
      return;
    }
    boolean isMean = plan.reduction() == Reduction.MEAN;
    int inner = isMean ? plan.dim() : inner(index, plan.dim());
    Rows rows = rows(plan, index, inner, chosen); // checks, before anything is written
    plan.copyInput(0);
    if (plan.hasSource()) {
      write(plan, inner, rows, 0);
      return;
    }
    workspaces.use(
        DType.COMPLEX128.sizeBytes(),
        number -> {
          Elements.putScalar(rows.lines().type(0), number, plan.number());
          write(plan, inner, rows, number);
        });
  }

  private Rows rows(ScatterPlan plan, Tensor index, int inner, ChosenIndex chosen) {
    Tensor out = vector(plan.output(0));
    long chosenStep = out.stride(plan.dim()) * out.dtype().sizeBytes();
    Tensor cut = null;
    if (plan.hasSource()) {
      Tensor source = vector(plan.input(2));
      cut = source.alias(index.sizes(), source.strides(), source.offset());
    }
    SliceIterator lines = SliceIterator.lines(inner, still(out, index, plan.dim()), index, cut);
    return isCombined(plan)
        ? new ReducedRows(plan, lines, chosen, chosenStep)
        : new ScatteredRows(plan, lines, chosen, chosenStep, add);
  }

  /** Returns whether values are combined otherwise than by adding them to elements. */
  private static boolean isCombined(ScatterPlan plan) {
    return switch (plan.reduction()) {
      case ASSIGN -> false;
      case SUM -> !plan.includesSelf();
      default -> true;
    };
  }

  /** Returns the dimension of the lines. */
  private static int inner(Tensor index, int dim) {
    int last = index.rank() - 1;
    return index.size(last) < SHORT && index.size(last) < index.size(dim) ? dim : last;
  }

  /** Returns the output with the sizes of the indexes, and with stride 0 in their dimension. */
  private static Tensor still(Tensor out, Tensor index, int dim) {
    long[] strides = out.strides().clone();
    strides[dim] = 0;
    return out.alias(index.sizes(), strides, out.offset());
  }

  /** Returns a tensor without dimensions as a vector of one element. */
  private static Tensor vector(Tensor tensor) {
    long[] one = {1};
    return tensor.rank() == 0 ? tensor.alias(one, one, tensor.offset()) : tensor;
  }

  /** Lines along the dimension of the indexes have no target in common; others are cut. */
  private static void write(ScatterPlan plan, int inner, Rows rows, long number) {
    SliceIterator lines = rows.lines();
    long length = lines.length(1);
    if (inner == plan.dim()) {
      Parallel.range(
          lines.count(),
          Math.max(1, GRAIN / length),
          (from, to) -> rows.run(from, to, 0, length, number));
      return;
    }
    Tensor index = plan.input(1);
    long perGroup = 1; // lines that may have targets in common
    for (int dim = plan.dim(); dim < inner; dim++) {
      perGroup *= index.size(dim);
    }
    long together = perGroup;
    long blocks = Parallel.parts(length, BLOCK);
    Parallel.range(
        lines.count() / perGroup * blocks,
        Math.max(1, GRAIN / Math.min(length, BLOCK) / perGroup),
        (from, to) -> {
          for (long part = from; part < to; part++) {
            long first = part / blocks * together;
            long start = part % blocks * BLOCK;
            rows.run(first, first + together, start, Math.min(BLOCK, length - start), number);
          }
        });
  }
}
