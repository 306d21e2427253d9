package jackfield.backend.cpu.line;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.backend.cpu.memory.RowMajor;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code searchsorted}, by bisection. Rows of common types have loops of their own,
 * without a branch that depends on the elements. All loops take the same steps, which decide where
 * a value belongs in rows that are not in order.
 */
public final class SearchKernels {
  private static final long GRAIN = 1 << 12; // values of a part of a parallel loop

  private final DType type; // in which elements are compared
  private final Tensor self;
  private final Tensor out;
  private final SearchedRows rows;
  private final long perRow; // values that are searched for in one row

  private SearchKernels(OutputPlan plan, boolean isAfterEqual) {
    this.type = TypePromotion.resultType(plan.input(0), plan.input(1));
    this.self = plan.rowMajor(1);
    this.out = plan.output(0);
    this.rows = new SearchedRows(type, plan.rowMajor(0), plan.rowMajor(2), isAfterEqual);
    boolean isOneRow = plan.input(0).rank() == 1;
    this.perRow = isOneRow ? self.elementCount() : self.size(self.rank() - 1);
  }

  /** Writes how many elements of a row are smaller than each value, or not larger. */
  public static void searchsorted(OutputPlan plan, boolean right, String side) {
    if (plan.input(1).elementCount() == 0) {
      return;
    }
    SearchKernels kernel = new SearchKernels(plan, right || "right".equals(side));
    if (plan.input(2) != null) {
      HostData.forEachAddress(plan.input(2), kernel.rows::chosen);
    }
    Parallel.range(kernel.self.elementCount(), GRAIN, kernel::run);
  }

  private void run(long from, long to) {
    boolean isWhole = type.isIntegral();
    boolean isDense = out.isContiguous();
    int size = self.dtype().sizeBytes();
    for (long i = from; i < to; i++) {
      long value = self.address() + i * size;
      long row = i / perRow;
      long place =
          isWhole
              ? rows.placeOf(row, Elements.longAt(self.dtype(), value))
              : rows.placeOf(row, Elements.rounded(type, Elements.doubleAt(self.dtype(), value)));
      put(isDense ? i : RowMajor.offset(out, i), place);
    }
  }

  private void put(long offset, long place) {
    if (out.dtype() == DType.INT64) {
      HostBytes.putLong(out.address() + offset * Long.BYTES, place);
    } else {
      HostBytes.putInt(out.address() + offset * Integer.BYTES, (int) place);
    }
  }
}
