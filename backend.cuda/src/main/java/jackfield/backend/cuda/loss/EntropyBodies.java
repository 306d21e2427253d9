package jackfield.backend.cuda.loss;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Broadcast;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.KernelAnswer;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The cross entropy of two classes. All probabilities are checked before anything is written. */
public final class EntropyBodies {
  private static final String OPERATOR = "binary_cross_entropy";

  private final Launcher launcher;
  private final RowLosses losses;

  /** Creates the bodies. */
  public EntropyBodies(Launcher launcher) {
    this.launcher = launcher;
    this.losses = new RowLosses(launcher);
  }

  /** Registers the kernel. */
  public void register(KernelRegistrar kernels) {
    kernels.structured(Aten.BINARY_CROSS_ENTROPY, this::crossEntropy);
  }

  private void crossEntropy(
      Tensor self, Tensor target, Tensor weight, long reduction, Tensor output) {
    Tensor targets = expanded(squeezed(target), squeezed(self));
    requireProbabilities("self", self);
    requireProbabilities("target", targets);
    Tensor weights = weight == null ? null : expanded(weight, self);
    long count = self.elementCount();
    losses.write(
        OPERATOR,
        output,
        count,
        reduction,
        scratch ->
            launcher.elementwise(
                OPERATOR,
                "cross_entropy",
                Blocks.tensors(new long[] {count, scratch}, self, targets, weights, output),
                count));
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

  private void requireProbabilities(String argument, Tensor tensor) {
    if (tensor.elementCount() == 0) {
      return;
    }
    try (KernelAnswer answer = new KernelAnswer(launcher)) {
      long[] numbers = {answer.address(), tensor.elementCount()};
      launcher.cooperative(
          OPERATOR, "probability_check", Blocks.tensors(numbers, tensor), 1, tensor.elementCount());
      long[] found = answer.readBlocking();
      if (found[0] >= 0) {
        throw new InvalidArgument(
            OPERATOR,
            argument,
            "has %s, expected 0 to 1 in all elements".formatted(Double.longBitsToDouble(found[1])));
      }
    }
  }
}
