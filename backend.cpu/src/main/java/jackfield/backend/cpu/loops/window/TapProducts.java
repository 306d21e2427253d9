package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;

/**
 * A loop that adds the products of a gradient and of the elements under some taps, for each pair of
 * a channel and a tap. Each sum is a vector of partial sums.
 */
@FunctionalInterface
public interface TapProducts {
  /** The most channels, and the most taps. */
  int MOST = 3;

  /**
   * The rows of windows over which products are added.
   *
   * @param gradient the address of the gradient of the first window, for the first channel
   * @param channels the channels of the gradient, from 1 to {@value #MOST}
   * @param channelStep bytes from one channel of the gradient to the next
   * @param rowStep bytes from one row of the gradient to the next
   * @param imageRowStep bytes between the elements under a tap of windows of adjacent rows
   * @param rows the number of rows
   * @param rowBytes the bytes of the windows of a row, which are adjacent
   */
  record Lines(
      long gradient,
      long channels,
      long channelStep,
      long rowStep,
      long imageRowStep,
      long rows,
      long rowBytes) {

    /** Returns the windows of each row between two distances from the first, in bytes. */
    Lines part(long from, long to) {
      return new Lines(
          gradient + from, channels, channelStep, rowStep, imageRowStep, rows, to - from);
    }
  }

  /**
   * Adds to the partial sums.
   *
   * @param image the address of the element under a tap of offset 0 of the first window
   * @param offsets the bytes from there to the elements under each tap
   * @param tap the first of up to {@value #MOST} taps
   * @param sums the address of the vector of the first channel and of tap 0; those of taps are
   *     adjacent
   * @param sumStep bytes from the vectors of one channel to those of the next
   */
  void run(Lines lines, long image, long[] offsets, int tap, long sums, long sumStep);

  /** Returns the loop of a floating-point type. */
  static TapProducts of(DType type) {
    Template<TapProducts> template = new Template<>(MethodHandles.lookup(), TapProductsLoop.class);
    TapProducts whole = template.stamp(Lanes.of(type), "", false);
    TapProducts masked = template.stamp(Lanes.of(type), "", true);
    long step = Lanes.of(type).species().vectorByteSize();
    return (lines, image, offsets, tap, sums, sumStep) -> {
      long bytes = lines.rowBytes();
      long end = bytes / step * step;
      if (end > 0) {
        whole.run(lines.part(0, end), image, offsets, tap, sums, sumStep);
      }
      if (end < bytes) {
        masked.run(lines.part(end, bytes), image + end, offsets, tap, sums, sumStep);
      }
    };
  }

  /** Returns the number of partial sums of a vector. */
  static int lanes(DType type) {
    return Lanes.of(type).species().length();
  }
}
