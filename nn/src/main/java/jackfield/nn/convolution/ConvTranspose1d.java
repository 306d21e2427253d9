package jackfield.nn.convolution;

import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Tensor;
import java.util.List;

/**
 * The transpose of a convolution: input {@code [batch, in, length]}, output {@code [batch, out,
 * length]}. The batch may be left out.
 *
 * <p>The parameters are {@code weight [in, out / groups, kernel]} and {@code bias [out]}. Both
 * start with uniform random numbers from ±1/√(out / groups · elements of the kernel), as in
 * PyTorch.
 */
public final class ConvTranspose1d extends TransposedConvolution {
  ConvTranspose1d(
      ModuleContext context, long in, long out, List<Long> kernel, ConvOptions options) {
    super(context, 1, in, out, kernel, options);
  }

  @Override
  Tensor transposed(Tensor input, long[] added) {
    return aten.convTranspose1d(
        input, weight().tensor(), biasOrNull(), stride, padding, added, options.groups(), dilation);
  }
}
