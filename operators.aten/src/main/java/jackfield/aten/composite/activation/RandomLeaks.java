package jackfield.aten.composite.activation;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Generator;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Leaky linear units whose slopes are drawn at random in training. {@code noise} gets the slope of
 * each element, 1 where it is positive; out of training it is not touched, and the slope is the
 * middle of both bounds.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class RandomLeaks {
  private static final double LEAST_RANGE = 1e-6; // between bounds, to count as random

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public RandomLeaks(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns {@code self} where it is positive, else scaled. */
  public Tensor rrelu(
      Tensor self, Scalar lower, Scalar upper, boolean training, Generator generator) {
    Tensor noise = aten.emptyLike(self);
    return aten.rreluWithNoise(self, noise, lower, upper, training, generator);
  }

  /** Scales elements of {@code self} that are not positive. */
  public Tensor rreluInPlace(
      Tensor self, Scalar lower, Scalar upper, boolean training, Generator generator) {
    Tensor noise = aten.emptyLike(self);
    return aten.rreluWithNoise_(self, noise, lower, upper, training, generator);
  }

  /** Returns {@link #rrelu} and writes the slopes into {@code noise}. */
  public Tensor withNoise(
      Tensor self,
      Tensor noise,
      Scalar lower,
      Scalar upper,
      boolean training,
      Generator generator) {
    check(self, noise, lower, upper);
    if (!training) {
      return aten.leakyRelu(self, middle(lower, upper));
    }
    Tensor slopes =
        aten.uniform_(aten.emptyLike(self), lower.toDouble(), upper.toDouble(), generator);
    Tensor chosen = aten.where(aten.le(self, 0), slopes, 1);
    Tensor result = aten.mul(self, chosen);
    Tensor _ = given.inPlace("rrelu_with_noise", chosen, noise);
    return result;
  }

  /** Writes {@link #withNoise} into {@code self}. */
  public Tensor withNoiseInPlace(
      Tensor self,
      Tensor noise,
      Scalar lower,
      Scalar upper,
      boolean training,
      Generator generator) {
    MemoryOverlap.refuseInternal("rrelu_with_noise_", self);
    GivenResults.refuseLeaf(aten, self); // before noise is written
    Tensor source = given.source(self);
    Tensor result = aten.rreluWithNoise(source, noise, lower, upper, training, generator);
    return aten.copy_(self, result);
  }

  /** Writes {@link #withNoise} into {@code out}. */
  public Tensor withNoiseOut(
      Tensor self,
      Tensor noise,
      Scalar lower,
      Scalar upper,
      boolean training,
      Generator generator,
      Tensor out) {
    GivenResults.require("rrelu_with_noise", self, out); // before noise is written
    GivenResults.refuseLeaf(aten, out);
    Tensor result = aten.rreluWithNoise(self, noise, lower, upper, training, generator);
    return given.into("rrelu_with_noise", result, out);
  }

  /** Returns the gradient of {@link #withNoise} for {@code self}. */
  public Tensor backward(
      Tensor gradOutput,
      Tensor self,
      Tensor noise,
      Scalar lower,
      Scalar upper,
      boolean training,
      boolean selfIsResult) {
    return training && upper.toDouble() - lower.toDouble() > LEAST_RANGE
        ? aten.mul(gradOutput, noise)
        : aten.leakyReluBackward(gradOutput, self, middle(lower, upper), selfIsResult);
  }

  private static Scalar middle(Scalar lower, Scalar upper) {
    return Scalar.of((lower.toDouble() + upper.toDouble()) / 2);
  }

  private static void check(Tensor self, Tensor noise, Scalar lower, Scalar upper) {
    if (!Arrays.equals(self.sizes(), noise.sizes())) {
      throw new ShapeMismatch(
          "rrelu_with_noise", "expected noise of the sizes of self", self.sizes(), noise.sizes());
    }
    boolean isRange =
        Double.isFinite(lower.toDouble())
            && Double.isFinite(upper.toDouble())
            && lower.toDouble() <= upper.toDouble();
    if (!isRange) {
      throw new InvalidArgument(
          "rrelu_with_noise",
          "lower",
          "is %s, expected at most upper, which is %s; both finite".formatted(lower, upper));
    }
  }
}
