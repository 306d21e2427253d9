package jackfield.backend.cpu.reference.loss;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * The negative log likelihood of the target classes and its gradient. All targets are checked
 * before anything is written.
 *
 * <p><em>Shapes</em>: self [n, classes] and target [n], or self [classes] and target []; weight
 * [classes] or null.
 */
public final class LikelihoodKernels {
  private static final long NONE = 0; // the numbers of the three reductions in schemas
  private static final long MEAN = 1;

  private LikelihoodKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.NLL_LOSS_FORWARD, LikelihoodKernels::nllLossForward)
        .structured(Aten.NLL_LOSS_BACKWARD, LikelihoodKernels::nllLossBackward);
  }

  static void nllLossForward(
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor output,
      Tensor totalWeight) {
    Samples samples = new Samples(self, target, weight, ignoreIndex);
    samples.checkTargets();
    boolean each = reduction == NONE && self.rank() == 2;
    double loss = 0;
    double total = 0;
    for (long n = 0; n < samples.count; n++) {
      long chosen = samples.target(n);
      double sampleWeight = chosen == ignoreIndex ? 0 : samples.weight(chosen);
      double sampleLoss = chosen == ignoreIndex ? 0 : -sampleWeight * samples.value(n, chosen);
      if (each) {
        put(output, n, sampleLoss);
      }
      loss += sampleLoss;
      total += sampleWeight;
    }
    if (!each) {
      put(output, 0, reduction == MEAN ? loss / total : loss);
    }
    put(totalWeight, 0, each ? 0 : total);
  }

  static void nllLossBackward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor totalWeight,
      Tensor gradInput) {
    Samples samples = new Samples(self, target, weight, ignoreIndex);
    samples.checkTargets();
    HostData.forEachAddress(
        gradInput, address -> Elements.putDouble(gradInput.dtype(), address, 0));
    boolean each = reduction == NONE && self.rank() == 2;
    double divisor =
        reduction == MEAN ? Elements.doubleAt(totalWeight.dtype(), totalWeight.address()) : 1;
    for (long n = 0; n < samples.count; n++) {
      long chosen = samples.target(n);
      if (chosen != ignoreIndex) {
        double grad = Elements.doubleAt(gradOutput.dtype(), address(gradOutput, each ? n : 0));
        long to = Samples.address(gradInput, n, chosen);
        Elements.putDouble(gradInput.dtype(), to, -samples.weight(chosen) * grad / divisor);
      }
    }
  }

  private static void put(Tensor to, long n, double value) {
    Elements.putDouble(to.dtype(), address(to, n), value);
  }

  /** Returns the address of element {@code n} of a tensor of at most one dimension. */
  private static long address(Tensor tensor, long n) {
    long step = tensor.rank() == 0 ? 0 : tensor.stride(0);
    return tensor.address() + n * step * tensor.dtype().sizeBytes();
  }

  /** The samples of one call: the class of each sample, and the prediction for that class. */
  private static final class Samples {
    private final Tensor self;
    private final Tensor target;
    private final Tensor weight;
    private final long ignoreIndex;
    private final long classes;
    private final long count;

    Samples(Tensor self, Tensor target, Tensor weight, long ignoreIndex) {
      this.self = self;
      this.target = target;
      this.weight = weight;
      this.ignoreIndex = ignoreIndex;
      this.classes = self.size(self.rank() - 1);
      this.count = self.rank() == 2 ? self.size(0) : 1;
    }

    void checkTargets() {
      for (long n = 0; n < count; n++) {
        target(n);
      }
    }

    /**
     * Returns a class, or the index that is ignored. Another thread may change targets at any time,
     * so each is checked again where it is used.
     */
    long target(long n) {
      long chosen = Elements.longAt(target.dtype(), LikelihoodKernels.address(target, n));
      if (chosen != ignoreIndex && (chosen < 0 || chosen >= classes)) {
        throw new InvalidArgument(
            "nll_loss",
            "target",
            "has %d for sample %d, expected 0 to %d".formatted(chosen, n, classes - 1));
      }
      return chosen;
    }

    double weight(long chosen) {
      return weight == null
          ? 1
          : Elements.doubleAt(weight.dtype(), LikelihoodKernels.address(weight, chosen));
    }

    double value(long n, long chosen) {
      return Elements.doubleAt(self.dtype(), address(self, n, chosen));
    }

    static long address(Tensor tensor, long n, long chosen) {
      int last = tensor.rank() - 1;
      long row = last == 0 ? 0 : n * tensor.stride(0);
      return tensor.address() + (row + chosen * tensor.stride(last)) * tensor.dtype().sizeBytes();
    }
  }
}
