package jackfield.backend.cpu.loops.matrix;

import jackfield.memory.HostBytes;

/**
 * Copies rows to columns, bit for bit: sixteen rows at a time where that is fast, then four, then
 * one.
 */
final class RowsToColumns {
  private RowsToColumns() {}

  /**
   * Copies rows to columns.
   *
   * @param element the bytes of a number, 4 or 8
   * @param from the address of the first row, whose numbers are adjacent
   * @param step bytes from one row to the next
   * @param count the numbers of a row, fewer than 2³¹
   * @param to the address of the first column, whose numbers are adjacent
   * @param toStep bytes from one column to the next
   */
  static void copy(int element, long from, long step, long rows, long count, long to, long toStep) {
    long row = 0;
    if (SixteenRows.IS_FAST && element == Integer.BYTES) {
      int[] block = SixteenRows.newBlock();
      for (; row <= rows - SixteenRows.ROWS; row += SixteenRows.ROWS) {
        long first = from + row * step;
        long at = to + row * element;
        long done = SixteenRows.transpose(first, step, count, at, toStep, block);
        few(
            element,
            first + done * element,
            step,
            SixteenRows.ROWS,
            count - done,
            at + done * toStep,
            toStep);
      }
    }
    few(element, from + row * step, step, rows - row, count, to + row * element, toStep);
  }

  private static void few(
      int element, long from, long step, long rows, long count, long to, long toStep) {
    long row = 0;
    for (; row <= rows - FourRows.ROWS; row += FourRows.ROWS) {
      FourRows.transpose(element, from + row * step, step, count, to + row * element, toStep);
    }
    for (; row < rows; row++) {
      one(element, from + row * step, count, to + row * element, toStep);
    }
  }

  private static void one(int element, long from, long count, long to, long toStep) {
    if (element == Integer.BYTES) {
      for (long j = 0; j < count; j++) {
        HostBytes.putInt(to + j * toStep, HostBytes.intAt(from + j * Integer.BYTES));
      }
    } else {
      for (long j = 0; j < count; j++) {
        HostBytes.putLong(to + j * toStep, HostBytes.longAt(from + j * Long.BYTES));
      }
    }
  }
}
