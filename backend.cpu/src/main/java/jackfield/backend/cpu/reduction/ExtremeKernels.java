package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.fold.WholeFoldLoop;
import jackfield.backend.cpu.loops.fold.WholeFoldLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Finds the largest and the smallest elements: the first of equal ones, and the first NaN if there
 * is one. Loops of vectors may find another zero or NaN than the first. So results that are 0 or
 * NaN are copied from the first such element.
 */
public final class ExtremeKernels {
  private final PackedFolds folds;
  private final ColumnFolds columns;
  private final Side largest;
  private final Side smallest;

  /**
   * @param max the loops of {@link FoldLoops#max}
   */
  public ExtremeKernels(ByType<FoldLoop> max, ColumnFolds columns, Workspaces workspaces) {
    this.folds = new PackedFolds(workspaces);
    this.columns = columns;
    this.largest =
        new Side(
            true, max, WholeFoldLoops.max(), PointwiseLoops.firstLargest(), Math::max, Math::max);
    this.smallest =
        new Side(
            false,
            FoldLoops.min(),
            WholeFoldLoops.min(),
            PointwiseLoops.firstSmallest(),
            Math::min,
            Math::min);
  }

  /** The loops that find the largest elements, or the smallest. */
  private record Side(
      boolean isLargest,
      ByType<FoldLoop> floats,
      ByType<WholeFoldLoop> integers,
      ByType<PointwiseLoop> columns,
      DoubleBinaryOperator joinFloats,
      LongBinaryOperator joinIntegers) {

    double worstFloat() {
      return isLargest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    long worst(DType type) {
      if (type == DType.UINT8 || type == DType.BOOL) {
        return isLargest ? 0 : type == DType.BOOL ? 1 : 0xff;
      }
      long least = -1L << (type.sizeBytes() * Byte.SIZE - 1);
      return isLargest ? least : ~least;
    }

    Scalar start(DType type) {
      return type.isFloating() ? Scalar.of(worstFloat()) : Scalar.of(worst(type));
    }
  }

  /** Finds the largest elements. */
  public void max(ReductionIterator it) {
    extreme(it, largest, 0);
  }

  /** Finds the smallest elements. */
  public void min(ReductionIterator it) {
    extreme(it, smallest, 0);
  }

  /** Finds the smallest elements, then the largest. */
  public void minAndMax(ReductionIterator it) {
    extreme(it, smallest, 0);
    extreme(it, largest, 1);
  }

  /** Finds the positions of the largest elements. */
  public void argmax(ReductionIterator it) {
    positions(it, largest);
  }

  /** Finds the positions of the smallest elements. */
  public void argmin(ReductionIterator it) {
    positions(it, smallest);
  }

  /** Finds the largest elements and their positions. */
  public void maxWithPosition(ReductionIterator it) {
    withPositions(it, largest);
  }

  /** Finds the smallest elements and their positions. */
  public void minWithPosition(ReductionIterator it) {
    withPositions(it, smallest);
  }

  private void extreme(ReductionIterator it, Side side, int number) {
    DType type = it.inputType();
    if (Lanes.of(type) != null && ColumnFolds.isColumns(it, number)) {
      columns.run(it, number, side.columns().of(type), side.start(type));
    } else if (type.isComplex()) { // the type of the output, to which real elements are converted
      PackedFolds.forEachIndex(
          it,
          at -> FirstElement.extreme(it, at[it.outputs()], side.isLargest()).copyTo(at[number]));
    } else if (type.isFloating()) {
      PackedFolds.forEachIndex(it, at -> putFloat(it, side, at[it.outputs()], number, at[number]));
    } else {
      PackedFolds.forEachIndex(
          it, at -> Elements.putLong(type, at[number], integer(it, side, at[it.outputs()])));
    }
  }

  private void putFloat(ReductionIterator it, Side side, long input, int number, long output) {
    double found = number(it, side, input);
    if (found == 0 || Double.isNaN(found)) {
      FirstElement.of(it, input, found).copyTo(output);
    } else {
      Elements.putDouble(it.outputType(number), output, found);
    }
  }

  private double number(ReductionIterator it, Side side, long input) {
    DType as = PackedFolds.real(it.inputType());
    FoldLoop loop = side.floats().of(as);
    return folds.real(it, as, input, loop, 0, side.joinFloats(), side.worstFloat());
  }

  private long integer(ReductionIterator it, Side side, long input) {
    DType type = it.inputType();
    WholeFoldLoop loop = side.integers().of(type);
    if (it.reducedCount() <= PackedFolds.GRAIN && PackedFolds.isRow(it)) {
      return loop.run(input, it.reducedCount());
    }
    return folds.whole(it, type, input, loop::run, side.joinIntegers(), side.worst(type));
  }

  private void positions(ReductionIterator it, Side side) {
    PackedFolds.forEachIndex(
        it, at -> Elements.putLong(it.outputType(), at[0], first(it, side, at[1]).position()));
  }

  private void withPositions(ReductionIterator it, Side side) {
    PackedFolds.forEachIndex(
        it,
        at -> {
          FirstElement first = first(it, side, at[2]);
          first.copyTo(at[0]);
          Elements.putLong(it.outputType(1), at[1], first.position());
        });
  }

  private FirstElement first(ReductionIterator it, Side side, long input) {
    if (!PackedFolds.isRow(it)) { // packing and searching read elements with gaps twice
      return FirstElement.extreme(it, input, side.isLargest());
    }
    return it.inputType().isFloating()
        ? FirstElement.of(it, input, number(it, side, input))
        : FirstElement.of(it, input, integer(it, side, input));
  }
}
