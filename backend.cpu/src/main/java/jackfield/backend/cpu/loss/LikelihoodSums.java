package jackfield.backend.cpu.loss;

import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code nll_loss_forward}, the negative log likelihood of target classes. All
 * targets are checked before anything is written, and each again when it is used. Losses are added
 * up in double precision, in the order of the samples.
 *
 * <p><em>Shapes</em>: self [n, classes] and target [n], or self [classes] and target []; weight
 * [classes] or null; output [n] without reduction, else []. <em>Types</em>: self and weight of one
 * real floating type, target int64 or uint8.
 */
public final class LikelihoodSums {
  private static final long GRAIN = 1 << 13; // samples of a part of a parallel loop

  private final DType type;
  private final long self;
  private final long rowStep;
  private final long classStep;
  private final long classes;
  private final long target;
  private final long targetStep;
  private final boolean isLong; // whether targets are int64; otherwise they are uint8
  private final long weight; // 0 if all weights are 1
  private final long weightStep;
  private final long ignored;
  private final long count;

  private LikelihoodSums(Tensor self, Tensor target, Tensor weight, long ignored) {
    int last = self.rank() - 1;
    this.type = self.dtype();
    this.self = self.address();
    this.rowStep = last == 0 ? 0 : self.stride(0) * type.sizeBytes();
    this.classStep = self.stride(last) * type.sizeBytes();
    this.classes = self.size(last);
    this.target = target.address();
    this.targetStep = target.rank() == 0 ? 0 : target.stride(0) * target.dtype().sizeBytes();
    this.isLong = target.dtype() == DType.INT64;
    this.weight = weight == null ? 0 : weight.address();
    this.weightStep = weight == null ? 0 : weight.stride(0) * type.sizeBytes();
    this.ignored = ignored;
    this.count = last == 0 ? 1 : self.size(0);
  }

  /** Writes the losses, or their mean or sum, and the sum of the weights. */
  public static void forward(
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor output,
      Tensor totalWeight) {
    LikelihoodSums samples = new LikelihoodSums(self, target, weight, ignoreIndex);
    samples.check();
    double total = 0;
    if (reduction == RowLosses.NONE && self.rank() == 2) {
      Parallel.range(samples.count, GRAIN, (from, to) -> samples.writeEach(output, from, to));
    } else {
      double[] sums = samples.sums();
      total = sums[1];
      put(output, 0, reduction == RowLosses.MEAN ? sums[0] / total : sums[0]);
    }
    put(totalWeight, 0, total);
  }

  private static void put(Tensor to, long sample, double value) {
    long step = to.rank() == 0 ? 0 : to.stride(0) * to.dtype().sizeBytes();
    Elements.putDouble(to.dtype(), to.address() + sample * step, value);
  }

  private void check() {
    for (long sample = 0; sample < count; sample++) {
      var _ = chosen(sample);
    }
  }

  /** Returns the class of a sample, which may be the one to ignore. */
  private long chosen(long sample) {
    long at = target + sample * targetStep;
    long chosen = isLong ? HostBytes.longAt(at) : HostBytes.byteAt(at) & 0xFF;
    if ((chosen < 0 || chosen >= classes) && chosen != ignored) {
      throw new InvalidArgument(
          "nll_loss",
          "target",
          "has %d for sample %d, expected 0 to %d".formatted(chosen, sample, classes - 1));
    }
    return chosen;
  }

  private double value(long sample, long chosen) {
    return number(self + sample * rowStep + chosen * classStep);
  }

  private double weight(long chosen) {
    return weight == 0 ? 1 : number(weight + chosen * weightStep);
  }

  private double number(long at) {
    return type == DType.FLOAT32 ? HostBytes.floatAt(at) : Elements.doubleAt(type, at);
  }

  private void writeEach(Tensor output, long from, long to) {
    for (long sample = from; sample < to; sample++) {
      long chosen = chosen(sample);
      put(output, sample, chosen == ignored ? 0 : -weight(chosen) * value(sample, chosen));
    }
  }

  /** Returns the sum of the losses and that of the weights. */
  private double[] sums() {
    double loss = 0;
    double total = 0;
    for (long sample = 0; sample < count; sample++) {
      long chosen = chosen(sample);
      if (chosen != ignored) {
        double weight = weight(chosen);
        loss -= weight * value(sample, chosen);
        total += weight;
      }
    }
    return new double[] {loss, total};
  }
}
