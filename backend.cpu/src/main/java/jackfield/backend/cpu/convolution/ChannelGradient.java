package jackfield.backend.cpu.convolution;

import jackfield.aten.window.WindowProduct;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.loops.matrix.Matrix;
import jackfield.backend.cpu.loops.window.ChannelProducts;
import jackfield.backend.cpu.memory.PhasePlanes;
import jackfield.backend.cpu.memory.Planes;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import java.util.Arrays;

/**
 * The gradient of a convolution's weight, as {@link WeightGradient} computes it, with the channels
 * of the gradient as lanes of vectors. This needs no masks for the ends of rows, and no vectors of
 * partial sums. The gradient is copied to panels of up to two vectors of channels.
 *
 * <p><em>Threads</em>: an element of the weight is summed by one thread, image by image.
 */
final class ChannelGradient {
  private static final long CHUNK_BYTES = 1 << 19; // of images that are copied at a time
  private static final long PART = 1 << 20; // multiplications of a part of a parallel loop
  private static final long MOST_WINDOWS = 1024; // whose products are added in one float

  private final WindowProduct product;
  private final Windows windows;
  private final Loops loops;
  private final long weight;
  private final Workspaces workspaces;
  private final Planes image;
  private final Planes gradient;
  private final PhasePlanes planes;
  private final int taps; // elements of the weight for each of its rows
  private final long[] offsets; // of whole tiles: taps after the last have offset 0 and unused sums
  private final long panelWidth; // channels
  private final long panels;
  private final long chunk; // images that are copied at a time

  ChannelGradient(WindowProduct product, Loops loops, long weight, Workspaces workspaces) {
    this.product = product;
    this.windows = product.windows();
    this.loops = loops;
    this.weight = weight;
    this.workspaces = workspaces;
    this.image = Planes.of(product.image());
    this.gradient = Planes.of(product.positions());
    this.planes = new PhasePlanes(loops.copy(), windows, loops.type(), windows.positions()[0]);
    long[] ofTaps = Slide.offsets(planes, windows, product.imageChannels());
    this.taps = ofTaps.length;
    long tiles = Math.ceilDiv(taps, ChannelProducts.TAPS);
    this.offsets = Arrays.copyOf(ofTaps, Math.toIntExact(tiles * ChannelProducts.TAPS));
    this.panelWidth = panelWidth(product, loops);
    this.panels = Math.ceilDiv(product.positionChannels(), panelWidth);
    this.chunk = Math.clamp(CHUNK_BYTES / imageBytes(), 1, product.batch());
  }

  /** Returns whether the channels fill at least half of their panels. */
  static boolean fits(WindowProduct product, Loops loops) {
    long width = panelWidth(product, loops);
    long channels = product.positionChannels();
    return 2 * channels >= Math.ceilDiv(channels, width) * width;
  }

  private static long panelWidth(WindowProduct product, Loops loops) {
    boolean isNarrow = product.positionChannels() <= loops.lanes();
    return isNarrow ? loops.lanes() : (long) ChannelProducts.VECTORS * loops.lanes();
  }

  private long outs() {
    return product.positionChannels();
  }

  private long panelBytes() {
    return windows.count(Windows.Side.POSITIONS) * panelWidth * loops.element();
  }

  private long copiedBytes() {
    return product.imageChannels() * planes.bytes();
  }

  /** Returns the size of the copies of one image and of its gradient. */
  private long imageBytes() {
    return copiedBytes() + panels * panelBytes();
  }

  private long sumBytes() {
    return offsets.length * panelWidth * loops.element();
  }

  void run() {
    workspaces.use(
        panels * sumBytes() + chunk * imageBytes(),
        memory -> {
          for (long group = 0; group < product.groups(); group++) {
            long sums = memory + chunk * imageBytes();
            HostBytes.zero(sums, panels * sumBytes());
            for (long first = 0; first < product.batch(); first += chunk) {
              add(group, first, Math.min(product.batch(), first + chunk), memory, sums);
            }
            write(group, sums);
          }
        });
  }

  /** Adds the products of the images from {@code first} to {@code end}, which is excluded. */
  private void add(long group, long first, long end, long copies, long sums) {
    Parallel.range(
        end - first,
        1,
        (from, to) -> {
          for (long n = from; n < to; n++) {
            copy(group, first + n, copies + n * imageBytes());
          }
        });
    long tiles = offsets.length / ChannelProducts.TAPS;
    long windowsOfAll = (end - first) * windows.count(Windows.Side.POSITIONS);
    long work = windowsOfAll * panelWidth * ChannelProducts.TAPS;
    Parallel.range(
        panels * tiles,
        Math.max(1, PART / work),
        (from, to) -> {
          for (long n = 0; n < end - first; n++) { // the copies of an image fit a near cache
            for (long part = from; part < to; part++) {
              long panel = part / tiles;
              long tile = part % tiles;
              tile(copies + n * imageBytes(), panel, tile, sums + panel * sumBytes());
            }
          }
        });
  }

  /** Copies an image and the panels of its gradient. */
  private void copy(long group, long n, long to) {
    long ins = product.imageChannels();
    HostBytes.zero(to, copiedBytes());
    for (long channel = 0; channel < ins; channel++) {
      planes.copy(image, image.at(n, group * ins + channel), 0, to + channel * planes.bytes());
    }
    for (long panel = 0; panel < panels; panel++) {
      long channel = panel * panelWidth;
      long width = Math.min(panelWidth, outs() - channel);
      long from = gradient.at(n, group * outs() + channel);
      copyPanel(from, width, to + copiedBytes() + panel * panelBytes());
    }
  }

  private void copyPanel(long from, long width, long to) {
    long rows = windows.positions()[0];
    long columns = windows.positions()[1];
    int padded = (int) panelWidth;
    boolean isFlat = gradient.rowStep() == columns * gradient.columnStep();
    Matrix strip = new Matrix(from, gradient.channelStep(), gradient.columnStep());
    if (isFlat) {
      loops.panels().rows(strip, width, rows * columns, to, padded);
      return;
    }
    for (long row = 0; row < rows; row++) {
      Matrix part =
          new Matrix(from + row * gradient.rowStep(), strip.rowStep(), strip.columnStep());
      long target = to + row * columns * panelWidth * loops.element();
      loops.panels().rows(part, width, columns, target, padded);
    }
  }

  private void tile(long copied, long panel, long tile, long sums) {
    ChannelProducts loop = loops.channels().apply((int) (panelWidth / loops.lanes()));
    long rows = windows.positions()[0];
    int columns = (int) windows.positions()[1];
    long step = planes.pitch() * loops.element();
    long high = Math.clamp(MOST_WINDOWS / columns, 1, rows);
    long from = copied + copiedBytes() + panel * panelBytes();
    int tap = (int) tile * ChannelProducts.TAPS;
    for (long row = 0; row < rows; row += high) {
      long gradientRow = from + row * columns * panelWidth * loops.element();
      long count = Math.min(high, rows - row);
      var part = new ChannelProducts.Rows(gradientRow, copied + row * step, step, count, columns);
      loop.run(part, offsets, tap, sums);
    }
  }

  /** Writes the sums of each channel as a row of the weight. */
  private void write(long group, long sums) {
    int element = loops.element();
    for (long channel = 0; channel < outs(); channel++) {
      long panel = channel / panelWidth;
      long from = sums + panel * sumBytes() + channel % panelWidth * element;
      long to = weight + (group * outs() + channel) * taps * element;
      StridedCopy.move(element, from, panelWidth * element, to, element, taps);
    }
  }
}
