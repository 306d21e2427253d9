package jackfield.backend.cpu.loops.matrix;

import jackfield.memory.HostBytes;
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
      block(from + first * element, fromStep, to + first * toStep, toStep, rows, wide);
    }
  }

  private void block(long from, long fromStep, long to, long toStep, long rows, long columns) {
    long row = 0;
    for (; row <= rows - FourRows.ROWS; row += FourRows.ROWS) {
      FourRows.transpose(
          element, from + row * fromStep, fromStep, columns, to + row * element, toStep);
    }
    for (; row < rows; row++) {
      oneRow(from + row * fromStep, to + row * element, toStep, columns);
    }
  }

  private void oneRow(long from, long to, long toStep, long columns) {
    if (element == Integer.BYTES) {
      for (long j = 0; j < columns; j++) {
        HostBytes.putInt(to + j * toStep, HostBytes.intAt(from + j * Integer.BYTES));
      }
    } else {
      for (long j = 0; j < columns; j++) {
        HostBytes.putLong(to + j * toStep, HostBytes.longAt(from + j * Long.BYTES));
      }
    }
  }
}
