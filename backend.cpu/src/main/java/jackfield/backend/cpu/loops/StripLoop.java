package jackfield.backend.cpu.loops;

/** Moves strips of a matrix to panels, in which numbers of the same depth are neighbours. */
interface StripLoop {
  /** Rows that {@link #transpose} takes. */
  int ROWS = 4;

  /** Copies {@code depth} rows of a tile's width, {@code step} bytes apart. */
  void move(long from, long step, long depth, long panel);

  /**
   * Copies {@value #ROWS} rows to columns, as far as they fill vectors.
   *
   * @param step bytes from one row to the next
   * @param panelStep bytes from one row of the panel to the next
   * @return how many numbers of each row were copied
   */
  long transpose(long from, long step, long depth, long panel, long panelStep);
}
