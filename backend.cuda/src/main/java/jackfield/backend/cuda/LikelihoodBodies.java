package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.GpuGraph.Check;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.IndexCheck;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/**
 * The negative log likelihood and its gradient. All targets are checked before it is written; in
 * the replay of a graph, a target that is no class is ignored, and reported after it.
 */
final class LikelihoodBodies {
  private static final long NONE = 0; // the numbers of reductions in schemas
  private static final long MEAN = 1;
  private static final String PROBLEM = "has %d for sample %d, expected 0 to %d";

  private final Launcher launcher;

  LikelihoodBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.NLL_LOSS_FORWARD, this::forward)
        .structured(Aten.NLL_LOSS_BACKWARD, this::backward);
  }

  private void forward(
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor output,
      Tensor totalWeight) {
    check(self, target, ignoreIndex);
    launcher.cooperative(
        "nll_loss_forward",
        "likelihood",
        Blocks.tensors(
            numbers(self, reduction, ignoreIndex), self, target, weight, output, totalWeight),
        1,
        Math.max(1, samples(self)));
  }

  private void backward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor totalWeight,
      Tensor gradInput) {
    check(self, target, ignoreIndex);
    launcher.elementwise(
        "nll_loss_backward",
        "likelihood_backward",
        Blocks.tensors(
            numbers(self, reduction, ignoreIndex),
            gradOutput,
            target,
            weight,
            totalWeight,
            gradInput),
        self.elementCount());
  }

  private static long[] numbers(Tensor self, long reduction, long ignoreIndex) {
    boolean isEach = reduction == NONE && self.rank() == 2;
    return new long[] {
      samples(self), classes(self), ignoreIndex, isEach ? 1 : 0, reduction == MEAN ? 1 : 0
    };
  }

  private static long samples(Tensor self) {
    return self.rank() == 2 ? self.size(0) : 1;
  }

  private static long classes(Tensor self) {
    return self.size(self.rank() - 1);
  }

  private void check(Tensor self, Tensor target, long ignoreIndex) {
    if (samples(self) == 0) {
      return;
    }
    Lease result = launcher.context().memory().lease(2L * Long.BYTES);
    long[] numbers = {result.address(), samples(self), classes(self), ignoreIndex};
    launcher.cooperative(
        "nll_loss", "likelihood_check", Blocks.tensors(numbers, target), 1, samples(self));
    Check check = new Check("nll_loss", "target", PROBLEM, classes(self) - 1, result);
    if (launcher.stream().isCapturing()) {
      launcher.stream().checkLater(check); // kernels ignore targets that are no class
    } else {
      awaitBlocking(check);
    }
  }

  private void awaitBlocking(Check check) {
    try {
      check.require(IndexCheck.read(launcher, check.answer().address(), 2));
    } finally {
      launcher.context().memory().release(check.answer());
    }
  }
}
