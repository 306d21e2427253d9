package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.function.IntFunction;

/**
 * A loop that computes a tile of a convolution's output, some channels high and two vectors wide,
 * which stays in registers.
 */
@FunctionalInterface
public interface TapTile {
  /** The most channels of a tile. */
  int MOST_ROWS = 6;

  /** The number of vectors of a tile's row. */
  int VECTORS = 2;

  /**
   * Writes the sums over all taps of the element under the tap times its weight.
   *
   * @param weights the address of the first channel's weights, which are adjacent
   * @param weightStep bytes from the weights of one channel to the next
   * @param image the address of the element under a tap of offset 0
   * @param offsets the bytes from there to the elements under each tap
   * @param out the address of the tile
   * @param outStep bytes from one channel of the output to the next
   */
  void run(long weights, long weightStep, long image, long[] offsets, long out, long outStep);

  /** Returns the loops of a floating-point type by the number of channels, from 1. */
  static IntFunction<TapTile> byRows(DType type) {
    Template<TapTile> template = new Template<>(MethodHandles.lookup(), TapTileLoop.class);
    TapTile[] stamped = new TapTile[MOST_ROWS + 1];
    return rows -> {
      if (stamped[rows] == null) { // two threads may each stamp one, which does no harm
        stamped[rows] = template.stamp(Lanes.of(type), "", rows);
      }
      return stamped[rows];
    };
  }

  /** Returns the number of elements of a tile's row. */
  static int width(DType type) {
    return VECTORS * Lanes.of(type).species().length();
  }
}
