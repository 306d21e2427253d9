package jackfield.aten.composite.activation;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Activations that call others.
 *
 * <p><em>Source</em>: PyTorch 2.6; the numbers of selu are those of Klambauer and others,
 * Self-Normalizing Neural Networks (2017).
 */
public final class ActivationKernels {
  private static final Scalar SELU_ALPHA = Scalar.of(1.6732632423543772);
  private static final Scalar SELU_SCALE = Scalar.of(1.0507009873554805);
  private static final Scalar ZERO = Scalar.of(0L);
  private static final Scalar SIX = Scalar.of(6L);

  private final Aten aten;
  private final GivenResults results;

  /** Creates kernels that call the operators of {@code aten}. */
  public ActivationKernels(Aten aten) {
    this.aten = aten;
    this.results = new GivenResults(aten);
  }

  /** Replaces elements not above a number; an element at several positions counts once. */
  public Tensor thresholdInPlace(Tensor self, Scalar threshold, Scalar value) {
    Tensor distinct = self;
    for (int dim = 0; dim < self.rank(); dim++) {
      if (self.stride(dim) == 0 && self.size(dim) > 1) {
        distinct = aten.slice(distinct, dim, 0L, 1L, 1);
      }
    }
    aten.copy_(distinct, aten.threshold(results.source(distinct), threshold, value));
    return self;
  }

  /** Writes the gated linear unit to {@code out}. */
  public Tensor gluInto(Tensor self, long dim, Tensor out) {
    Tensor result = aten.glu(self, dim);
    for (Tensor half : aten.chunk(self, 2, dim)) {
      MemoryOverlap.refusePartial("glu", out, half);
    }
    return results.inLayoutOfResult().castInto("glu", result, out);
  }

  /** Computes the logarithm of the sigmoid. */
  public Tensor logSigmoid(Tensor self) {
    return aten.logSigmoidForward(self).output();
  }

  /** Lets exponentials of negative elements approach −alpha. */
  public Tensor celu(Tensor self, Scalar alpha) {
    return aten.elu(self, alpha, Scalar.ONE, inverse(alpha));
  }

  /** Replaces {@code self} by its celu. */
  public Tensor celuInPlace(Tensor self, Scalar alpha) {
    return aten.elu_(self, alpha, Scalar.ONE, inverse(alpha));
  }

  private static Scalar inverse(Scalar alpha) {
    if (alpha.toDouble() == 0) {
      throw new InvalidArgument("celu", "alpha", "must not be 0, by which elements are divided");
    }
    return Scalar.of(1 / alpha.toDouble());
  }

  /** Computes elu with the numbers that keep mean 0 and variance 1. */
  public Tensor selu(Tensor self) {
    return aten.elu(self, SELU_ALPHA, SELU_SCALE, Scalar.ONE);
  }

  /** Replaces {@code self} by its selu. */
  public Tensor seluInPlace(Tensor self) {
    return aten.elu_(self, SELU_ALPHA, SELU_SCALE, Scalar.ONE);
  }

  /** Limits elements to between 0 and 6. */
  public Tensor relu6(Tensor self) {
    return aten.hardtanh(self, ZERO, SIX);
  }

  /** Limits elements to between 0 and 6 in place. */
  public Tensor relu6InPlace(Tensor self) {
    return aten.hardtanh_(self, ZERO, SIX);
  }

  /** Multiplies the first half along a dimension by the sigmoid of the second. */
  public Tensor glu(Tensor self, long dim) {
    TypeRules.refuse("glu", TypeRules.NOT_REAL, self.dtype());
    Tensor[] halves = Halves.of(aten, "glu", self, dim);
    return aten.mul(halves[0], aten.sigmoid(halves[1]));
  }

  /**
   * Multiplies negative elements by the weight of their channel, dimension 1.
   *
   * <p><em>Shapes</em>: {@code weight [c] or [1] or []}
   */
  public Tensor prelu(Tensor self, Tensor weight) {
    if (self.dtype() != weight.dtype()) {
      throw new TypeMismatch(
          "prelu", "expected weight of the type of self, found %s and %s".formatted(weight, self));
    }
    if (weight.rank() > 1) {
      throw new ShapeMismatch("prelu", "expected weight of one dimension", weight.sizes());
    }
    Tensor shaped = weight;
    if (weight.elementCount() != 1 || (weight.rank() == 1 && self.rank() != 1)) {
      shaped = aten.view(weight, channels(self, weight));
    }
    return aten._preluKernel(self, shaped);
  }

  /**
   * Multiplies negative elements by a weight that broadcasts to them.
   *
   * @throws TypeMismatch if the weight has another type, or the type is not a real floating one
   */
  public Tensor preluOfShaped(Tensor self, Tensor weight) {
    if (self.dtype() != weight.dtype()) {
      throw new TypeMismatch(
          "_prelu_kernel",
          "expected weight of the type of self, found %s and %s"
              .formatted(weight.dtype(), self.dtype()));
    }
    TypeRules.refuse("_prelu_kernel", TypeRules.NOT_REAL, self.dtype());
    return aten.where(aten.gt(self, ZERO), self, aten.mul(self, weight));
  }

  private static long[] channels(Tensor self, Tensor weight) {
    long[] sizes = new long[Math.max(self.rank(), self.rank() == 0 ? 0 : 1)];
    Arrays.fill(sizes, 1);
    if (weight.elementCount() != 1) {
      long found = self.rank() > 1 ? self.size(1) : 1;
      if (self.rank() == 0 || found != weight.elementCount()) {
        throw new ShapeMismatch(
            "prelu", "expected a weight for each channel", self.sizes(), weight.sizes());
      }
      sizes[Math.min(1, self.rank() - 1)] = found;
    }
    return sizes;
  }
}
