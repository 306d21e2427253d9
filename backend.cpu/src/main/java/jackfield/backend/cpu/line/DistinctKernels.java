package jackfield.backend.cpu.line;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.rule.DistinctRules;
import jackfield.backend.cpu.memory.RowMajor;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The kernels of {@code _unique}, {@code _unique2} and {@code unique_consecutive}. For the first
 * two {@link RadixOrder} puts the elements in order, so that equal ones are adjacent. −0 equals 0,
 * and the first of them counts. Each NaN differs from all others and has its place after all
 * numbers.
 */
public final class DistinctKernels {
  private static final long[] NONE = {0};

  private final Workspaces workspaces;
  private final DistinctSlices slices;

  /** Creates the kernels. */
  public DistinctKernels(Workspaces workspaces, DistinctSlices slices) {
    this.workspaces = workspaces;
    this.slices = slices;
  }

  /** Writes the distinct elements, and the place of each element among them. */
  public void unique(OutputPlan plan, boolean returnInverse) {
    run(plan, true, returnInverse, false);
  }

  /** Writes the distinct elements, the place of each element among them, and their counts. */
  public void unique2(OutputPlan plan, boolean returnInverse, boolean returnCounts) {
    run(plan, true, returnInverse, returnCounts);
  }

  /** Writes what differs from the element before, or from the slice before of a dimension. */
  public void uniqueConsecutive(
      OutputPlan plan, boolean returnInverse, boolean returnCounts, Long dim) {
    if (DistinctRules.isFlat(plan.input(0), dim)) {
      run(plan, false, returnInverse, returnCounts);
    } else {
      slices.uniqueDimConsecutive(plan, dim);
    }
  }

  private void run(OutputPlan plan, boolean isSorted, boolean hasPlaces, boolean hasCounts) {
    long count = plan.input(0).elementCount();
    check(plan.operator(), count);
    if (count == 0) {
      create(plan, 0, hasPlaces, hasCounts);
      return;
    }
    Tensor self = plan.rowMajor(0);
    workspaces.use(
        RadixOrder.bytes(count),
        memory -> {
          RadixOrder order = new RadixOrder((int) count, memory);
          int size = self.dtype().sizeBytes();
          int bits = Keys.write(self.dtype(), self.address(), size, order.keys(), count, false);
          long positions = isSorted ? order.run(bits) : order.positions();
          Groups groups = new Groups(self.dtype(), order.keys(), positions, count);
          create(plan, groups.number(), hasPlaces, hasCounts);
          groups.copyFirsts(self, plan.output(0));
          if (hasPlaces) {
            groups.writePlaces(plan.output(1));
          }
          if (hasCounts) {
            groups.writeCounts(plan.output(2));
          }
        });
  }

  private static void check(String operator, long count) {
    if (count > Integer.MAX_VALUE) {
      throw new InvalidArgument(
          operator,
          "self",
          "has %d elements, expected at most %d".formatted(count, Integer.MAX_VALUE));
    }
  }

  /** Creates the outputs; those that were not asked for are empty. */
  private static void create(OutputPlan plan, long groups, boolean hasPlaces, boolean hasCounts) {
    plan.create(0, groups);
    plan.create(1, hasPlaces ? plan.input(0).sizes() : NONE);
    if (plan.outputCount() > 2) {
      plan.create(2, hasCounts ? groups : 0);
    }
  }

  /**
   * Equal elements in order.
   *
   * @param keys the address of the ordered keys
   * @param positions the address of their positions, as 32-bit integers
   */
  private record Groups(DType type, long keys, long positions, long count) {
    private boolean isNew(long i) {
      if (i == 0) {
        return true;
      }
      long key = HostBytes.longAt(keys + i * Long.BYTES);
      return key != HostBytes.longAt(keys + (i - 1) * Long.BYTES) || Keys.isNan(type, key);
    }

    private long position(long i) {
      return HostBytes.intAt(positions + i * Integer.BYTES);
    }

    long number() {
      long number = 0;
      for (long i = 0; i < count; i++) {
        number += isNew(i) ? 1 : 0;
      }
      return number;
    }

    void copyFirsts(Tensor self, Tensor to) {
      int size = type.sizeBytes();
      long target = to.address();
      for (long i = 0; i < count; i++) {
        if (isNew(i)) {
          StridedCopy.move(size, self.address() + position(i) * size, 0, target, 0, 1);
          target += to.stride(0) * size;
        }
      }
    }

    /** Writes the group of each element, in the layout of the output. */
    void writePlaces(Tensor to) {
      boolean isDense = to.isContiguous();
      long address = to.address();
      long group = -1;
      for (long i = 0; i < count; i++) {
        group += isNew(i) ? 1 : 0;
        long offset = isDense ? position(i) : RowMajor.offset(to, position(i));
        HostBytes.putLong(address + offset * Long.BYTES, group);
      }
    }

    void writeCounts(Tensor to) {
      long step = to.stride(0) * Long.BYTES;
      long target = to.address();
      long start = 0;
      for (long i = 1; i <= count; i++) {
        if (i == count || isNew(i)) {
          HostBytes.putLong(target, i - start);
          target += step;
          start = i;
        }
      }
    }
  }
}
