package jackfield.aten.composite.resampling;

import jackfield.aten.Aten;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Elements that move between channels and planes, or among channels.
 *
 * <p><em>Layout</em>: results have the memory format that the strides of self suggest.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ShuffleKernels {
  private static final int IMAGE = 3; // channels, rows and columns

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ShuffleKernels(Aten aten) {
    this.aten = aten;
  }

  /** Moves groups of channels into squares of the planes. */
  public Tensor pixelShuffle(Tensor self, long factor) {
    String operator = "pixel_shuffle";
    requireImage(operator, self, "upscale_factor", factor);
    int channel = self.rank() - IMAGE;
    long square = Shapes.product(factor, factor);
    if (self.size(channel) % square != 0) {
      throw new ShapeMismatch(
          operator, "the channels are not groups of %d".formatted(square), self.sizes());
    }
    long channels = self.size(channel) / square;
    long rows = self.size(channel + 1);
    long columns = self.size(channel + 2);
    Tensor parts = aten.view(self, sizes(self, channel, channels, factor, factor, rows, columns));
    Tensor ordered = aten.permute(parts, order(channel, 0, 3, 1, 4, 2));
    long[] sizes =
        sizes(
            self, channel, channels, Shapes.product(rows, factor), Shapes.product(columns, factor));
    return moved(operator, self, sizes, ordered);
  }

  /** Moves squares of the planes into groups of channels. */
  public Tensor pixelUnshuffle(Tensor self, long factor) {
    String operator = "pixel_unshuffle";
    requireImage(operator, self, "downscale_factor", factor);
    int channel = self.rank() - IMAGE;
    if (self.size(channel + 1) % factor != 0 || self.size(channel + 2) % factor != 0) {
      throw new ShapeMismatch(
          operator, "the planes do not divide into squares of %d".formatted(factor), self.sizes());
    }
    long channels = self.size(channel);
    long rows = self.size(channel + 1) / factor;
    long columns = self.size(channel + 2) / factor;
    Tensor parts = aten.view(self, sizes(self, channel, channels, rows, factor, columns, factor));
    Tensor ordered = aten.permute(parts, order(channel, 0, 2, 4, 1, 3));
    long square = Shapes.product(factor, factor);
    long[] sizes = sizes(self, channel, Shapes.product(channels, square), rows, columns);
    return moved(operator, self, sizes, ordered);
  }

  /** Takes one channel of each group in turn. */
  public Tensor channelShuffle(Tensor self, long groups) {
    String operator = "channel_shuffle";
    if (self.rank() < IMAGE) {
      throw new ShapeMismatch(operator, "expected at least 3 dimensions", self.sizes());
    }
    if (groups < 1 || self.size(1) % groups != 0) {
      throw new InvalidArgument(
          operator,
          "groups",
          "must divide the %d channels, found %d".formatted(self.size(1), groups));
    }
    long[] sizes = self.sizes();
    long[] split = new long[sizes.length + 1];
    System.arraycopy(sizes, 1, split, 2, sizes.length - 1);
    split[0] = sizes[0];
    split[1] = groups;
    split[2] = sizes[1] / groups;
    Tensor ordered = aten.transpose(aten.view(self, split), 1, 2);
    return moved(operator, self, sizes.clone(), ordered);
  }

  private static void requireImage(String operator, Tensor self, String argument, long factor) {
    if (self.rank() < IMAGE) {
      throw new ShapeMismatch(operator, "expected at least 3 dimensions", self.sizes());
    }
    if (factor < 1) {
      throw new InvalidArgument(operator, argument, "must be at least 1, found " + factor);
    }
  }

  /** Copies elements, in their order, into a tensor of other sizes. */
  private Tensor moved(String operator, Tensor self, long[] sizes, Tensor ordered) {
    long[] strides = MemoryFormats.strides(operator, MemoryFormats.suggested(self), sizes);
    Tensor result = aten.newEmptyStrided(self, sizes, strides);
    aten.copy_(aten.view(result, ordered.sizes()), ordered);
    return result;
  }

  private static long[] sizes(Tensor self, int kept, long... last) {
    long[] sizes = new long[kept + last.length];
    System.arraycopy(self.sizes(), 0, sizes, 0, kept);
    System.arraycopy(last, 0, sizes, kept, last.length);
    return sizes;
  }

  private static long[] order(int kept, long... last) {
    long[] order = new long[kept + last.length];
    for (int dim = 0; dim < order.length; dim++) {
      order[dim] = dim < kept ? dim : kept + last[dim - kept];
    }
    return order;
  }
}
