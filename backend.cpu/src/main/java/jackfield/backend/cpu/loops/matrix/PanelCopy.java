package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;

/**
 * Copies strips of matrices of one type to panels.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class PanelCopy {
  private static final Template<StripLoop> STRIP =
      new Template<>(MethodHandles.lookup(), PanelStrip.class);

  private final int element;
  private final int tileColumns;
  private final StripLoop loop;

  /** Creates the copies for {@code type}, float32 or float64. */
  public PanelCopy(DType type) {
    Lanes lanes = Lanes.of(type);
    this.element = type.sizeBytes();
    this.tileColumns = 2 * lanes.species().length();
    this.loop = STRIP.stamp(lanes, "");
  }

  /** Copies a strip of {@code width} columns to a panel as wide as a tile; the rest is zero. */
  void columns(Matrix strip, long width, long depth, long panel) {
    if (width == tileColumns && strip.columnStep() == element) {
      loop.move(strip.address(), strip.rowStep(), depth, panel);
    } else {
      rows(strip.transposed(), width, depth, panel, tileColumns);
    }
  }

  /** Copies {@code width} rows to a panel that is {@code padded} rows wide; the rest is zero. */
  public void rows(Matrix strip, long width, long depth, long panel, int padded) {
    if (width < padded) {
      HostBytes.zero(panel, depth * padded * element);
    }
    long panelStep = (long) padded * element;
    if (strip.rowStep() == element && width * element % Long.BYTES == 0) {
      sideBySide(strip, width * element, depth, panel, panelStep);
    } else if (strip.columnStep() == element) {
      RowsToColumns.copy(element, strip.address(), strip.rowStep(), width, depth, panel, panelStep);
    } else {
      for (long row = 0; row < width; row++) {
        oneRow(strip.from(row, 0), depth, panel + row * element, panelStep);
      }
    }
  }

  /**
   * Copies rows whose numbers of one column are adjacent: {@code bytes} bytes per column, a
   * multiple of eight.
   */
  private static void sideBySide(Matrix rows, long bytes, long depth, long panel, long panelStep) {
    long step = rows.columnStep();
    long i = 0;
    for (; i <= bytes - 3 * Long.BYTES; i += 3 * Long.BYTES) { // six floats are the rows of a tile
      long from = rows.address() + i;
      long to = panel + i;
      for (long k = 0; k < depth; k++, from += step, to += panelStep) {
        HostBytes.putLong(to, HostBytes.longAt(from));
        HostBytes.putLong(to + Long.BYTES, HostBytes.longAt(from + Long.BYTES));
        HostBytes.putLong(to + 2 * Long.BYTES, HostBytes.longAt(from + 2 * Long.BYTES));
      }
    }
    for (; i < bytes; i += Long.BYTES) {
      for (long k = 0; k < depth; k++) {
        HostBytes.putLong(
            panel + i + k * panelStep, HostBytes.longAt(rows.address() + i + k * step));
      }
    }
  }

  private void oneRow(Matrix row, long depth, long panel, long panelStep) {
    if (element == Float.BYTES) {
      for (long k = 0; k < depth; k++) {
        HostBytes.putInt(panel + k * panelStep, HostBytes.intAt(row.at(0, k)));
      }
    } else {
      for (long k = 0; k < depth; k++) {
        HostBytes.putLong(panel + k * panelStep, HostBytes.longAt(row.at(0, k)));
      }
    }
  }
}
