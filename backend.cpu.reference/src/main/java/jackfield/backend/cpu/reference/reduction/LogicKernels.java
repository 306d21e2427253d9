package jackfield.backend.cpu.reference.reduction;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ReductionIterator;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Counts the elements that are not 0. */
public final class LogicKernels {
  private LogicKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.ALL, LogicKernels::all)
        .structured(Aten.ALL_DIM, LogicKernels::all)
        .structured(Aten.ALL_DIMS, LogicKernels::all)
        .structured(Aten.ANY, LogicKernels::any)
        .structured(Aten.ANY_DIM, LogicKernels::any)
        .structured(Aten.ANY_DIMS, LogicKernels::any)
        .structured(Aten.COUNT_NONZERO, LogicKernels::count)
        .structured(Aten.COUNT_NONZERO_DIM_INT_LIST, LogicKernels::count);
  }

  private static void all(ReductionIterator it) {
    run(it, count -> count == it.reducedCount() ? 1 : 0);
  }

  private static void any(ReductionIterator it) {
    run(it, count -> count > 0 ? 1 : 0);
  }

  private static void count(ReductionIterator it) {
    run(it, count -> count);
  }

  /** Gives the result for a number of elements that are not 0. */
  @FunctionalInterface
  private interface OfCount {
    long result(long count);
  }

  private static void run(ReductionIterator it, OfCount result) {
    DType type = it.inputType();
    it.forEachOutput((output, input) -> {
      long[] found = {0};
      it.forEachReducedRow(
          input,
          (address, stepBytes, count) -> {
            for (long i = 0; i < count; i++) {
              found[0] += isNonzero(type, address + i * stepBytes) ? 1 : 0;
            }
          });
      Elements.putLong(it.outputType(), output, result.result(found[0]));
    });
  }

  private static boolean isNonzero(DType type, long address) {
    return Elements.booleanAt(type, address);
  }
}
