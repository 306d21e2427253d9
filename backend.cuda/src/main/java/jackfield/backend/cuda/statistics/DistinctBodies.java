package jackfield.backend.cuda.statistics;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.rule.DistinctRules;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Distinct elements and slices, the place of each among them, and their counts. The call waits for
 * the number of distinct ones, which is the size of the result.
 */
public final class DistinctBodies {
  private static final long[] NONE = {0};

  private final Launcher launcher;

  /** Creates the bodies. */
  public DistinctBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._UNIQUE, (plan, inverse) -> elements(plan, true, inverse, false))
        .structured(Aten._UNIQUE2, (plan, inverse, counts) -> elements(plan, true, inverse, counts))
        .structured(Aten.UNIQUE_DIM, (plan, dim) -> slices(plan, dim, true))
        .structured(Aten.UNIQUE_CONSECUTIVE, this::consecutive)
        .structured(Aten.UNIQUE_DIM_CONSECUTIVE, (plan, dim) -> slices(plan, dim, false));
  }

  private void consecutive(OutputPlan plan, boolean returnInverse, boolean returnCounts, Long dim) {
    if (DistinctRules.isFlat(plan.input(0), dim)) {
      elements(plan, false, returnInverse, returnCounts);
    } else {
      slices(plan, dim, false);
    }
  }

  private void elements(
      OutputPlan plan, boolean isSorted, boolean returnInverse, boolean returnCounts) {
    Tensor self = plan.input(0);
    try (SliceGroups groups = SliceGroups.ofElements(launcher, plan.operator(), self, isSorted)) {
      Tensor distinct = plan.create(0, groups.count());
      Tensor places = plan.create(1, returnInverse ? self.sizes() : NONE);
      boolean hasCounts = plan.outputCount() > 2;
      Tensor counts = hasCounts ? plan.create(2, returnCounts ? groups.count() : 0) : null;
      groups.write(distinct, 0, returnInverse ? places : null, returnCounts ? counts : null);
    }
  }

  private void slices(OutputPlan plan, long dim, boolean isSorted) {
    Tensor self = plan.input(0);
    int along = (int) (dim < 0 ? dim + self.rank() : dim);
    if (self.size(along) == 0) {
      plan.create(0, self.sizes());
      plan.create(1, NONE);
      plan.create(2, NONE);
      return;
    }
    try (SliceGroups groups = SliceGroups.along(launcher, plan.operator(), self, along, isSorted)) {
      long[] sizes = self.sizes().clone();
      sizes[along] = groups.count();
      Tensor distinct = plan.create(0, sizes, outermost(sizes, along));
      Tensor places = plan.create(1, self.size(along));
      Tensor counts = plan.create(2, groups.count());
      groups.write(distinct, along, places, counts);
    }
  }

  /** Returns strides of slices that follow each other in memory. */
  private static long[] outermost(long[] sizes, int along) {
    long[] slice = sizes.clone();
    slice[along] = 1;
    long[] strides = Shapes.contiguousStrides(slice);
    strides[along] = Shapes.elementCount(slice);
    return strides;
  }
}
