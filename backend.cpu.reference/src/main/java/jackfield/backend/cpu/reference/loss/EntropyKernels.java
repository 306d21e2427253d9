package jackfield.backend.cpu.reference.loss;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Broadcast;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The cross entropy of two classes. All probabilities are checked before anything is written. */
public final class EntropyKernels {
  private static final String OPERATOR = "binary_cross_entropy";
  private static final double LEAST_LOG = -100; // logarithms of 0 count as this

  private EntropyKernels() {}

  /** Registers the kernel. */
  public static void register(KernelRegistrar kernels) {
    kernels.structured(Aten.BINARY_CROSS_ENTROPY, EntropyKernels::crossEntropy);
  }

  private static void crossEntropy(
      Tensor self, Tensor target, Tensor weight, long reduction, Tensor output) {
    double[] inputs = probabilities("self", self);
    double[] targets = probabilities("target", expanded(squeezed(target), squeezed(self)));
    double[] weights = weight == null ? null : HostData.doubles(expanded(weight, self));
    double[] losses = new double[inputs.length];
    for (int i = 0; i < losses.length; i++) {
      double one = Math.max(Math.log(inputs[i]), LEAST_LOG);
      double zero = Math.max(Math.log1p(-inputs[i]), LEAST_LOG);
      double loss = (targets[i] - 1) * zero - targets[i] * one;
      losses[i] = weights == null ? loss : loss * weights[i];
    }
    Losses.write(output, losses, reduction);
  }

  private static Tensor squeezed(Tensor tensor) {
    int[] dims = IntStream.range(0, tensor.rank()).filter(d -> tensor.size(d) != 1).toArray();
    long[] sizes = Arrays.stream(dims).mapToLong(tensor::size).toArray();
    long[] strides = Arrays.stream(dims).mapToLong(tensor::stride).toArray();
    return tensor.alias(sizes, strides, tensor.offset());
  }

  private static Tensor expanded(Tensor operand, Tensor like) {
    return operand.alias(like.sizes(), Broadcast.strides(operand, like.sizes()), operand.offset());
  }

  private static double[] probabilities(String argument, Tensor tensor) {
    double[] values = HostData.doubles(tensor);
    for (double value : values) {
      if (!(value >= 0 && value <= 1)) {
        throw new InvalidArgument(
            OPERATOR, argument, "has %s, expected 0 to 1 in all elements".formatted(value));
      }
    }
    return values;
  }
}
