package jackfield.backend.cpu.line;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * The kernels of {@code unique_dim} and {@code unique_dim_consecutive}. Slices become rows of keys,
 * which {@link SliceOrder} puts in order. Slices with NaN differ from all others.
 */
public final class DistinctSlices {
  private static final long[] NONE = {0};

  private final Workspaces workspaces;

  /** Creates the kernels. */
  public DistinctSlices(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the distinct slices in order, the place of each slice among them, and their counts. */
  public void uniqueDim(OutputPlan plan, long dim) {
    run(plan, dim, true);
  }

  /** Writes the slices that differ from the one before, the place of each, and their counts. */
  public void uniqueDimConsecutive(OutputPlan plan, long dim) {
    run(plan, dim, false);
  }

  private void run(OutputPlan plan, long dim, boolean isSorted) {
    Tensor self = plan.input(0);
    int along = (int) (dim < 0 ? dim + self.rank() : dim);
    long count = self.size(along);
    if (count == 0) {
      plan.create(0, self.sizes());
      plan.create(1, NONE);
      plan.create(2, NONE);
      return;
    }
    int length = ArrayLength.of(plan.operator(), "self", count);
    Tensor rows = first(self, along);
    long width = self.elementCount() / count;
    long keyBytes = self.elementCount() * Long.BYTES;
    workspaces.use(
        keyBytes + SliceOrder.bytes(count),
        keys -> {
          int bits = write(rows, keys);
          SliceOrder order = new SliceOrder(length, width, bits, keys, keys + keyBytes);
          if (isSorted) {
            order.sort();
          }
          new Groups(self.dtype(), keys, width, order.rows()).write(plan, along, rows);
        });
  }

  /** Returns a tensor with one dimension before the others. */
  private static Tensor first(Tensor tensor, int along) {
    long[] sizes = tensor.sizes().clone();
    long[] strides = tensor.strides().clone();
    System.arraycopy(tensor.sizes(), 0, sizes, 1, along);
    System.arraycopy(tensor.strides(), 0, strides, 1, along);
    sizes[0] = tensor.size(along);
    strides[0] = tensor.stride(along);
    return tensor.alias(sizes, strides, tensor.offset());
  }

  /** Writes the keys of all elements; returns the number of low bits in which they differ. */
  private static int write(Tensor rows, long keys) {
    DType type = rows.dtype();
    if (rows.isContiguous()) {
      return Keys.write(type, rows.address(), type.sizeBytes(), keys, rows.elementCount(), false);
    }
    SliceIterator lines = SliceIterator.lines(rows.rank() - 1, rows);
    long[] next = {keys};
    int[] bits = {0};
    lines.forEach(at -> {
      bits[0] = Keys.write(type, at[0], lines.stepBytes(0), next[0], lines.length(0), false);
      next[0] += lines.length(0) * Long.BYTES;
    });
    return bits[0];
  }

  /** Slices that are equal and follow each other in an order. */
  private record Groups(DType type, long keys, long width, int[] order) {
    void write(OutputPlan plan, int along, Tensor rows) {
      int[] firsts = new int[order.length]; // of each group, its place in the order
      int groups = 0;
      for (int i = 0; i < order.length; i++) {
        if (i == 0 || !isEqual(order[i - 1], order[i])) {
          firsts[groups++] = i;
        }
      }
      long[] sizes = plan.input(0).sizes().clone();
      sizes[along] = groups;
      Tensor distinct = plan.create(0, sizes, outermost(sizes, along));
      Tensor places = plan.create(1, order.length);
      Tensor counts = plan.create(2, groups); // before anything is written: it may be refused
      copy(rows, first(distinct, along), firsts);
      writeNumbers(places, counts, firsts, groups);
    }

    /** Returns strides of slices that follow each other in memory. */
    private static long[] outermost(long[] sizes, int along) {
      long[] slice = sizes.clone();
      slice[along] = 1;
      long[] strides = Shapes.contiguousStrides(slice);
      strides[along] = Shapes.elementCount(slice);
      return strides;
    }

    private boolean isEqual(long a, long b) {
      for (long i = 0; i < width; i++) {
        long key = HostBytes.longAt(keys + (a * width + i) * Long.BYTES);
        long other = HostBytes.longAt(keys + (b * width + i) * Long.BYTES);
        if (key != other || Keys.isNan(type, key)) {
          return false;
        }
      }
      return true;
    }

    private void copy(Tensor from, Tensor to, int[] firsts) {
      int size = type.sizeBytes();
      if (from.isContiguous() && to.isContiguous()) {
        long bytes = width * size;
        for (int group = 0; group < to.size(0); group++) {
          long slice = from.address() + order[firsts[group]] * bytes;
          HostBytes.copy(slice, to.address() + group * bytes, bytes);
        }
        return;
      }
      for (int group = 0; group < to.size(0); group++) {
        SliceIterator lines =
            SliceIterator.lines(to.rank() - 1, slice(to, group), slice(from, order[firsts[group]]));
        long toStep = lines.stepBytes(0);
        long fromStep = lines.stepBytes(1);
        lines.forEach(
            at -> StridedCopy.move(size, at[1], fromStep, at[0], toStep, lines.length(0)));
      }
    }

    /** Returns one slice, whose first size is 1. */
    private static Tensor slice(Tensor rows, long number) {
      long[] sizes = rows.sizes().clone();
      sizes[0] = 1;
      return rows.alias(sizes, rows.strides(), rows.offset() + number * rows.stride(0));
    }

    private void writeNumbers(Tensor places, Tensor counts, int[] firsts, int groups) {
      long placeStep = places.stride(0) * Long.BYTES;
      long countStep = counts.stride(0) * Long.BYTES;
      for (int group = 0; group < groups; group++) {
        int end = group + 1 < groups ? firsts[group + 1] : order.length;
        for (int i = firsts[group]; i < end; i++) {
          HostBytes.putLong(places.address() + order[i] * placeStep, group);
        }
        HostBytes.putLong(counts.address() + group * countStep, end - firsts[group]);
      }
    }
  }
}
