package jackfield.backend.cpu.loops;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostBytes;
import jackfield.tensor.Scalar;

/**
 * Matrix products of one floating-point type, with any strides.
 *
 * <p>Both inputs are cut into blocks that fit the caches and copied to panels in the order in which
 * the innermost loop ({@link TileLoop}) reads them, so that strides cost one pass each, and that
 * loop always reads forwards [1]. A block of {@value #DEPTH} numbers' depth keeps a panel of
 * columns in the first cache, {@value #ROWS} rows of it fill a part of the second. Panels are
 * padded with zeros to whole tiles; a tile that hangs over the edge goes through a spare tile.
 *
 * <p><em>Threads</em>: safe for all, with a workspace for each. To use several, give each a {@link
 * MatrixProduct#part}.
 *
 * <p>[1] Goto, van de Geijn: Anatomy of high-performance matrix multiplication, 2008.
 */
public final class MatrixLoop {
  private static final int DEPTH = 256;
  private static final int ROWS = 96;
  private static final int COLUMNS = 1024;
  private static final int ALIGNMENT = 64;

  private static final Template<TileLoop> TILE = new Template<>(RegisterTile.class);

  private final DType type;
  private final int element;
  private final int tileColumns;
  private final TileLoop tile;
  private final PointwiseLoop scale;

  /** Makes the loop for {@code type}, float32 or float64. */
  public MatrixLoop(DType type) {
    Lanes lanes = Lanes.of(type);
    this.type = type;
    this.element = type.sizeBytes();
    this.tileColumns = 2 * lanes.species().length();
    this.scale = PointwiseLoops.scale().of(type);
    this.tile = TILE.stamp(lanes, "");
  }

  /** Returns the bytes of workspace that {@code product} needs. */
  public long workspaceBytes(MatrixProduct product) {
    long depth = Math.min(DEPTH, product.depth());
    long rows = roundUp(Math.min(ROWS, product.rows()), TileLoop.ROWS);
    long columns = roundUp(Math.min(COLUMNS, product.columns()), tileColumns);
    return (depth * (rows + columns) + (long) TileLoop.ROWS * tileColumns) * element
        + 3 * ALIGNMENT;
  }

  private static long roundUp(long size, long unit) {
    return (size + unit - 1) / unit * unit;
  }

  /** Computes {@code product}; its depth is at least 1. */
  public void run(MatrixProduct product, long workspace) {
    long spare = roundUp(workspace, ALIGNMENT);
    long panelsOfA = roundUp(spare + (long) TileLoop.ROWS * tileColumns * element, ALIGNMENT);
    long rows = roundUp(Math.min(ROWS, product.rows()), TileLoop.ROWS);
    long depth = Math.min(DEPTH, product.depth());
    Panels panels =
        new Panels(spare, panelsOfA, roundUp(panelsOfA + rows * depth * element, ALIGNMENT));
    for (long column = 0; column < product.columns(); column += COLUMNS) {
      long columns = Math.min(COLUMNS, product.columns() - column);
      runColumns(product, column, columns, panels);
    }
  }

  /** Addresses in the workspace. */
  private record Panels(long spare, long ofA, long ofB) {}

  /** A block of the product: where it begins and how large it is. */
  private record Block(long row, long column, long k, long rows, long columns, long depth) {}

  private void runColumns(MatrixProduct product, long column, long columns, Panels panels) {
    long blocks = (product.depth() + DEPTH - 1) / DEPTH;
    long depth = (product.depth() + blocks - 1) / blocks; // equal blocks rather than a short last
    for (long k = 0; k < product.depth(); k += depth) {
      long deep = Math.min(depth, product.depth() - k);
      packColumns(product.b(), k, deep, column, columns, panels.ofB());
      for (long row = 0; row < product.rows(); row += ROWS) {
        long rows = Math.min(ROWS, product.rows() - row);
        packRows(product.a(), row, rows, k, deep, panels.ofA());
        if (product.alpha() != 1) {
          long packed = roundUp(rows, TileLoop.ROWS) * deep;
          scale.run(panels.ofA(), panels.ofA(), 0, 0, packed, Scalar.of(product.alpha()));
        }
        runBlock(product, new Block(row, column, k, rows, columns, deep), panels);
      }
    }
  }

  private void runBlock(MatrixProduct product, Block block, Panels panels) {
    for (long j = 0; j < block.columns(); j += tileColumns) {
      long panelOfB = panels.ofB() + j * block.depth() * element;
      for (long i = 0; i < block.rows(); i += TileLoop.ROWS) {
        long panelOfA = panels.ofA() + i * block.depth() * element;
        runTile(product, block, i, j, panelOfA, panelOfB, panels.spare());
      }
    }
  }

  private void runTile(
      MatrixProduct product, Block block, long i, long j, long ofA, long ofB, long spare) {
    Matrix out = product.out().from(block.row() + i, block.column() + j);
    long rows = Math.min(TileLoop.ROWS, block.rows() - i);
    long columns = Math.min(tileColumns, block.columns() - j);
    if (rows == TileLoop.ROWS && columns == tileColumns && out.columnStep() == element) {
      tile.run(ofA, ofB, block.depth(), out.address(), out.rowStep());
      return;
    }
    Matrix spareTile = new Matrix(spare, (long) tileColumns * element, element);
    HostBytes.zero(spare, TileLoop.ROWS * spareTile.rowStep());
    tile.run(ofA, ofB, block.depth(), spare, spareTile.rowStep());
    addTile(spareTile, out, rows, columns);
  }

  private void addTile(Matrix from, Matrix to, long rows, long columns) {
    for (long i = 0; i < rows; i++) {
      for (long j = 0; j < columns; j++) {
        double sum = Elements.doubleAt(type, from.at(i, j)) + Elements.doubleAt(type, to.at(i, j));
        Elements.putDouble(type, to.at(i, j), sum);
      }
    }
  }

  private void packRows(Matrix a, long row, long rows, long k, long depth, long panels) {
    long panel = panels;
    for (long i = 0; i < rows; i += TileLoop.ROWS) {
      Matrix part = a.from(row + i, k);
      long high = Math.min(TileLoop.ROWS, rows - i);
      PanelCopy.copy(part, high, depth, panel, TileLoop.ROWS, element);
      panel += TileLoop.ROWS * depth * element;
    }
  }

  private void packColumns(Matrix b, long k, long depth, long column, long columns, long panels) {
    long panel = panels;
    for (long j = 0; j < columns; j += tileColumns) {
      long wide = Math.min(tileColumns, columns - j);
      Matrix part = b.from(k, column + j);
      if (wide == tileColumns && b.columnStep() == element) {
        tile.packColumns(part.address(), b.rowStep(), depth, panel);
      } else {
        PanelCopy.copy(part.transposed(), wide, depth, panel, tileColumns, element);
      }
      panel += tileColumns * depth * element;
    }
  }
}
