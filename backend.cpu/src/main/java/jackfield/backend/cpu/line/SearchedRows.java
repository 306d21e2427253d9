package jackfield.backend.cpu.line;

import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Ordered rows, in row-major order, in which values are searched for. */
final class SearchedRows {
  private final DType type; // in which elements are compared
  private final DType rowType;
  private final Tensor rows;
  private final Tensor order; // null if the rows are in order
  private final long length;
  private final boolean isAfterEqual;
  private final boolean isDirect; // whether a loop of its own reads the rows

  /**
   * Creates rows.
   *
   * @param order the positions of the elements in order; null if the rows are in order
   * @param isAfterEqual whether a value belongs after the elements that are equal to it
   */
  SearchedRows(DType type, Tensor rows, Tensor order, boolean isAfterEqual) {
    this.type = type;
    this.rowType = rows.dtype();
    this.rows = rows;
    this.order = order;
    this.length = rows.size(rows.rank() - 1);
    this.isAfterEqual = isAfterEqual;
    boolean isExact = type == rowType || type == DType.FLOAT64;
    this.isDirect =
        order == null
            && switch (rowType) {
              case FLOAT32, FLOAT64 -> isExact;
              case INT64 -> type.isIntegral();
              default -> false;
            };
  }

  /** Returns the place of a whole number in a row. */
  long placeOf(long row, long value) {
    long start = row * length;
    if (isDirect) {
      return ofLongs(rows.address() + start * Long.BYTES, value);
    }
    long low = 0;
    long high = length;
    while (low < high) {
      long middle = low + (high - low) / 2;
      int compared = Long.compare(Elements.longAt(rowType, element(start, middle)), value);
      boolean isBefore = isAfterEqual ? compared <= 0 : compared < 0;
      low = isBefore ? middle + 1 : low;
      high = isBefore ? high : middle;
    }
    return low;
  }

  private long ofLongs(long start, long value) {
    long low = 0;
    long high = length;
    while (low < high) {
      long middle = low + (high - low) / 2;
      long element = HostBytes.longAt(start + middle * Long.BYTES);
      boolean isBefore = element < value || (isAfterEqual && element == value);
      low = isBefore ? middle + 1 : low;
      high = isBefore ? high : middle;
    }
    return low;
  }

  /**
   * Returns the place of a number in a row. A comparison with NaN counts as "before": each element
   * comes before NaN, and NaN before each number.
   */
  long placeOf(long row, double value) {
    long start = row * length;
    if (isDirect) {
      return rowType == DType.FLOAT32
          ? ofFloats(rows.address() + start * Float.BYTES, value)
          : ofDoubles(rows.address() + start * Double.BYTES, value);
    }
    long low = 0;
    long high = length;
    while (low < high) {
      long middle = low + (high - low) / 2;
      double element = Elements.doubleAt(rowType, element(start, middle));
      boolean isBefore = isBefore(Elements.rounded(type, element), value);
      low = isBefore ? middle + 1 : low;
      high = isBefore ? high : middle;
    }
    return low;
  }

  private boolean isBefore(double element, double value) {
    return isAfterEqual ? !(element > value) : !(element >= value);
  }

  private long ofFloats(long start, double value) {
    long low = 0;
    long high = length;
    while (low < high) {
      long middle = low + (high - low) / 2;
      boolean isBefore = isBefore(HostBytes.floatAt(start + middle * Float.BYTES), value);
      low = isBefore ? middle + 1 : low;
      high = isBefore ? high : middle;
    }
    return low;
  }

  private long ofDoubles(long start, double value) {
    long low = 0;
    long high = length;
    while (low < high) {
      long middle = low + (high - low) / 2;
      boolean isBefore = isBefore(HostBytes.doubleAt(start + middle * Double.BYTES), value);
      low = isBefore ? middle + 1 : low;
      high = isBefore ? high : middle;
    }
    return low;
  }

  private long element(long start, long place) {
    long position = order == null ? place : chosen(order.address() + (start + place) * Long.BYTES);
    return rows.address() + (start + position) * rowType.sizeBytes();
  }

  /** Returns a position of the order; another thread may have changed it since it was checked. */
  long chosen(long address) {
    long position = HostBytes.longAt(address);
    if (position < 0 || position >= length) {
      throw new InvalidArgument(
          "searchsorted",
          "sorter",
          "has the index %d, expected 0 to %d".formatted(position, length - 1));
    }
    return position;
  }
}
