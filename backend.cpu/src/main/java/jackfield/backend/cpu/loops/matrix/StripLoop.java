package jackfield.backend.cpu.loops.matrix;

/** Copies strips of a matrix to panels, in which numbers of the same depth are adjacent. */
interface StripLoop {
  /** The number of rows that {@link #transpose} processes. */
  int ROWS = 4;

  /** Copies {@code depth} rows as wide as a tile, {@code step} bytes apart. */
  void move(long from, long step, long depth, long panel);

  /**
   * Copies {@value #ROWS} rows to columns, as far as they fill vectors.
   *
   * @param step bytes from one row to the next
   * @param panelStep bytes from one row of the panel to the next
   * @return the number of elements of each row that were copied
   */
  long transpose(long from, long step, long depth, long panel, long panelStep);
}
