package jackfield.backend.cpu.reference.scatter;

import jackfield.aten.Aten;
import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.scatter.Reduction;
import jackfield.aten.scatter.ScatterPlan;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.backend.cpu.reference.element.ElementArithmetic;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.ElementOrder;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Writes values at positions along a dimension. All positions are checked before the first value is
 * written. Values that meet at one position are combined in order, each result rounded.
 */
public final class ScatterKernels {
  private ScatterKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SCATTER_SRC, ScatterKernels::scatter)
        .structured(Aten.SCATTER_VALUE, ScatterKernels::scatter)
        .structured(Aten.SCATTER_REDUCE, ScatterKernels::scatter)
        .structured(Aten.SCATTER_VALUE_REDUCE, ScatterKernels::scatter)
        .structured(Aten.SCATTER_ADD, ScatterKernels::scatter)
        .structured(Aten.SCATTER_REDUCE_TWO, ScatterKernels::scatter)
        .structured(Aten.INDEX_ADD, ScatterKernels::scatter)
        .structured(Aten.INDEX_COPY, ScatterKernels::scatter)
        .structured(Aten.INDEX_REDUCE, ScatterKernels::scatter)
        .structured(Aten.INDEX_FILL_INT_SCALAR, ScatterKernels::fill);
  }

  private static void scatter(ScatterPlan plan) {
    run(plan, false);
  }

  /** Fills slices; negative indexes count from the end. */
  private static void fill(ScatterPlan plan) {
    run(plan, true);
  }

  private static void run(ScatterPlan plan, boolean wraps) {
    SliceIterator lines = plan.lines();
    ChosenIndex chosen = new ChosenIndex(plan.operator(), lines.type(1), plan.size(), wraps);
    check(plan, chosen);
    plan.copyInput(0);
    Targets targets = new Targets(plan, lines, chosen);
    lines.forEach(at -> {
      long length = lines.length(1);
      if (!plan.includesSelf()) {
        for (long i = 0; i < length; i++) {
          targets.reset(at, i);
        }
      }
      for (long i = 0; i < length; i++) {
        targets.combine(at, i);
      }
      if (plan.reduction() == Reduction.MEAN) {
        targets.divide(at);
      }
    });
  }

  private static void check(ScatterPlan plan, ChosenIndex chosen) {
    SliceIterator index = plan.indexLines();
    index.forEach(at -> {
      for (long i = 0; i < index.length(0); i++) {
        chosen.at(at[0] + i * index.stepBytes(0));
      }
    });
  }

  /** The elements of one line that are written. */
  private static final class Targets {
    private final ScatterPlan plan;
    private final SliceIterator lines;
    private final ChosenIndex chosen;
    private final DType type;
    private final ElementOrder order;
    private final boolean hasSource;

    Targets(ScatterPlan plan, SliceIterator lines, ChosenIndex chosen) {
      this.plan = plan;
      this.lines = lines;
      this.chosen = chosen;
      this.type = lines.type(0);
      this.order = new ElementOrder(type);
      this.hasSource = plan.hasSource();
    }

    private long position(long[] at, long i) {
      return chosen.at(at[1] + i * lines.stepBytes(1));
    }

    private long target(long[] at, long i) {
      return at[0] + position(at, i) * lines.stepBytes(0);
    }

    private long source(long[] at, long i) {
      return at[2] + i * lines.stepBytes(2);
    }

    /** Gives the element the value that changes no other when they are combined. */
    void reset(long[] at, long i) {
      long target = target(at, i);
      switch (plan.reduction()) {
        case ASSIGN -> {}
        case SUM, MEAN -> Elements.putLong(type, target, 0);
        case PRODUCT -> Elements.putLong(type, target, 1);
        case LARGEST, SMALLEST -> ElementCopy.copy(type, source(at, i), type, target);
      }
    }

    void combine(long[] at, long i) {
      long target = target(at, i);
      if (hasSource && isChoice()) {
        choose(source(at, i), target);
        return;
      }
      Scalar value = hasSource ? Elements.scalarAt(type, source(at, i)) : plan.number();
      switch (plan.reduction()) {
        case SUM, MEAN ->
            ElementArithmetic.add(type, target, value, hasSource ? plan.number() : Scalar.ONE);
        case PRODUCT -> ElementArithmetic.multiply(type, target, value);
        default -> Elements.putScalar(type, target, value);
      }
    }

    private boolean isChoice() {
      return switch (plan.reduction()) {
        case ASSIGN, LARGEST, SMALLEST -> true;
        default -> false;
      };
    }

    private void choose(long source, long target) {
      boolean isChosen =
          switch (plan.reduction()) {
            case LARGEST -> order.compare(source, target) > 0; // NaN is the largest
            case SMALLEST ->
                !order.isNan(target) && (order.isNan(source) || order.compare(source, target) < 0);
            default -> true;
          };
      if (isChosen) {
        ElementCopy.copy(type, source, type, target);
      }
    }

    /** Divides sums by the number of elements in each. */
    void divide(long[] at) {
      long[] counts = new long[ArrayLength.of(plan.operator(), "self", plan.size())];
      long length = lines.length(1);
      for (long i = 0; i < length; i++) {
        counts[(int) position(at, i)]++;
      }
      for (int position = 0; position < counts.length; position++) {
        if (counts[position] > 0) {
          long count = counts[position] + (plan.includesSelf() ? 1 : 0);
          ElementArithmetic.divide(type, at[0] + position * lines.stepBytes(0), count);
        }
      }
    }
  }
}
