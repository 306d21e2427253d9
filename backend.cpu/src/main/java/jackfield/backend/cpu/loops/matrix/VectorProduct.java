package jackfield.backend.cpu.loops.matrix;

/**
 * Products of vectors with rows of a matrix, of one floating-point type. Numbers of a row are
 * adjacent in memory.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public interface VectorProduct {
  /** The number of rows that {@link #combine} adds. */
  int ROWS = 4;

  /**
   * Writes partial sums of {@code a[i] · b[i]} over {@code count} numbers. The caller adds them,
   * since the order in which the Vector API adds lanes depends on whether the code is compiled.
   *
   * @param sums the address of {@link #sums} numbers
   */
  void dot(long a, long b, long count, long sums);

  /** Returns the number of partial sums that {@link #dot} writes, which is even. */
  int sums();

  /**
   * Adds {@value #ROWS} rows, each times its factor, to {@code count} numbers of the output.
   *
   * @param out the address of the first number of the output, which overlaps no row
   * @param row the address of the first row
   * @param step bytes from one row to the next
   */
  void combine(
      long out, long row, long step, double f0, double f1, double f2, double f3, long count);
}
