package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.function.IntFunction;

/**
 * A loop that adds the products of a gradient and of the elements under {@value #TAPS} taps, for
 * each pair of a channel and a tap. The lanes of vectors are channels.
 */
@FunctionalInterface
public interface ChannelProducts {
  /** The number of taps. */
  int TAPS = 6;

  /** The most vectors of channels. */
  int VECTORS = 2;

  /**
   * Some rows of windows of a panel.
   *
   * @param gradient the address of the gradient: the channels of each window, window by window
   * @param image the address of the element under a tap of offset 0 of the first window; those of
   *     the windows of a row are adjacent
   * @param imageStep bytes between the elements under a tap of windows of adjacent rows
   * @param count the number of rows
   * @param columns the windows of a row
   */
  record Rows(long gradient, long image, long imageStep, long count, int columns) {}

  /**
   * Adds to the sums of {@value #TAPS} taps.
   *
   * @param offsets the bytes from the image to the elements under each tap
   * @param tap the first tap
   * @param sums the address of the sums of tap 0; those of taps are adjacent
   */
  void run(Rows rows, long[] offsets, int tap, long sums);

  /** Returns the loops of a floating-point type by the number of vectors of channels, from 1. */
  static IntFunction<ChannelProducts> byVectors(DType type) {
    Template<ChannelProducts> template =
        new Template<>(MethodHandles.lookup(), ChannelProductsLoop.class, ChannelSums.class);
    ChannelProducts[] stamped = new ChannelProducts[VECTORS + 1];
    return vectors -> {
      if (stamped[vectors] == null) { // two threads may each stamp one, which does no harm
        stamped[vectors] = template.stamp(Lanes.of(type), "", vectors);
      }
      return stamped[vectors];
    };
  }
}
