package jackfield.aten.composite.dropout;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Kernels of dropout. Alpha dropout sets elements to the least value of {@code selu}, and keeps the
 * mean and the variance.
 *
 * <p><em>Aliases</em>: without training, and with probability 0, the input is returned.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DropoutKernels {
  private static final double ALPHA = 1.7580993408473766; // the negative of the least of selu

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DropoutKernels(Aten aten) {
    this.aten = aten;
  }

  /** Sets elements to 0 with probability {@code p} and scales the others. */
  public Tensor dropout(Tensor input, double p, boolean train) {
    if (isIdentity("dropout", input, p, train)) {
      return input;
    }
    return p == 1 ? aten.mul(input, zero(input)) : aten.nativeDropout(input, p, train).first();
  }

  /** Does the same in place. */
  public Tensor dropout_(Tensor self, double p, boolean train) {
    if (isIdentity("dropout_", self, p, train)) {
      return self;
    }
    return aten.mul_(self, p == 1 ? zero(self) : noise(self, p));
  }

  /** Sets whole channels to 0 with probability {@code p} and scales the others. */
  public Tensor feature(Tensor input, double p, boolean train) {
    if (isIdentity("feature_dropout", input, p, train)) {
      return input;
    }
    return aten.mul(input, p == 1 ? zero(input) : noise(channels("feature_dropout", input), p));
  }

  /** Does the same in place. */
  public Tensor feature_(Tensor self, double p, boolean train) {
    if (isIdentity("feature_dropout_", self, p, train)) {
      return self;
    }
    return aten.mul_(self, p == 1 ? zero(self) : noise(channels("feature_dropout_", self), p));
  }

  /** Sets elements to the least value of selu with probability {@code p} and scales all. */
  public Tensor alpha(Tensor input, double p, boolean train) {
    if (isIdentity("alpha_dropout", input, p, train)) {
      return input;
    }
    return p == 1 ? aten.mul(input, zero(input)) : affine(input, kept(input, p), p);
  }

  /** Does the same in place. */
  public Tensor alpha_(Tensor self, double p, boolean train) {
    if (isIdentity("alpha_dropout_", self, p, train)) {
      return self;
    }
    return p == 1 ? aten.mul_(self, zero(self)) : affine_(self, kept(self, p), p);
  }

  /** Sets whole channels to the least value of selu with probability {@code p} and scales all. */
  public Tensor featureAlpha(Tensor input, double p, boolean train) {
    if (isIdentity("feature_alpha_dropout", input, p, train)) {
      return input;
    }
    return p == 1
        ? aten.mul(input, zero(input))
        : affine(input, kept(channels("feature_alpha_dropout", input), p), p);
  }

  /** Does the same in place. */
  public Tensor featureAlpha_(Tensor self, double p, boolean train) {
    if (isIdentity("feature_alpha_dropout_", self, p, train)) {
      return self;
    }
    return p == 1
        ? aten.mul_(self, zero(self))
        : affine_(self, kept(channels("feature_alpha_dropout_", self), p), p);
  }

  private static boolean isIdentity(String operator, Tensor input, double p, boolean train) {
    if (!(p >= 0 && p <= 1)) {
      throw new InvalidArgument(operator, "p", "is %s, expected 0 to 1".formatted(p));
    }
    return p == 0 || !train || input.elementCount() == 0;
  }

  private Tensor zero(Tensor input) {
    return aten.newZeros(input);
  }

  private Tensor channels(String operator, Tensor input) {
    if (input.rank() < 2) {
      throw new ShapeMismatch(operator, "expected a batch and channels", input.sizes());
    }
    long[] sizes = new long[input.rank()];
    Arrays.fill(sizes, 1);
    sizes[0] = input.size(0);
    sizes[1] = input.size(1);
    return aten.newEmpty(input, sizes);
  }

  /** Returns 0 with probability {@code p}, else 1 / (1 - p). */
  private Tensor noise(Tensor like, double p) {
    return aten.mul_(kept(like, p), 1 / (1 - p));
  }

  /** Returns 0 with probability {@code p}, else 1. */
  private Tensor kept(Tensor like, double p) {
    if (!like.dtype().isFloating() && !like.dtype().isComplex()) {
      throw new TypeMismatch("dropout", "expected a floating type, found " + like.summary());
    }
    Tensor mask = aten.bernoulli_(aten.emptyLike(like, DType.BOOL), 1 - p);
    return aten.to(mask, like.dtype());
  }

  private Tensor affine(Tensor input, Tensor kept, double p) {
    return aten.add(aten.mul(input, aten.mul(kept, scale(p))), offset(kept, p));
  }

  private Tensor affine_(Tensor self, Tensor kept, double p) {
    return aten.add_(aten.mul_(self, aten.mul(kept, scale(p))), offset(kept, p));
  }

  private static double scale(double p) {
    return 1 / Math.sqrt((ALPHA * ALPHA * p + 1) * (1 - p));
  }

  private Tensor offset(Tensor kept, double p) {
    double least = ALPHA * scale(p);
    return aten.add(aten.mul(aten.sub(kept, 1L), least), least * p);
  }
}
