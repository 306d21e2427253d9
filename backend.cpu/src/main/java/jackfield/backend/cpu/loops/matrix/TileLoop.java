package jackfield.backend.cpu.loops.matrix;

/**
 * The innermost part of a matrix product: a tile of the output that stays in registers, computed
 * from a strip of rows and a packed panel of columns. There is a loop for each distance between the
 * numbers of a row of the strip.
 */
interface TileLoop {
  /** The number of rows of a tile. */
  int ROWS = 6;

  /**
   * Adds the product of a strip of rows and a panel of columns to a tile of the output, or replaces
   * the tile by it.
   *
   * @param rows the address of the strip's first number
   * @param rowStep bytes from one of its rows to the next
   * @param columns the address of a panel: {@code depth} times the number of a tile's columns
   * @param out the address of the tile's first number
   * @param outStep bytes from one of its rows to the next
   */
  void run(long rows, long rowStep, long columns, long depth, long out, long outStep);
}
