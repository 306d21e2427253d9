package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import java.lang.invoke.MethodHandles;

/**
 * Computes tiles of the output of a product: in place where a tile is whole, else in a spare tile,
 * from which the part inside the output is copied.
 *
 * <p><em>Threads</em>: safe for use by several threads, each with a spare tile of its own.
 */
final class OutputTiles {
  private static final Template<TileLoop> TILE =
      new Template<>(MethodHandles.lookup(), RegisterTile.class);

  private final int element;
  private final int columns;
  private final Tiles adding;
  private final Tiles replacing;
  private final PointwiseLoop scale;
  private final PointwiseLoop add;

  /** Creates the tiles for {@code type}, float32 or float64. */
  OutputTiles(DType type, PointwiseLoop scale, PointwiseLoop add) {
    Lanes lanes = Lanes.of(type);
    this.element = type.sizeBytes();
    this.columns = 2 * lanes.species().length();
    this.adding = new Tiles(lanes, element, true);
    this.replacing = new Tiles(lanes, element, false);
    this.scale = scale;
    this.add = add;
  }

  /**
   * The loops that add to a tile, or those that replace it.
   *
   * @param inPlace for strips whose rows' numbers are adjacent
   * @param packed for strips in panels
   */
  private record Tiles(TileLoop inPlace, TileLoop packed) {
    Tiles(Lanes lanes, int element, boolean adds) {
      this(
          TILE.stamp(lanes, "", element, adds),
          TILE.stamp(lanes, "", TileLoop.ROWS * element, adds));
    }

    TileLoop of(Matrix strip, int element) {
      return strip.columnStep() == element ? inPlace : packed;
    }
  }

  /** Returns the size of a spare tile. */
  long bytes() {
    return (long) TileLoop.ROWS * columns * element;
  }

  /**
   * Computes the tile at {@code row} and {@code column} of a block.
   *
   * @param strip the rows of the tile
   * @param panel the address of its columns
   * @param spared the address of a spare tile
   */
  void run(
      MatrixProduct product,
      MatrixLoop.Block block,
      Matrix strip,
      long row,
      long column,
      long panel,
      long spared) {
    Matrix out = product.out().from(block.row() + row, block.column() + column);
    long rows = Math.min(TileLoop.ROWS, block.rows() - row);
    long wide = Math.min(columns, block.columns() - column);
    boolean adds = product.adds() || block.k() > 0;
    if (rows == TileLoop.ROWS && wide == columns && out.columnStep() == element) {
      run(adds ? adding : replacing, strip, panel, block.depth(), out);
    } else {
      Matrix spare = new Matrix(spared, (long) columns * element, element);
      run(replacing, strip, panel, block.depth(), spare);
      if (adds) {
        add(spare, out, rows, wide);
      } else {
        move(spare, out, rows, wide);
      }
    }
  }

  private void run(Tiles tiles, Matrix strip, long panel, long depth, Matrix out) {
    tiles
        .of(strip, element)
        .run(strip.address(), strip.rowStep(), panel, depth, out.address(), out.rowStep());
  }

  private void move(Matrix from, Matrix to, long rows, long columns) {
    boolean isInOrder = to.columnStep() == element;
    for (long i = 0; i < rows; i++) {
      if (isInOrder) {
        HostBytes.copy(from.at(i, 0), to.at(i, 0), columns * element);
      }
      for (long j = 0; !isInOrder && j < columns; j++) {
        scale.run(to.at(i, j), from.at(i, j), 0, 0, 1, Scalar.ONE);
      }
    }
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
