package jackfield.aten.composite.loss;

import jackfield.aten.Aten;
import jackfield.aten.composite.view.ViewKernels;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Kernels of losses that are composed of other operators and differentiated through them.
 *
 * <p>{@code reduction} is 0 for one loss per sample, 1 for their mean, 2 for their sum.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LossKernels {
  private static final int NONE = 0;
  private static final int SUM = 2;

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public LossKernels(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns the negative log likelihood of the target classes.
   *
   * <p><em>Shapes</em>: {@code self [n, c] or [c], target [n] or [], weight [c]}
   */
  public Tensor nllLoss(
      Tensor self, Tensor target, Tensor weight, long reduction, long ignoreIndex) {
    return aten.nllLossForward(self, target, weight, reduction, ignoreIndex).output();
  }

  /**
   * Returns the negative log likelihood of the target classes, for inputs whose second dimension is
   * that of the classes.
   *
   * <p><em>Shapes</em>: {@code self [n, c, …] or [c], target [n, …] or [], weight [c]}
   */
  public Tensor nllLossNd(
      Tensor self, Tensor target, Tensor weight, long reduction, long ignoreIndex) {
    if (self.rank() == 0) {
      throw new ShapeMismatch("nll_loss_nd", "expected at least one dimension", self.sizes());
    }
    if (self.rank() <= 2) {
      return aten.nllLoss(self, target, weight, reduction, ignoreIndex);
    }
    long[] outer = without(self.sizes(), 1);
    if (!Arrays.equals(outer, target.sizes())) {
      throw new ShapeMismatch(
          "nll_loss_nd", "expected a target for each position", self.sizes(), target.sizes());
    }
    long count = Shapes.elementCount(outer);
    Tensor rows = aten.reshape(aten.movedim(self, 1, -1), new long[] {count, self.size(1)});
    Tensor classes = aten.reshape(target, new long[] {count});
    Tensor loss = aten.nllLoss(rows, classes, weight, reduction, ignoreIndex);
    return reduction == NONE ? aten.view(loss, outer) : loss;
  }

  private static long[] without(long[] values, int position) {
    return ViewKernels.without(values, position);
  }

  /**
   * Returns the cross entropy between scores and target classes, or target probabilities.
   *
   * <p><em>Shapes</em>: {@code self [n, c, …] or [c], target [n, …] or []}, or {@code target} as
   * {@code self} for probabilities, {@code weight [c]}
   */
  public Tensor crossEntropyLoss(
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      double labelSmoothing) {
    if (labelSmoothing > 1) {
      throw new InvalidArgument(
          "cross_entropy_loss", "label_smoothing", labelSmoothing + " is more than 1");
    }
    if (reduction < NONE || reduction > SUM) {
      throw new InvalidArgument("cross_entropy_loss", "reduction", reduction + " is not 0, 1 or 2");
    }
    if (self.rank() == 0) {
      throw new ShapeMismatch("cross_entropy_loss", "expected a dimension", self.sizes());
    }
    int classDim = self.rank() == 1 ? 0 : 1;
    Tensor logs = aten.logSoftmax(self, classDim, self.dtype());
    if (Arrays.equals(self.sizes(), target.sizes())) {
      checkProbabilities(target, ignoreIndex);
      return ofProbabilities(logs, classDim, target, weight, reduction, labelSmoothing);
    }
    Tensor loss = aten.nllLossNd(logs, target, weight, reduction, ignoreIndex);
    if (labelSmoothing <= 0) {
      return loss;
    }
    Tensor smooth = smoothLoss(logs, classDim, target, weight, reduction, ignoreIndex);
    double share = labelSmoothing / self.size(classDim);
    return aten.add(
        aten.mul(loss, Scalar.of(1 - labelSmoothing)), aten.mul(smooth, Scalar.of(share)));
  }

  private static void checkProbabilities(Tensor target, long ignoreIndex) {
    if (!target.dtype().isFloating()) {
      throw new TypeMismatch(
          "cross_entropy_loss",
          "expected floating probabilities in a target of the input's shape, found " + target);
    }
    if (ignoreIndex >= 0) {
      throw new InvalidArgument(
          "cross_entropy_loss", "ignore_index", "does not go with probabilities");
    }
  }

  private Tensor ofProbabilities(
      Tensor logs,
      int classDim,
      Tensor target,
      Tensor weight,
      long reduction,
      double labelSmoothing) {
    long classes = logs.size(classDim);
    checkWeight(weight, classes);
    Tensor smoothed = target;
    if (labelSmoothing > 0) {
      Tensor kept = aten.mul(target, Scalar.of(1 - labelSmoothing));
      smoothed = aten.add(kept, Scalar.of(labelSmoothing / classes));
    }
    Tensor losses = weighted(aten.mul(logs, smoothed), classDim, weight);
    if (reduction == NONE) {
      return aten.neg(aten.sum(losses, new long[] {classDim}));
    }
    Tensor sum = aten.neg(aten.sum(losses));
    // An empty mean divides by zero and is NaN, as in PyTorch.
    return reduction == SUM
        ? sum
        : aten.div(sum, Scalar.of(logs.elementCount() / Math.max(classes, 1)));
  }

  private static void checkWeight(Tensor weight, long classes) {
    if (weight != null && (weight.rank() != 1 || weight.size(0) != classes)) {
      throw new ShapeMismatch(
          "cross_entropy_loss",
          "expected a weight for each of %d classes".formatted(classes),
          weight.sizes());
    }
  }

  private Tensor weighted(Tensor logs, int classDim, Tensor weight) {
    if (weight == null) {
      return logs;
    }
    long[] sizes = new long[logs.rank()];
    Arrays.fill(sizes, 1);
    sizes[classDim] = weight.size(0);
    return aten.mul(logs, aten.view(weight, sizes));
  }

  /** Returns the loss against a uniform distribution over all classes. */
  private Tensor smoothLoss(
      Tensor logs, int classDim, Tensor target, Tensor weight, long reduction, long ignoreIndex) {
    Tensor each = aten.neg(aten.sum(weighted(logs, classDim, weight), new long[] {classDim}));
    Tensor ignored = aten.eq(target, Scalar.of(ignoreIndex));
    Tensor losses = aten.where(ignored, Scalar.of(0.0), each);
    if (reduction == NONE) {
      return losses;
    }
    Tensor sum = aten.sum(losses);
    return reduction == SUM
        ? sum
        : aten.div(sum, totalWeight(target, ignored, weight, logs.dtype()));
  }

  private Tensor totalWeight(Tensor target, Tensor ignored, Tensor weight, DType type) {
    if (weight == null) {
      Tensor ones = aten.onesLike(target, type, null, null, null, null);
      return aten.sum(aten.where(ignored, Scalar.of(0.0), ones));
    }
    Tensor classes = aten.flatten(aten.where(ignored, Scalar.of(0), target));
    Tensor weights = aten.indexSelect(weight, 0, classes);
    return aten.sum(aten.where(aten.flatten(ignored), Scalar.of(0.0), weights));
  }
}
