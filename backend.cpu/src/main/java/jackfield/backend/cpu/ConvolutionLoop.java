package jackfield.backend.cpu;

import jackfield.aten.window.WindowProduct;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.loops.matrix.Matrix;
import jackfield.backend.cpu.loops.matrix.MatrixLoop;
import jackfield.backend.cpu.loops.matrix.MatrixProduct;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.function.LongConsumer;

/**
 * A sum of products over windows as matrix products of one group and image: windows = weight ×
 * columns, columns = weightᵀ × windows, weight = windows × columnsᵀ. The columns of {@link
 * WindowColumns} are written a block of windows at a time.
 *
 * <p><em>Threads</em>: blocks and their order do not depend on the number of threads, and no two
 * parts of a parallel loop add to one element.
 */
final class ConvolutionLoop {
  private static final long BLOCK_BYTES = 1 << 19; // of columns, to fit the second-level cache
  private static final long LEAST = 32; // windows of a block
  private static final long MOST = 1024;

  private final WindowProduct product;
  private final WindowColumns columns;
  private final MatrixLoop loop;
  private final Scratches scratches;
  private final DType type;
  private final int element;
  private final long depth; // the rows of the columns
  private final long count; // of windows
  private final long block;
  private final Matrix weight;

  /** The sources of scratch memory, for uses within uses. */
  record Scratches(Workspaces panels, Workspaces rows, Workspaces columns, Workspaces weights) {}

  /**
   * Creates a loop.
   *
   * @param weight the address of a row-major weight
   */
  ConvolutionLoop(WindowProduct product, long weight, MatrixLoop loop, Scratches scratches) {
    this.product = product;
    this.columns = new WindowColumns(product);
    this.loop = loop;
    this.scratches = scratches;
    this.type = product.image().dtype();
    this.element = type.sizeBytes();
    this.depth = product.imageChannels() * product.windows().count(Windows.Side.TAPS);
    this.count = product.windows().count(Windows.Side.POSITIONS);
    long fitting = BLOCK_BYTES / (depth * element);
    this.block = Math.min(count, Math.clamp(fitting, LEAST, MOST));
    this.weight = new Matrix(weight, depth * element, element);
  }

  /** Returns whether the windows of each channel of {@code positions} have one step in memory. */
  static boolean isFlat(Tensor positions) {
    for (int dim = 2; dim < positions.rank() - 1; dim++) {
      if (positions.stride(dim) != positions.stride(dim + 1) * positions.size(dim + 1)) {
        return false;
      }
    }
    return true;
  }

  /** Computes all windows; the bias may be null. */
  void windows(Tensor bias) {
    long blocks = Math.ceilDiv(count, block);
    long parts = product.batch() * product.groups() * blocks;
    each(
        parts,
        part -> {
          long from = part % blocks * block;
          long to = Math.min(count, from + block);
          long group = part / blocks % product.groups();
          long n = part / blocks / product.groups();
          Matrix out = positions(n, group, from);
          begin(out, product.positionChannels(), to - from, bias, group);
          withColumns(memory -> {
            gather(n, group, from, to, memory);
            multiply(
                product.positionChannels(),
                to - from,
                depth,
                weight(group),
                columnsAt(memory, to - from),
                out);
          });
        });
  }

  /** Computes the image; the bias may be null. */
  void image(Tensor bias) {
    each(
        product.batch() * product.groups(),
        part -> {
          long group = part % product.groups();
          long n = part / product.groups();
          fill(n, group, bias);
          withColumns(memory -> {
            for (long from = 0; from < count; from += block) {
              spread(n, group, from, Math.min(count, from + block), memory);
            }
          });
        });
  }

  private void spread(long n, long group, long from, long to, long memory) {
    HostBytes.zero(memory, depth * (to - from) * element);
    multiply(
        depth,
        to - from,
        product.positionChannels(),
        weight(group).transposed(),
        positions(n, group, from),
        columnsAt(memory, to - from));
    forEachLine(n, group, from, to, memory, this::add);
  }

