package jackfield.backend.cpu.convolution;

import jackfield.aten.window.Windows;
import jackfield.aten.window.Windows.Side;
import jackfield.backend.cpu.loops.window.TapTile;
import jackfield.backend.cpu.memory.PhasePlanes;
import jackfield.backend.cpu.memory.Planes;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Scalar;

/**
 * A convolution of images, band by band: some rows of windows of all channels of a group. The
 * elements under each tap are adjacent in {@link PhasePlanes}, also from one row of windows to the
 * next. So tiles run over whole bands, and what they compute between rows is not copied to the
 * output.
 *
 * <p><em>Threads</em>: bands do not depend on the number of threads, and write different rows.
 */
final class Slide {
  private static final long BAND_BYTES = 1 << 18; // to fit the second-level cache

  private final Loops loops;
  private final Windows windows;
  private final Planes source;
  private final Planes target;
  private final long ins; // channels of a group
  private final long outs;
  private final long weight;
  private final double[] bias;
  private final long rows; // of a band
  private final PhasePlanes planes;
  private final long[] offsets;

  /**
   * Creates a convolution.
   *
   * @param weight the address of the weight: for each channel of the output, for each of the
   *     group's channels of the input, the taps
   * @param bias the summands of all channels of the output
   */
  Slide(
      Loops loops,
      Windows windows,
      Planes source,
      Planes target,
      long ins,
      long outs,
      long weight,
      double[] bias) {
    this.loops = loops;
    this.windows = windows;
    this.source = source;
    this.target = target;
    this.ins = ins;
    this.outs = outs;
    this.weight = weight;
    this.bias = bias;
    this.rows = bandRows(loops, windows, ins, outs);
    this.planes = new PhasePlanes(loops.copy(), windows, loops.type(), rows);
    this.offsets = offsets(planes, windows, ins);
  }

  private static long bandRows(Loops loops, Windows windows, long ins, long outs) {
    long read = ins * windows.stride()[0] * windows.image()[1];
    long written = outs * windows.positions()[1];
    long fitting = BAND_BYTES / ((read + written) * loops.element());
    return Math.clamp(fitting, Math.min(4, windows.positions()[0]), windows.positions()[0]);
  }

  /** Returns the bytes from the first copied element to the first one under each tap. */
  static long[] offsets(PhasePlanes planes, Windows windows, long channels) {
    long[] offsets = new long[Math.toIntExact(channels * windows.count(Side.TAPS))];
    int next = 0;
    for (long channel = 0; channel < channels; channel++) {
      for (long row = 0; row < windows.taps()[0]; row++) {
        for (long column = 0; column < windows.taps()[1]; column++) {
          offsets[next++] = channel * planes.bytes() + planes.offset(row, column);
        }
      }
    }
    return offsets;
  }

  void run(long batch, long groups, Workspaces workspaces) {
    long bands = Math.ceilDiv(windows.positions()[0], rows);
    Parallel.range(
        batch * groups * bands,
        1,
        (from, to) ->
            workspaces.use(
                imageBytes() + outs * outStep(),
                memory -> {
                  for (long part = from; part < to; part++) {
                    band(part / bands / groups, part / bands % groups, part % bands * rows, memory);
                  }
                }));
  }

  /** Returns the size of the copied image; a tile may read beyond its end. */
  private long imageBytes() {
    return ins * planes.bytes() + (long) loops.tileWidth() * loops.element();
  }

  private long outStep() {
    long width = loops.tileWidth();
    return Math.ceilDiv(planes.length(rows), width) * width * loops.element();
  }

  private void band(long image, long group, long first, long memory) {
    long count = Math.min(rows, windows.positions()[0] - first);
    HostBytes.zero(memory, ins * planes.bytes());
    for (long channel = 0; channel < ins; channel++) {
      long from = source.at(image, group * ins + channel);
      planes.copy(source, from, first, memory + channel * planes.bytes());
    }
    long out = memory + imageBytes();
    long wide = (long) loops.tileWidth() * loops.element();
    long bytes = planes.length(count) * loops.element();
    for (long at = 0; at < bytes; at += wide) {
      tiles(group, memory + at, out + at);
    }
    for (long channel = 0; channel < outs; channel++) {
      write(image, group * outs + channel, first, count, out + channel * outStep());
    }
  }

  /** Computes the tiles of all channels; their heights differ by one at most. */
  private void tiles(long group, long image, long out) {
    long number = Math.ceilDiv(outs, TapTile.MOST_ROWS);
    long weightStep = (long) offsets.length * loops.element();
    long from = weight + group * outs * weightStep;
    for (long tile = 0; tile < number; tile++) {
      long channel = tile * outs / number;
      int high = (int) ((tile + 1) * outs / number - channel);
      TapTile loop = loops.tiles().apply(high);
      loop.run(
          from + channel * weightStep,
          weightStep,
          image,
          offsets,
          out + channel * outStep(),
          outStep());
    }
  }

  private void write(long image, long channel, long first, long count, long from) {
    int element = loops.element();
    long to = target.at(image, channel) + first * target.rowStep();
    long step = planes.pitch() * element;
    long columns = windows.positions()[1];
    Scalar summand = Scalar.of(bias[(int) channel]);
    if (target.columnStep() == element) {
      loops.increase().run(to, target.rowStep(), from, step, count, columns, summand);
      return;
    }
    loops.increase().run(from, step, from, step, count, columns, summand);
    for (long row = 0; row < count; row++) {
      long rowTo = to + row * target.rowStep();
      StridedCopy.move(element, from + row * step, element, rowTo, target.columnStep(), columns);
    }
  }
}
