package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/** The kernel of {@code nansum}: sums of the elements that are not NaN; modulo 2⁶⁴ of integers. */
public final class NumberSums {
  private final PackedFolds folds;
  private final ColumnFolds columns;
  private final ByType<FoldLoop> numbers = FoldLoops.sumOfNumbers();
  private final ByType<PointwiseLoop> addNumber = FunctionLoops.functionOfTwo("addNumber");
  private final ByType<PointwiseLoop> add;

  /**
   * @param add the loops of {@link PointwiseLoops#add}
   */
  public NumberSums(ByType<PointwiseLoop> add, ColumnFolds columns, Workspaces workspaces) {
    this.add = add;
    this.columns = columns;
    this.folds = new PackedFolds(workspaces);
  }

  /** Computes sums. */
  public void nansum(ReductionIterator it) {
    DType type = it.inputType();
    if (!type.isFloating()) {
      PackedFolds.forEachIndex(
          it, at -> Elements.putLong(it.outputType(), at[0], whole(it, at[1])));
    } else if (!type.isHalf() && ColumnFolds.isColumns(it, 0)) {
      columns.run(it, 0, addNumber.of(type), add.of(type), Scalar.of(0.0));
    } else {
      DType as = PackedFolds.real(type);
      FoldLoop loop = numbers.of(as);
      PackedFolds.forEachIndex(
          it,
          at ->
              Elements.putDouble(
                  it.outputType(), at[0], folds.real(it, as, at[1], loop, 0, Double::sum, 0)));
    }
  }

  private long whole(ReductionIterator it, long input) {
    return folds.whole(it, DType.INT64, input, NumberSums::sum, Long::sum, 0);
  }

  private static long sum(long address, long count) {
    long sum = 0;
    for (long i = 0; i < count; i++) {
      sum += HostBytes.longAt(address + i * Long.BYTES);
    }
    return sum;
  }
}
