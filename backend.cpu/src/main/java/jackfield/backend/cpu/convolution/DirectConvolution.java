package jackfield.backend.cpu.convolution;

import jackfield.aten.window.WindowProduct;
import jackfield.aten.window.Windows;
import jackfield.aten.window.Windows.Side;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Planes;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Convolutions of planes in float32 and float64. The gradient of the image with a stride of 1 is a
 * convolution, too: of the gradient, with the taps in reverse.
 */
public final class DirectConvolution {
  private final ByType<Loops> loops = new ByType<>(Loops::new);
  private final Workspaces weights = new Workspaces();
  private final Workspaces images = new Workspaces();

  /** Creates the kernels. */
  public DirectConvolution() {}

  /** Returns whether {@link #run} can compute a product of floats that has terms. */
  public static boolean fits(WindowProduct product) {
    Windows windows = product.windows();
    if (windows.stride().length != 2 || !isDense(windows)) {
      return false;
    }
    return switch (product.result()) {
      case POSITIONS -> true;
      case IMAGE -> windows.stride()[0] == 1 && windows.stride()[1] == 1;
      case TAPS -> WeightGradient.fits(product);
    };
  }

  /** Returns whether the copies of an image do not have much more elements than the image. */
  private static boolean isDense(Windows windows) {
    for (int dim = 0; dim < 2; dim++) {
      long span = (windows.taps()[dim] - 1) * windows.dilation()[dim];
      if (span > 2 * windows.positions()[dim] || windows.stride()[dim] > windows.taps()[dim]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Computes a product that {@linkplain #fits fits}.
   *
   * @param weight the address of the row-major weight
   * @param bias the summands of the result's channels; null for none
   */
  public void run(WindowProduct product, long weight, Tensor bias) {
    Loops own = loops.of(product.image().dtype());
    switch (product.result()) {
      case POSITIONS -> forward(product, own, weight, bias);
      case IMAGE ->
          weights.use(
              product.weight().elementCount() * own.element(),
              memory -> backward(product, own, weight, memory, bias));
      case TAPS -> weightGradient(product, own, weight);
    }
  }

  private void weightGradient(WindowProduct product, Loops own, long weight) {
    if (ChannelGradient.fits(product, own)) {
      new ChannelGradient(product, own, weight, images).run();
    } else {
      new WeightGradient(product, own, weight, images).run();
    }
  }

  private void forward(WindowProduct product, Loops own, long weight, Tensor bias) {
    Slide slide =
        new Slide(
            own,
            product.windows(),
            Planes.of(product.image()),
            Planes.of(product.positions()),
            product.imageChannels(),
            product.positionChannels(),
            weight,
            values(bias, product.positions().size(1)));
    slide.run(product.batch(), product.groups(), images);
  }

  private void backward(WindowProduct product, Loops own, long weight, long reversed, Tensor bias) {
    reverse(product, weight, reversed);
    Slide slide =
        new Slide(
            own,
            reversed(product.windows()),
            Planes.of(product.positions()),
            Planes.of(product.image()),
            product.positionChannels(),
            product.imageChannels(),
            reversed,
            values(bias, product.image().size(1)));
    slide.run(product.batch(), product.groups(), images);
  }

  private static Windows reversed(Windows windows) {
    long[] padding = new long[2];
    for (int dim = 0; dim < 2; dim++) {
      long span = (windows.taps()[dim] - 1) * windows.dilation()[dim];
      padding[dim] = span - windows.padding()[dim]; // negative where windows skip a border
    }
    return new Windows(
        windows.positions(),
        windows.image(),
        windows.taps(),
        windows.stride(),
        padding,
        windows.dilation());
  }

  /** Copies the weight with channels exchanged and taps in reverse, group by group. */
  private static void reverse(WindowProduct product, long weight, long to) {
    DType type = product.weight().dtype();
    int element = type.sizeBytes();
    long taps = product.windows().count(Side.TAPS);
    long ins = product.imageChannels();
    long outs = product.positionChannels();
    long next = to;
    for (long row = 0; row < product.groups() * ins; row++) {
      long group = row / ins;
      for (long out = 0; out < outs; out++) {
        long from = weight + (((group * outs + out) * ins + row % ins + 1) * taps - 1) * element;
        for (long tap = 0; tap < taps; tap++, next += element, from -= element) {
          move(element, from, next);
        }
      }
    }
  }

  private static void move(int element, long from, long to) {
    if (element == Float.BYTES) {
      HostBytes.putInt(to, HostBytes.intAt(from));
    } else {
      HostBytes.putLong(to, HostBytes.longAt(from));
    }
  }

  private static double[] values(Tensor bias, long channels) {
    double[] values = new double[Math.toIntExact(channels)];
    if (bias != null) {
      DType type = bias.dtype();
      long step = bias.stride(0) * type.sizeBytes();
      for (int channel = 0; channel < values.length; channel++) {
        values[channel] = Elements.doubleAt(type, bias.address() + channel * step);
      }
    }
    return values;
  }
}
