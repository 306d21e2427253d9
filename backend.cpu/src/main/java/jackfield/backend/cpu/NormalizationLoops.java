package jackfield.backend.cpu;

import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.normalization.NormalizingLoop;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.Function;

/** The loops over rows of elements of one type, for normalizations and their gradients. */
record NormalizationLoops(
    DType type,
    FoldLoop sum,
    FoldLoop products,
    PointwiseLoop add,
    PointwiseLoop mul,
    PointwiseLoop scale,
    PointwiseLoop shift,
    PointwiseLoop fill,
    FoldLoop squaredDistances,
    NormalizingLoop normalizing) {
  static final long SLOT = Double.BYTES; // bytes of an element in scratch memory
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  /** Returns the loops of each type; they are created at the first use. */
  static Function<DType, NormalizationLoops> of(SharedLoops shared) {
    Function<DType, FoldLoop> products = FoldLoops.sumOfProducts()::of;
    Function<DType, PointwiseLoop> mul = PointwiseLoops.mul()::of;
    Function<DType, PointwiseLoop> shift = PointwiseLoops.shift()::of;
    Function<DType, FoldLoop> squares = FoldLoops.sumOfSquaredDistances()::of;
    Function<DType, NormalizingLoop> normalize = NormalizingLoop.byType()::of;
    return type ->
        new NormalizationLoops(
            type,
            shared.sum().of(type),
            products.apply(type),
            shared.add().of(type),
            mul.apply(type),
            shared.scale().of(type),
            shift.apply(type),
            shared.fill().of(type),
            squares.apply(type),
            normalize.apply(type));
  }

  /**
   * Returns the address of elements in this type: their own, or that of a copy.
   *
   * @param from a row-major tensor
   * @param scratch where a copy is put
   */
  long read(Tensor from, long first, long count, long scratch) {
    long address = from.address() + first * from.dtype().sizeBytes();
    if (from.dtype() == type) {
      return address;
    }
    StridedCopy.copy(
        from.dtype(), address, from.dtype().sizeBytes(), type, scratch, type.sizeBytes(), count);
    return scratch;
  }

  /** Returns the address to which elements of a row-major output are written first. */
  long target(Tensor to, long first, long scratch) {
    return to.dtype() == type ? to.address() + first * type.sizeBytes() : scratch;
  }

  /** Copies elements to a row-major output, unless they are there. */
  void write(Tensor to, long first, long count, long from) {
    long address = to.address() + first * to.dtype().sizeBytes();
    if (from != address) {
      StridedCopy.copy(
          type, from, type.sizeBytes(), to.dtype(), address, to.dtype().sizeBytes(), count);
    }
  }

  /** Writes (a − mean) · rstd. */
  void normalize(long to, long a, long count, double mean, double rstd) {
    shift.run(to, a, 0, 0, count, Scalar.of(mean));
    scale.run(to, to, 0, 0, count, Scalar.of(rstd));
  }

  /** Processes a row with scratch memory. */
  @FunctionalInterface
  interface RowBody {
    void run(long row, long scratch);
  }

  /** Processes rows, some beside each other; each has {@code slots} rows of scratch memory. */
  static void forEachRow(Workspaces workspaces, long rows, long columns, int slots, RowBody body) {
    Parallel.range(
        rows,
        Math.max(1, GRAIN / Math.max(1, columns)),
        (from, to) ->
            workspaces.use(
                slots * columns * SLOT,
                scratch -> {
                  for (long row = from; row < to; row++) {
                    body.run(row, scratch);
                  }
                }));
  }
}
