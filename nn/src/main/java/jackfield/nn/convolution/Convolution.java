package jackfield.nn.convolution;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** What convolutions of one, two and three dimensions have in common: the padding. */
abstract class Convolution extends WindowModule {
  private final long[] edges; // for aten::pad, the last dimension first; null if not needed

  Convolution(
      ModuleContext context,
      int dimensions,
      long in,
      long out,
      List<Long> kernel,
      ConvOptions options) {
    super(context, dimensions, false, in, out, kernel, options);
    if (options.isSame() && Arrays.stream(stride).anyMatch(each -> each != 1)) {
      throw new InvalidArgument(
          typeName(), "stride", "must be 1 with padding 'same', found " + options.stride());
    }
    edges = options.paddingMode() == PaddingMode.ZEROS ? null : edges();
  }

  private long[] edges() {
    long[] all = new long[2 * dimensions];
    for (int i = 0; i < dimensions; i++) {
      int at = 2 * (dimensions - 1 - i);
      long total = options.isSame() ? dilation[i] * (kernel[i] - 1) : 2 * padding[i];
      all[at] = total / 2;
      all[at + 1] = total - total / 2;
    }
    return all;
  }

  @Override
  public final Tensor forward(Tensor input) {
    given("input", input);
    if (edges != null) {
      Tensor padded = aten.pad(input, edges, options.paddingMode().toString());
      return convolve(padded, new long[dimensions]);
    }
    return options.isSame() ? convolveSame(input) : convolve(input, padding);
  }

  abstract Tensor convolve(Tensor input, long[] zeros);

  abstract Tensor convolveSame(Tensor input);
}
