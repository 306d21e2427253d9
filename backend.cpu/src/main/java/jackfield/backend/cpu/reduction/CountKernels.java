package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.fold.WholeFoldLoop;
import jackfield.backend.cpu.loops.fold.WholeFoldLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.function.LongBinaryOperator;

/** Counts the elements that are not 0, or looks whether there is one, or only such. */
public final class CountKernels {
  private static final long BLOCK = 1 << 13; // elements after which a search may end

  private final ByType<WholeFoldLoop> nonzero = WholeFoldLoops.nonzero();
  private final PackedFolds folds;

  /** Creates the kernels. */
  public CountKernels(Workspaces workspaces) {
    this.folds = new PackedFolds(workspaces);
  }

  /** Counts the elements that are not 0. */
  public void count(ReductionIterator it) {
    run(it, loop(it.inputType()), Long::sum, 0);
  }

  /** Looks whether an element is not 0. */
  public void any(ReductionIterator it) {
    PackedFolds.Fold loop = loop(it.inputType());
    run(it, (address, count) -> search(it, loop, address, count, true), Math::max, 0);
  }

  /** Looks whether no element is 0. */
  public void all(ReductionIterator it) {
    PackedFolds.Fold loop = loop(it.inputType());
    run(it, (address, count) -> search(it, loop, address, count, false), Math::min, 1);
  }

  private PackedFolds.Fold loop(DType type) {
    if (type.isComplex()) {
      return (address, count) -> complex(type, address, count);
    }
    return nonzero.of(type)::run;
  }

  private static long complex(DType type, long address, long count) {
    long found = 0;
    for (long i = 0; i < count; i++) {
      found += Elements.booleanAt(type, address + i * type.sizeBytes()) ? 1 : 0;
    }
    return found;
  }

  /** Returns 1 if an element of {@code any}, or each one, is not 0. */
  private static long search(
      ReductionIterator it, PackedFolds.Fold loop, long address, long count, boolean any) {
    int element = it.inputType().sizeBytes();
    for (long from = 0; from < count; from += BLOCK) {
      long length = Math.min(BLOCK, count - from);
      long found = loop.run(address + from * element, length);
      if (any ? found > 0 : found < length) {
        return any ? 1 : 0;
      }
    }
    return any ? 0 : 1;
  }

  private void run(
      ReductionIterator it, PackedFolds.Fold fold, LongBinaryOperator join, long start) {
    DType type = it.inputType();
    DType result = it.outputType();
    boolean isShortRow = it.reducedCount() <= PackedFolds.GRAIN && PackedFolds.isRow(it);
    PackedFolds.forEachIndex(
        it,
        at ->
            Elements.putLong(
                result,
                at[0],
                isShortRow
                    ? fold.run(at[1], it.reducedCount())
                    : folds.whole(it, type, at[1], fold, join, start)));
  }
}
