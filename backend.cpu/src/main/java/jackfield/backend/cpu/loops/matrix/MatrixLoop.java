package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import java.util.function.LongConsumer;

/**
 * Matrix products of one floating-point type, with any strides.
 *
 * <p>Both inputs are divided into blocks that fit the caches. Columns are copied to panels in the
 * order in which the innermost loop ({@link TileLoop}) reads them. Rows whose numbers are not
 * adjacent in memory are copied too. Strides thus cost one pass, and the innermost loop always
 * reads forwards [1]. With a depth of {@value #DEPTH} numbers a panel of columns stays in the
 * first-level cache, and {@value #ROWS} rows of the block fill a part of the second-level cache.
 * Panels are padded with zeros to whole tiles; a tile that extends beyond the edge is computed in a
 * spare tile ({@link OutputTiles}). A product of few rows and many columns is computed transposed
 * if that copies less.
 *
 * <p><em>Threads</em>: safe for use by several threads. The number of threads that compute a
 * product does not change its bits.
 *
 * <p>[1] Goto, van de Geijn: Anatomy of high-performance matrix multiplication, 2008.
 */
public final class MatrixLoop {
  private static final int DEPTH = 256;
  private static final int ROWS = 96;
  private static final int COLUMNS = 1024;
  private static final int ALIGNMENT = 64;

  // A product of fewer multiplications takes less time than waking a thread is worth.
  private static final double PARALLEL_NUMBERS = 1 << 21;
  private static final int PARALLEL_ROWS = 48; // half a block, so that few threads share evenly
  private static final int PARALLEL_TILES = 4; // so that two threads share 256 columns evenly
  private static final int FEW_PARTS = 16; // one part more or less is then no large share

  // The bench's case linear.64x784x256 on AVX-512: to transpose a number takes 0.3 ns, and a step
  // of an innermost loop for one number of the output 0.02 ns. A product that is expected to gain
  // less than a tenth was often slower.
  private static final double TRANSPOSITION = 15;
  private static final int TRANSPOSED_COLUMNS = 2048; // at a time; they take scratch memory
  private static final double WORTH = 0.9;

  private final int element;
  private final int tileColumns;
  private final OutputTiles tiles;
  private final PanelCopy copy;
  private final PointwiseLoop scale;

  /**
   * Creates the loop for {@code type}, float32 or float64.
   *
   * @param scale the loops of {@link PointwiseLoops#scale}
   * @param add the loops of {@link PointwiseLoops#add}
   */
  public MatrixLoop(DType type, ByType<PointwiseLoop> scale, ByType<PointwiseLoop> add) {
    Lanes lanes = Lanes.of(type);
    this.element = type.sizeBytes();
    this.tileColumns = 2 * lanes.species().length();
    this.copy = new PanelCopy(type);
    this.scale = scale.of(type);
    this.tiles = new OutputTiles(type, this.scale, add.of(type));
  }

  private static long roundUp(long size, long unit) {
    return (size + unit - 1) / unit * unit;
  }

  /** A source of scratch memory; safe for use by several threads. */
  @FunctionalInterface
  public interface Scratch {
    /**
     * Runs {@code use} with the address of at least {@code bytes} bytes of undefined content, which
     * it must not keep. A use within a use needs another source.
     */
    void use(long bytes, LongConsumer use);
  }

  /**
   * Adds {@code product} to its output, or replaces the output by it; the depth is at least 1. A
   * large product is computed by several threads.
   *
   * @param shared for the panels of columns, which all threads read
   * @param own for the panels of rows, of each thread
   */
  public void run(MatrixProduct product, Scratch shared, Scratch own) {
    long wide = Math.min(TRANSPOSED_COLUMNS, product.columns());
    if (isFasterTransposed(product.columns(0, wide))) {
      for (long column = 0; column < product.columns(); column += wide) {
        long columns = Math.min(wide, product.columns() - column);
        runTransposed(product.columns(column, columns), shared, own);
      }
    } else {
      shared.use(panelBytes(product), memory -> run(product, roundUp(memory, ALIGNMENT), own));
    }
  }

  /**
   * Returns whether the transposed product takes less time. It needs few panels if the output has
   * few rows, and reads the columns of b in place if their numbers are adjacent.
   */
  private boolean isFasterTransposed(MatrixProduct product) {
    return product.b().rowStep() == element
        && product.out().columnStep() == element
        && product.alpha() == 1
        && time(product.transposed()) + 2 * TRANSPOSITION * product.rows() * product.columns()
            < WORTH * time(product);
  }

  /** Returns the time of a product in steps of an innermost loop, if its columns are transposed. */
  private double time(MatrixProduct product) {
    long rows = roundUp(product.rows(), TileLoop.ROWS);
    long columns = roundUp(product.columns(), tileColumns);
    return (double) product.depth() * (rows * columns + TRANSPOSITION * product.columns());
  }

  /** Computes the transposed product in scratch memory, and transposes it. */
  private void runTransposed(MatrixProduct product, Scratch shared, Scratch own) {
    MatrixProduct other = product.transposed();
    long bytes = roundUp(other.rows() * other.columns() * element, ALIGNMENT);
    shared.use(
        bytes + ALIGNMENT + panelBytes(other),
        memory -> {
          long scratch = roundUp(memory, ALIGNMENT);
          Matrix out = new Matrix(scratch, other.columns() * element, element);
          if (product.adds()) {
            transpose(product.out(), product.rows(), product.columns(), out);
          }
          run(other.into(out), scratch + bytes, own);
          transpose(out, other.rows(), other.columns(), product.out());
        });
  }

