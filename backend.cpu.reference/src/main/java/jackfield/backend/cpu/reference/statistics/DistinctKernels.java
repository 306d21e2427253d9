package jackfield.backend.cpu.reference.statistics;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.rule.DistinctRules;
import jackfield.backend.cpu.reference.element.ElementCursor;
import jackfield.backend.cpu.reference.element.StableOrder;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/** Finds distinct elements and slices, the place of each among them, and their counts. */
public final class DistinctKernels {
  private static final long[] NONE = {0};

  private DistinctKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._UNIQUE, DistinctKernels::unique)
        .structured(Aten._UNIQUE2, DistinctKernels::unique2)
        .structured(Aten.UNIQUE_DIM, DistinctKernels::uniqueDim)
        .structured(Aten.UNIQUE_CONSECUTIVE, DistinctKernels::uniqueConsecutive)
        .structured(Aten.UNIQUE_DIM_CONSECUTIVE, DistinctKernels::uniqueDimConsecutive);
  }

  private static void unique(OutputPlan plan, boolean returnInverse) {
    elements(plan, true, returnInverse, false);
  }

  private static void unique2(OutputPlan plan, boolean returnInverse, boolean returnCounts) {
    elements(plan, true, returnInverse, returnCounts);
  }

  private static void uniqueDim(OutputPlan plan, long dim) {
    slices(plan, dim, true);
  }

  private static void uniqueConsecutive(
      OutputPlan plan, boolean returnInverse, boolean returnCounts, Long dim) {
    if (DistinctRules.isFlat(plan.input(0), dim)) {
      elements(plan, false, returnInverse, returnCounts);
    } else {
      slices(plan, dim, false);
    }
  }

  private static void uniqueDimConsecutive(OutputPlan plan, long dim) {
    slices(plan, dim, false);
  }

  private static void elements(
      OutputPlan plan, boolean isSorted, boolean returnInverse, boolean returnCounts) {
    Tensor self = plan.input(0);
    Slices elements = Slices.elements(plan.operator(), self);
    Groups groups = new Groups(plan.operator(), elements, isSorted);
    Tensor distinct = plan.create(0, groups.count);
    Tensor places = plan.create(1, returnInverse ? self.sizes() : NONE);
    boolean hasCounts = plan.outputCount() > 2;
    Tensor counts = hasCounts ? plan.create(2, returnCounts ? groups.count : 0) : null;
    groups.copyFirsts(elements, Slices.elements(plan.operator(), distinct));
    if (returnInverse) {
      write(groups.places, places);
    }
    if (returnCounts) {
      write(groups.counts, counts);
    }
  }

  private static void slices(OutputPlan plan, long dim, boolean isSorted) {
    Tensor self = plan.input(0);
    int along = (int) (dim < 0 ? dim + self.rank() : dim);
    if (self.size(along) == 0) {
      plan.create(0, self.sizes());
      plan.create(1, NONE);
      plan.create(2, NONE);
      return;
    }
    Slices slices = Slices.along(plan.operator(), self, along);
    Groups groups = new Groups(plan.operator(), slices, isSorted);
    long[] sizes = self.sizes().clone();
    sizes[along] = groups.count;
    Tensor distinct = plan.create(0, sizes, outermost(sizes, along));
    Tensor places = plan.create(1, slices.count());
    Tensor counts = plan.create(2, groups.count);
    groups.copyFirsts(slices, Slices.along(plan.operator(), distinct, along));
    write(groups.places, places);
    write(groups.counts, counts);
  }

  /** Returns strides of slices that follow each other in memory. */
  private static long[] outermost(long[] sizes, int along) {
    long[] slice = sizes.clone();
    slice[along] = 1;
    long[] strides = Shapes.contiguousStrides(slice);
    strides[along] = Shapes.elementCount(slice);
    return strides;
  }

  private static void write(int[] numbers, Tensor to) {
    ElementCursor cursor = new ElementCursor(to);
    for (int i = 0; cursor.hasNext(); i++) {
      Elements.putLong(DType.INT64, cursor.next(), numbers[i]);
    }
  }

  /** Slices that are equal, in order or as they follow each other. */
  private static final class Groups {
    final int[] places; // for each slice its group
    final int[] counts; // for each group its slices; longer than needed
    final int[] firsts; // for each group its first slice; longer than needed
    final int count;

    Groups(String operator, Slices slices, boolean isSorted) {
      Integer[] order =
          StableOrder.of(operator, slices.count(), isSorted ? slices::compare : (_, _) -> 0);
      places = new int[order.length];
      counts = new int[order.length];
      firsts = new int[order.length];
      int groups = 0;
      for (int i = 0; i < order.length; i++) {
        if (i == 0 || !slices.isEqual(order[i - 1], order[i])) {
          firsts[groups++] = order[i];
        }
        places[order[i]] = groups - 1;
        counts[groups - 1]++;
      }
      count = groups;
    }

    void copyFirsts(Slices from, Slices to) {
      for (int group = 0; group < count; group++) {
        from.copy(firsts[group], to, group);
      }
    }
  }
}
