package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;

/**
 * Copies a matrix whose rows are adjacent in memory to one whose columns are, bit for bit. It works
 * on blocks of columns, so that the lines of the output stay in the cache until they are full.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class TransposedCopy {
  /** The number of columns of a block. */
  public static final int BLOCK = 64;

  private static final Template<StripLoop> STRIP =
      new Template<>(MethodHandles.lookup(), ZippingStrip.class);

  private final int element;
  private final StripLoop loop;

  /** Creates the copy for elements as large as those of {@code bits}, int32 or int64. */
  public TransposedCopy(DType bits) {
    this.element = bits.sizeBytes();
    this.loop = STRIP.stamp(Lanes.of(bits), "");
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
    for (; row <= rows - StripLoop.ROWS; row += StripLoop.ROWS) {
      long source = from + row * fromStep;
      long target = to + row * element;
      long done = loop.transpose(source, fromStep, columns, target, toStep);
      if (done < columns) {
        for (long i = 0; i < StripLoop.ROWS; i++) {
          oneRow(source + i * fromStep, target + i * element, toStep, done, columns);
        }
      }
    }
    for (; row < rows; row++) {
      oneRow(from + row * fromStep, to + row * element, toStep, 0, columns);
    }
  }

  private void oneRow(long from, long to, long toStep, long first, long columns) {
    if (element == Integer.BYTES) {
      for (long j = first; j < columns; j++) {
        HostBytes.putInt(to + j * toStep, HostBytes.intAt(from + j * Integer.BYTES));
      }
    } else {
      for (long j = first; j < columns; j++) {
        HostBytes.putLong(to + j * toStep, HostBytes.longAt(from + j * Long.BYTES));
      }
    }
  }
}