  private void transpose(Matrix from, long rows, long columns, Matrix to) {
    RowsToColumns.copy(
        element, from.address(), from.rowStep(), rows, columns, to.address(), to.rowStep());
  }

  private long panelBytes(MatrixProduct product) {
    long depth = Math.min(DEPTH, product.depth());
    long wide = roundUp(Math.min(COLUMNS, product.columns()), tileColumns);
    return depth * wide * element + ALIGNMENT;
  }

  private void run(MatrixProduct product, long panels, Scratch own) {
    for (long column = 0; column < product.columns(); column += COLUMNS) {
      long columns = Math.min(COLUMNS, product.columns() - column);
      runColumns(product, column, columns, panels, own);
    }
  }

  /** A block of the product: its position and its size. */
  record Block(long row, long column, long k, long rows, long columns, long depth) {}

  private void runColumns(
      MatrixProduct product, long column, long columns, long panels, Scratch own) {
    long blocks = (product.depth() + DEPTH - 1) / DEPTH;
    long depth = (product.depth() + blocks - 1) / blocks; // equal blocks, to avoid a short last one
    for (long k = 0; k < product.depth(); k += depth) {
      long deep = Math.min(depth, product.depth() - k);
      packColumns(product, product.b().from(k, column), columns, deep, panels);
      runRows(product, new Block(0, column, k, product.rows(), columns, deep), panels, own);
    }
  }

  private void packColumns(MatrixProduct product, Matrix b, long columns, long depth, long panels) {
    long tiles = Math.ceilDiv(columns, tileColumns);
    Parallel.range(
        tiles,
        isLarge(product) ? PARALLEL_TILES : tiles,
        (from, to) -> {
          for (long j = from * tileColumns; j < Math.min(columns, to * tileColumns); ) {
            long wide = Math.min(tileColumns, columns - j);
            copy.columns(b.from(0, j), wide, depth, panels + j * depth * element);
            j += tileColumns;
          }
        });
  }

  private static boolean isLarge(MatrixProduct product) {
    return Parallel.threads() > 1
        && (double) product.rows() * product.columns() * product.depth() >= PARALLEL_NUMBERS;
  }

  /**
   * Runs the rows of {@code all}, and its columns if there are few rows, in parts. The parts do not
   * affect the result: each of its numbers is summed over the depth in one order.
   */
  private void runRows(MatrixProduct product, Block all, long panels, Scratch own) {
    boolean isParallel = isLarge(product);
    long high = isParallel ? PARALLEL_ROWS : ROWS;
    long rowParts = Math.ceilDiv(all.rows(), high);
    long wide =
        isParallel && rowParts < FEW_PARTS ? (long) PARALLEL_TILES * tileColumns : all.columns();
    long columnParts = Math.ceilDiv(all.columns(), wide);
    long parts = rowParts * columnParts;
    Parallel.range(
        parts,
        isParallel ? 1 : parts,
        (from, to) -> {
          for (long part = from; part < to; part++) {
            long row = part / columnParts * high;
            long column = part % columnParts * wide;
            long rows = Math.min(high, all.rows() - row);
            long columns = Math.min(wide, all.columns() - column);
            long panel = panels + column * all.depth() * element;
            runBlock(
                product,
                new Block(row, all.column() + column, all.k(), rows, columns, all.depth()),
                panel,
                own);
          }
        });
  }

  private void runBlock(MatrixProduct product, Block block, long panels, Scratch own) {
    long rowBytes = roundUp(block.rows(), TileLoop.ROWS) * block.depth() * element;
    own.use(
        tiles.bytes() + rowBytes + 2 * ALIGNMENT,
        memory -> {
          long spare = roundUp(memory, ALIGNMENT);
          Matrix[] strips = strips(product, block, roundUp(spare + tiles.bytes(), ALIGNMENT));
          for (long j = 0; j < block.columns(); j += tileColumns) {
            long panel = panels + j * block.depth() * element;
            for (int strip = 0; strip < strips.length; strip++) {
              tiles.run(
                  product, block, strips[strip], (long) strip * TileLoop.ROWS, j, panel, spare);
            }
          }
        });
  }

  /**
   * Returns the matrix from which the rows of each tile are read. Rows are read from the input if
   * their numbers are adjacent in memory and they fill the tile, else from a panel.
   */
  private Matrix[] strips(MatrixProduct product, Block block, long panels) {
    Matrix rows = product.a().from(block.row(), block.k());
    boolean isInPlace = rows.columnStep() == element && product.alpha() == 1;
    long panelNumbers = TileLoop.ROWS * block.depth();
    Matrix[] strips = new Matrix[(int) (roundUp(block.rows(), TileLoop.ROWS) / TileLoop.ROWS)];
    for (int strip = 0; strip < strips.length; strip++) {
      long first = (long) strip * TileLoop.ROWS;
      long high = Math.min(TileLoop.ROWS, block.rows() - first);
      strips[strip] = rows.from(first, 0);
      if (!isInPlace || high < TileLoop.ROWS) {
        long panel = panels + strip * panelNumbers * element;
        copy.rows(strips[strip], high, block.depth(), panel, TileLoop.ROWS);
        if (product.alpha() != 1) {
          scale.run(panel, panel, 0, 0, panelNumbers, Scalar.of(product.alpha()));
        }
        strips[strip] = new Matrix(panel, element, (long) TileLoop.ROWS * element);
      }
    }
    return strips;
  }
}
