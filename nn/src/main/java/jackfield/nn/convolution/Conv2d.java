package jackfield.nn.convolution;

import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Tensor;
import java.util.List;

/**
 * A convolution: input {@code [batch, in, height, width]}, output {@code [batch, out, height,
 * width]}. The batch may be left out.
 *
 * <p>The parameters are {@code weight [out, in / groups, kernel, kernel]} and {@code bias [out]}.
 * Both start with uniform random numbers from ±1/√(in / groups · elements of the kernel), as in
 * PyTorch.
 */
public final class Conv2d extends Convolution {
  Conv2d(ModuleContext context, long in, long out, List<Long> kernel, ConvOptions options) {
    super(context, 2, in, out, kernel, options);
  }

  @Override
  Tensor convolve(Tensor input, long[] zeros) {
    return aten.conv2d(
        input, weight().tensor(), biasOrNull(), stride, zeros, dilation, options.groups());
  }

  @Override
  Tensor convolveSame(Tensor input) {
    return aten.conv2d(
        input, weight().tensor(), biasOrNull(), stride, "same", dilation, options.groups());
  }
}
