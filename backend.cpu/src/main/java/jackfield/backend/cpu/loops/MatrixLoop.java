package jackfield.backend.cpu.loops;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Matrix products of one floating-point type, with any strides.
 *
 * <p>Both inputs are divided into blocks that fit the caches. Columns are copied to panels in the
 * order in which the innermost loop ({@link TileLoop}) reads them. Rows whose numbers are not
 * adjacent in memory are copied too. Strides thus cost one pass, and the innermost loop always
 * reads forwards [1]. With a depth of {@value #DEPTH} numbers a panel of columns stays in the
 * first-level cache, and {@value #ROWS} rows of the block fill a part of the second-level cache.
 * Panels are padded with zeros to whole tiles; a tile that extends beyond the edge is computed in a
 * spare tile.
 *
 * <p><em>Threads</em>: safe for use by several threads, each with its own workspace. To compute one
 * product with several threads, give each a {@link MatrixProduct#part}.
 *
 * <p>[1] Goto, van de Geijn: Anatomy of high-performance matrix multiplication, 2008.
 */
public final class MatrixLoop {
  private static final int DEPTH = 256;
  private static final int ROWS = 96;
  private static final int COLUMNS = 1024;
  private static final int ALIGNMENT = 64;

  private static final Template<TileLoop> TILE = new Template<>(RegisterTile.class);

  private final int element;
  private final int tileColumns;
  private final TileLoop tile;
  private final PanelCopy copy;
  private final PointwiseLoop scale;
  private final PointwiseLoop add;

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
    this.tile = TILE.stamp(lanes, "");
    this.copy = new PanelCopy(type);
    this.scale = scale.of(type);
    this.add = add.of(type);
  }

  /** Returns the bytes of workspace that {@code product} needs. */
  public long workspaceBytes(MatrixProduct product) {
    long depth = Math.min(DEPTH, product.depth());
    long rows = roundUp(Math.min(ROWS, product.rows()), TileLoop.ROWS);
    long columns = roundUp(Math.min(COLUMNS, product.columns()), tileColumns);
    return depth * (rows + columns) * element + spareBytes() + 3 * ALIGNMENT;
  }

  private long spareBytes() {
    return (long) TileLoop.ROWS * tileColumns * element;
  }

  private static long roundUp(long size, long unit) {
    return (size + unit - 1) / unit * unit;
  }

  /** Adds {@code product} to its output; the depth is at least 1. */
  public void run(MatrixProduct product, long workspace) {
    long spare = roundUp(workspace, ALIGNMENT);
    long ofA = roundUp(spare + spareBytes(), ALIGNMENT);
    long rows = roundUp(Math.min(ROWS, product.rows()), TileLoop.ROWS);
    long ofB = roundUp(ofA + rows * Math.min(DEPTH, product.depth()) * element, ALIGNMENT);
    Panels panels = new Panels(spare, ofA, ofB);
    for (long column = 0; column < product.columns(); column += COLUMNS) {
      long columns = Math.min(COLUMNS, product.columns() - column);
      runColumns(product, column, columns, panels);
    }
  }

  /** Addresses in the workspace. */
  private record Panels(long spare, long ofA, long ofB) {}

  /** A block of the product: its position and its size. */
  private record Block(long row, long column, long k, long rows, long columns, long depth) {}

  private void runColumns(MatrixProduct product, long column, long columns, Panels panels) {
    long blocks = (product.depth() + DEPTH - 1) / DEPTH;
    long depth = (product.depth() + blocks - 1) / blocks; // equal blocks, to avoid a short last one
    for (long k = 0; k < product.depth(); k += depth) {
      long deep = Math.min(depth, product.depth() - k);
      packColumns(product.b().from(k, column), columns, deep, panels.ofB());
      for (long row = 0; row < product.rows(); row += ROWS) {
        long rows = Math.min(ROWS, product.rows() - row);
        runBlock(product, new Block(row, column, k, rows, columns, deep), panels);
      }
    }
  }

  private void packColumns(Matrix b, long columns, long depth, long panels) {
    for (long j = 0; j < columns; j += tileColumns) {
      long wide = Math.min(tileColumns, columns - j);
      copy.columns(b.from(0, j), wide, depth, panels + j * depth * element);
    }
  }

  private void runBlock(MatrixProduct product, Block block, Panels panels) {
    Matrix[] strips = strips(product, block, panels.ofA());
    for (long j = 0; j < block.columns(); j += tileColumns) {
      long panel = panels.ofB() + j * block.depth() * element;
      for (int strip = 0; strip < strips.length; strip++) {
        runTile(product, block, strips[strip], (long) strip * TileLoop.ROWS, j, panel, panels);
      }
    }
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

  private void runTile(
      MatrixProduct product, Block block, Matrix strip, long i, long j, long panel, Panels panels) {
    Matrix out = product.out().from(block.row() + i, block.column() + j);
    long rows = Math.min(TileLoop.ROWS, block.rows() - i);
    long columns = Math.min(tileColumns, block.columns() - j);
    if (rows == TileLoop.ROWS && columns == tileColumns && out.columnStep() == element) {
      run(strip, panel, block.depth(), out);
    } else {
      Matrix spare = new Matrix(panels.spare(), (long) tileColumns * element, element);
      HostBytes.zero(spare.address(), spareBytes());
      run(strip, panel, block.depth(), spare);
      add(spare, out, rows, columns);
    }
  }

  private void run(Matrix strip, long panel, long depth, Matrix out) {
    tile.run(
        strip.address(),
        strip.rowStep(),
        strip.columnStep(),
        panel,
        depth,
        out.address(),
        out.rowStep());
  }

  private void add(Matrix from, Matrix to, long rows, long columns) {
    if (to.columnStep() == element) {
      for (long i = 0; i < rows; i++) {
        add.run(to.at(i, 0), to.at(i, 0), from.at(i, 0), 0, columns, Scalar.ONE);
      }
    } else {
      for (long i = 0; i < rows; i++) {
        for (long j = 0; j < columns; j++) {
          add.run(to.at(i, j), to.at(i, j), from.at(i, j), 0, 1, Scalar.ONE);
        }
      }
    }
  }
}
