package jackfield.backend.cpu.loops;

/**
 * The innermost part of a matrix product: a tile of the output that stays in registers, made from a
 * packed panel of rows and a packed panel of columns.
 */
interface TileLoop {
  /** Rows of a tile. */
  int ROWS = 6;

  /**
   * Adds the product of two panels to a tile of the output.
   *
   * @param rows address of {@code depth} times {@value #ROWS} numbers
   * @param columns address of {@code depth} times as many numbers as a tile has columns
   * @param out address of the tile's first number
   * @param outStep bytes from one of its rows to the next
   */
  void run(long rows, long columns, long depth, long out, long outStep);

  /** Copies {@code depth} rows of a tile's width, {@code step} bytes apart, to a panel. */
  void packColumns(long from, long step, long depth, long panel);
}
