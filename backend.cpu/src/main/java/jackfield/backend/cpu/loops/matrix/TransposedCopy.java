package jackfield.backend.cpu.loops.matrix;

import jackfield.tensor.DType;

/**
 * Copies a matrix whose rows are adjacent in memory to one whose columns are, bit for bit. It works
 * on blocks of columns, so that the lines of the output stay in the cache until they are full.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class TransposedCopy {
  /** The number of columns of a block. */
  public static final int BLOCK = 64;

  private final int element;

  /** Creates the copy for elements as large as those of {@code bits}, int32 or int64. */
  public TransposedCopy(DType bits) {
    this.element = bits.sizeBytes();
  }

  /** Returns whether each line of a cache is written once, as a whole. */
  public boolean writesWholeLines() {
    return SixteenRows.IS_FAST && element == Integer.BYTES;
  }

  /**
   * Copies {@code rows} by {@code columns} elements.
   *
   * @param from the address of the first element; the elements of a row are adjacent
   * @param fromStep bytes from one row to the next
   * @param to the address of the first element; the elements of a column are adjacent
   * @param toStep bytes from one column to the next
   */
  public void run(long from, long fromStep, long to, long toStep, long rows, long columns) {
    for (long first = 0; first < columns; first += BLOCK) {
      long wide = Math.min(BLOCK, columns - first);
      RowsToColumns.copy(
          element, from + first * element, fromStep, rows, wide, to + first * toStep, toStep);
    }
  }
}
