package jackfield.backend.cpu.reference.statistics;

import jackfield.aten.Aten;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.backend.cpu.reference.element.ElementCursor;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Searches in ordered rows by bisection. */
public final class SearchKernels {
  private SearchKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels.structured(Aten.SEARCHSORTED, SearchKernels::searchsorted);
  }

  private static void searchsorted(OutputPlan plan, boolean right, String side) {
    Tensor self = plan.input(1);
    if (self.elementCount() == 0) {
      return;
    }
    Rows rows = new Rows(plan, right || "right".equals(side));
    long perRow = plan.input(0).rank() == 1 ? self.elementCount() : self.size(self.rank() - 1);
    Tensor out = plan.output(0);
    ElementCursor values = new ElementCursor(self);
    ElementCursor places = new ElementCursor(out);
    for (long position = 0; values.hasNext(); position++) {
      long place = rows.place(position / perRow, values.next());
      Elements.putLong(out.dtype(), places.next(), place);
    }
  }

  /** The ordered rows, in row-major order, and the type in which elements are compared. */
  private static final class Rows {
    private final DType type;
    private final DType rowType;
    private final DType selfType;
    private final Tensor rows;
    private final Tensor order; // null if the rows are in order
    private final long length;
    private final boolean isAfterEqual;

    Rows(OutputPlan plan, boolean isAfterEqual) {
      type = TypePromotion.resultType(plan.input(0), plan.input(1));
      rows = plan.rowMajor(0);
      rowType = rows.dtype();
      selfType = plan.input(1).dtype();
      length = rows.size(rows.rank() - 1);
      order = plan.rowMajor(2);
      this.isAfterEqual = isAfterEqual;
      if (order != null) {
        HostData.forEachAddress(order, this::chosen);
      }
    }

    /** Returns the number of elements of a row that are smaller, or not larger, than a value. */
    long place(long row, long value) {
      long low = 0;
      long high = length;
      while (low < high) {
        long middle = low + (high - low) / 2;
        if (isBefore(element(row, middle), value)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** Every element is before NaN, and NaN is before every element. */
    private boolean isBefore(long element, long value) {
      if (type.isIntegral()) {
        int compared =
            Long.compare(Elements.longAt(rowType, element), Elements.longAt(selfType, value));
        return isAfterEqual ? compared <= 0 : compared < 0;
      }
      double first = Elements.rounded(type, Elements.doubleAt(rowType, element));
      double second = Elements.rounded(type, Elements.doubleAt(selfType, value));
      return isAfterEqual ? !(first > second) : !(first >= second);
    }

    private long element(long row, long place) {
      long start = row * length;
      long position = order == null ? place : chosen(address(order, start + place));
      return address(rows, start + position);
    }

    private long chosen(long address) {
      long position = Elements.longAt(DType.INT64, address);
      if (position < 0 || position >= length) {
        throw new InvalidArgument(
            "searchsorted",
            "sorter",
            "has the index %d, expected 0 to %d".formatted(position, length - 1));
      }
      return position;
    }

    private static long address(Tensor tensor, long position) {
      return tensor.address() + position * tensor.dtype().sizeBytes();
    }
  }
}
