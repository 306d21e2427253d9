package jackfield.backend.cpu.loops;

/**
 * The innermost part of a matrix product: a tile of the output that stays in registers, made from a
 * strip of rows and a packed panel of columns.
 */
interface TileLoop {
  /** Rows of a tile. */
  int ROWS = 6;

  /**
   * Adds the product of a strip of rows and a panel of columns to a tile of the output.
   *
   * @param rows address of the strip's first number
   * @param rowStep bytes from one of its rows to the next
   * @param depthStep bytes from one number of a row to the next
   * @param columns address of {@code depth} times as many numbers as a tile has columns
   * @param out address of the tile's first number
   * @param outStep bytes from one of its rows to the next
   */
  void run(
      long rows, long rowStep, long depthStep, long columns, long depth, long out, long outStep);
}
