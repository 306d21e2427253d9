package jackfield.backend.cpu.convolution;

import jackfield.aten.window.WindowProduct;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.loops.window.TapProducts;
import jackfield.backend.cpu.loops.window.TapProducts.Lines;
import jackfield.backend.cpu.memory.PhasePlanes;
import jackfield.backend.cpu.memory.Planes;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * The gradient of a convolution's weight: for each pair of channels and each tap, the sum of the
 * products of the gradient and the elements under the tap. Sums are vectors of partial sums until
 * all images are added.
 *
 * <p><em>Threads</em>: an element of the weight is summed by one thread, image by image.
 */
final class WeightGradient {
  private static final long CHUNK_BYTES = 1 << 19; // of images that are copied at a time
  private static final long MOST_SUMS = 1 << 16; // vectors; columns of windows suit more channels
  private static final long PART = 1 << 20; // multiplications of a part of a parallel loop

  private final WindowProduct product;
  private final Windows windows;
  private final Loops loops;
  private final long weight;
  private final Workspaces workspaces;
  private final Planes image;
  private final Planes gradient;
  private final PhasePlanes planes;
  private final long[] offsets;
  private final long chunk; // images that are copied at a time
  private final boolean isStaged; // whether rows of the gradient have gaps, and are copied too

  WeightGradient(WindowProduct product, Loops loops, long weight, Workspaces workspaces) {
    this.product = product;
    this.windows = product.windows();
    this.loops = loops;
    this.weight = weight;
    this.workspaces = workspaces;
    this.image = Planes.of(product.image());
    this.gradient = Planes.of(product.positions());
    this.planes = new PhasePlanes(loops.copy(), windows, loops.type(), windows.positions()[0]);
    this.offsets = Slide.offsets(planes, windows, product.imageChannels());
    this.isStaged = gradient.columnStep() != loops.element();
    this.chunk = Math.clamp(CHUNK_BYTES / imageBytes(), 1, product.batch());
  }

  /** Returns whether the vectors of partial sums take little memory. */
  static boolean fits(WindowProduct product) {
    long taps = product.windows().count(Windows.Side.TAPS);
    return product.positionChannels() * product.imageChannels() * taps <= MOST_SUMS;
  }

  private long outs() {
    return product.positionChannels();
  }

  private long gradientBytes() {
    return windows.count(Windows.Side.POSITIONS) * loops.element();
  }

  /** Returns the size of the copies of one image and, if needed, of its gradient. */
  private long imageBytes() {
    long staged = isStaged ? outs() * gradientBytes() : 0;
    return product.imageChannels() * planes.bytes() + staged;
  }

  private long sumStep() {
    return (long) offsets.length * loops.lanes() * loops.element();
  }

  void run() {
    long sumBytes = outs() * sumStep();
    workspaces.use(
        sumBytes + chunk * imageBytes() + (long) loops.lanes() * loops.element(),
        memory -> {
          for (long group = 0; group < product.groups(); group++) {
            HostBytes.zero(memory, sumBytes);
            for (long first = 0; first < product.batch(); first += chunk) {
              long end = Math.min(product.batch(), first + chunk);
              add(group, first, end, memory, memory + sumBytes);
            }
            write(group, memory);
          }
        });
  }

  private void add(long group, long first, long end, long sums, long copies) {
    Parallel.range(
        end - first,
        1,
        (from, to) -> {
          for (long n = from; n < to; n++) {
            copy(group, first + n, copies + n * imageBytes());
          }
        });
    long tiles = Math.ceilDiv(outs(), TapProducts.MOST);
    long work = (end - first) * windows.count(Windows.Side.POSITIONS) * offsets.length * 3;
    Parallel.range(
        tiles,
        Math.max(1, PART / work),
        (from, to) -> {
          for (long tile = from; tile < to; tile++) {
            long channel = tile * outs() / tiles;
            int high = (int) ((tile + 1) * outs() / tiles - channel);
            for (long n = first; n < end; n++) {
              long copied = copies + (n - first) * imageBytes();
              tile(group, n, channel, high, copied, sums + channel * sumStep());
            }
          }
        });
  }

  private void copy(long group, long n, long to) {
    long ins = product.imageChannels();
    HostBytes.zero(to, ins * planes.bytes());
    for (long channel = 0; channel < ins; channel++) {
      long from = image.at(n, group * ins + channel);
      planes.copy(image, from, 0, to + channel * planes.bytes());
    }
    if (isStaged) {
      copyGradient(group, n, to + ins * planes.bytes());
    }
  }

  private void copyGradient(long group, long n, long to) {
    int element = loops.element();
    long columns = windows.positions()[1];
    long next = to;
    for (long channel = group * outs(); channel < (group + 1) * outs(); channel++) {
      for (long row = 0; row < windows.positions()[0]; row++, next += columns * element) {
        long from = gradient.at(n, channel) + row * gradient.rowStep();
        StridedCopy.move(element, from, gradient.columnStep(), next, element, columns);
      }
    }
  }

  private void tile(long group, long n, long channel, int high, long copied, long sums) {
    Lines lines = lines(group, n, channel, high, copied);
    for (int tap = 0; tap < offsets.length; tap += TapProducts.MOST) {
      loops.products().run(lines, copied, offsets, tap, sums, sumStep());
    }
  }

  private Lines lines(long group, long n, long channel, long high, long copied) {
    long staged = copied + product.imageChannels() * planes.bytes() + channel * gradientBytes();
    long rowBytes = windows.positions()[1] * loops.element();
    return new Lines(
        isStaged ? staged : gradient.at(n, group * outs() + channel),
        high,
        isStaged ? gradientBytes() : gradient.channelStep(),
        isStaged ? rowBytes : gradient.rowStep(),
        planes.pitch() * loops.element(),
        windows.positions()[0],
        rowBytes);
  }

  /** Writes the sums of the partial sums. */
  private void write(long group, long sums) {
    DType type = loops.type();
    long count = outs() * offsets.length;
    long to = weight + group * count * type.sizeBytes();
    long from = sums;
    for (long i = 0; i < count; i++) {
      double sum = 0;
      for (int lane = 0; lane < loops.lanes(); lane++, from += type.sizeBytes()) {
        sum += Elements.doubleAt(type, from);
      }
      Elements.putDouble(type, to + i * type.sizeBytes(), sum);
    }
  }
}