  /** Computes the weight; several groups are computed in parallel. */
  void weight() {
    HostBytes.zero(weight.address(), product.weight().elementCount() * element);
    each(
        product.groups(),
        group ->
            withColumns(memory -> {
              for (long n = 0; n < product.batch(); n++) {
                for (long from = 0; from < count; from += block) {
                  long to = Math.min(count, from + block);
                  gather(n, group, from, to, memory);
                  multiply(
                      product.positionChannels(),
                      depth,
                      to - from,
                      positions(n, group, from),
                      columnsAt(memory, to - from).transposed(),
                      weight(group));
                }
              }
            }));
  }

  private interface Part {
    void run(long part);
  }

  /** Runs all parts; a single one can use several threads itself. */
  private static void each(long parts, Part body) {
    if (parts == 1) {
      body.run(0);
      return;
    }
    Parallel.range(
        parts,
        1,
        (from, to) -> {
          for (long part = from; part < to; part++) {
            body.run(part);
          }
        });
  }

  private void withColumns(LongConsumer use) {
    scratches.columns().use(depth * block * element, use);
  }

  private void multiply(long rows, long wide, long deep, Matrix a, Matrix b, Matrix out) {
    MatrixProduct matrices = new MatrixProduct(rows, wide, deep, a, b, out, 1, true);
    loop.run(matrices, scratches.panels(), scratches.rows());
  }

  private Matrix columnsAt(long memory, long windows) {
    return new Matrix(memory, windows * element, element);
  }

  private Matrix weight(long group) {
    return weight.from(group * product.positionChannels(), 0);
  }

  private Matrix positions(long n, long group, long from) {
    Tensor tensor = product.positions();
    long address = at(tensor, n, group * product.positionChannels());
    long step = tensor.stride(tensor.rank() - 1) * element;
    return new Matrix(address + from * step, tensor.stride(1) * element, step);
  }

  private static long at(Tensor tensor, long outer, long inner) {
    long elements = outer * tensor.stride(0) + inner * tensor.stride(1);
    return tensor.address() + elements * tensor.dtype().sizeBytes();
  }

  private void gather(long n, long group, long from, long to, long memory) {
    forEachLine(n, group, from, to, memory, this::copy);
  }

  private void forEachLine(
      long n, long group, long from, long to, long memory, WindowColumns.Line line) {
    long rows = depth / product.imageChannels();
    for (long i = 0; i < product.imageChannels(); i++) {
      long image = at(product.image(), n, group * product.imageChannels() + i);
      columns.forEach(image, memory + i * rows * (to - from) * element, from, to, line);
    }
  }

  private void copy(long to, long image, long step, long before, long inside, long after) {
    HostBytes.zero(to, before * element);
    long start = to + before * element;
    StridedCopy.move(element, image, step, start, element, inside);
    HostBytes.zero(start + inside * element, after * element);
  }

  private void add(long from, long image, long step, long before, long inside, long after) {
    long start = from + before * element;
    if (type == DType.FLOAT32) {
      for (long i = 0; i < inside; i++) {
        long to = image + i * step;
        HostBytes.putFloat(to, HostBytes.floatAt(to) + HostBytes.floatAt(start + i * element));
      }
    } else {
      for (long i = 0; i < inside; i++) {
        long to = image + i * step;
        HostBytes.putDouble(to, HostBytes.doubleAt(to) + HostBytes.doubleAt(start + i * element));
      }
    }
  }

  private void begin(Matrix out, long rows, long wide, Tensor bias, long group) {
    for (long row = 0; row < rows; row++) {
      double value = bias(bias, group * rows + row);
      for (long column = 0; column < wide; column++) {
        Elements.putDouble(type, out.at(row, column), value);
      }
    }
  }

  private void fill(long n, long group, Tensor bias) {
    long channels = product.imageChannels();
    long[] steps = WindowProduct.steps(product.image());
    long[] sizes = product.windows().image();
    for (long i = 0; i < channels; i++) {
      long channel = group * channels + i;
      fill(at(product.image(), n, channel), 0, sizes, steps, bias(bias, channel));
    }
  }

  private void fill(long address, int dim, long[] sizes, long[] steps, double value) {
    for (long index = 0; index < sizes[dim]; index++) {
      long at = address + index * steps[dim];
      if (dim == sizes.length - 1) {
        Elements.putDouble(type, at, value);
      } else {
        fill(at, dim + 1, sizes, steps, value);
      }
    }
  }

  private double bias(Tensor bias, long channel) {
    return bias == null
        ? 0
        : Elements.doubleAt(type, bias.address() + channel * bias.stride(0) * element);
  }
}
