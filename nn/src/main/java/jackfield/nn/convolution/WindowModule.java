package jackfield.nn.convolution;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Objects;

/**
 * What convolutions and transposed ones have in common: the parameters {@code weight} and {@code
 * bias}, which start with uniform random numbers from ±1/√fan, as in PyTorch. The fan is the number
 * of elements of a window in the weight's second dimension.
 */
abstract class WindowModule extends Module {
  final Aten aten;
  final int dimensions;
  final long[] kernel;
  final long[] stride;
  final long[] padding;
  final long[] dilation;
  final ConvOptions options;
  private final long in;
  private final long out;
  private final Parameter weight;
  private final Parameter bias; // null for none

  WindowModule(
      ModuleContext context,
      int dimensions,
      boolean isTransposed,
      long in,
      long out,
      List<Long> kernel,
      ConvOptions options) {
    String name = typeName();
    Objects.requireNonNull(options, () -> name + ": options is null");
    checkChannels(name, in, out, options.groups());
    this.aten = context.aten();
    this.dimensions = dimensions;
    this.kernel = PerDimension.of(name, "kernel_size", kernel, dimensions, 1);
    this.stride = PerDimension.of(name, "stride", options.stride(), dimensions, 1);
    this.padding = PerDimension.of(name, "padding", options.padding(), dimensions, 0);
    this.dilation = PerDimension.of(name, "dilation", options.dilation(), dimensions, 1);
    this.options = options;
    this.in = in;
    this.out = out;
    long[] sizes = sizes(isTransposed);
    double fan = sizes[1];
    for (long each : this.kernel) {
      fan *= each;
    }
    weight = register("weight", context.uniform(1 / Math.sqrt(fan), sizes));
    bias = options.bias() ? register("bias", context.uniform(1 / Math.sqrt(fan), out)) : null;
  }

  private static void checkChannels(String name, long in, long out, long groups) {
    if (in < 1 || out < 1) {
      throw new InvalidArgument(
          name, "channels", "must be 1 or more, found %d and %d".formatted(in, out));
    }
    if (groups < 1 || in % groups != 0 || out % groups != 0) {
      throw new InvalidArgument(
          name, "groups", "must divide %d and %d channels, found %d".formatted(in, out, groups));
    }
  }

  private long[] sizes(boolean isTransposed) {
    long[] sizes = new long[2 + dimensions];
    sizes[0] = isTransposed ? in : out;
    sizes[1] = (isTransposed ? out : in) / options.groups();
    System.arraycopy(kernel, 0, sizes, 2, dimensions);
    return sizes;
  }

  /** Returns the weight. */
  public final Parameter weight() {
    return weight;
  }

  /** Returns the bias, {@code [out]}, or null if there is none. */
  public final Parameter bias() {
    return bias;
  }

  final Tensor biasOrNull() {
    return bias == null ? null : bias.tensor();
  }

  @Override
  protected final String details() {
    return "%d, %d, kernel_size=%s, stride=%s, padding=%s, dilation=%s, groups=%d, bias=%b"
        .formatted(
            in,
            out,
            PerDimension.text(PerDimension.list(kernel)),
            PerDimension.text(options.stride()),
            options.isSame() ? "same" : PerDimension.text(options.padding()),
            PerDimension.text(options.dilation()),
            options.groups(),
            options.bias());
  }
}
