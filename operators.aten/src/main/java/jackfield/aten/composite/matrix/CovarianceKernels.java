package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Covariances and correlations of variables, which are rows of observations.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class CovarianceKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public CovarianceKernels(Aten aten) {
    this.aten = aten;
  }

  /** Returns the covariances; the weights of the observations may be null. */
  public Tensor cov(Tensor self, long correction, Tensor fweights, Tensor aweights) {
    if (self.rank() > 2) {
      throw new ShapeMismatch("cov", "expected at most two dimensions", self.sizes());
    }
    if (self.dtype() == DType.BOOL) {
      throw new TypeMismatch("cov", "expected numbers, found bool");
    }
    Tensor rows = self.rank() < 2 ? aten.reshape(self, 1, self.elementCount()) : self;
    Tensor weights = weights(rows.size(1), fweights, aweights);
    Tensor total = total(rows, weights);
    Tensor average = aten.div(aten.sum(weighted(rows, weights), new long[] {1}), total);
    Tensor centred = aten.sub(rows, aten.unsqueeze(average, 1));
    Tensor products = aten.mm(centred, aten.conj(aten.t(weighted(centred, weights))));
    Tensor divisor = divisor(total, correction, weights, aweights);
    return aten.squeeze(aten.div(products, divisor));
  }

  private Tensor weighted(Tensor rows, Tensor weights) {
    return weights == null ? rows : aten.mul(rows, weights);
  }

  private Tensor total(Tensor rows, Tensor weights) {
    if (weights == null) {
      return aten.scalarTensor(rows.size(1), DType.INT64, null, rows.device());
    }
    Tensor total = aten.sum(weights);
    if (!isSome(aten.ne(total, Scalar.ZERO))) {
      throw new InvalidArgument("cov", "weights", "add up to zero");
    }
    return total;
  }

  private Tensor weights(long observations, Tensor fweights, Tensor aweights) {
    if (fweights != null) {
      checkWeights("fweights", observations, fweights, fweights.dtype().isIntegral());
    }
    if (aweights != null) {
      checkWeights("aweights", observations, aweights, aweights.dtype().isFloating());
    }
    if (fweights == null || aweights == null) {
      return fweights == null ? aweights : fweights;
    }
    return aten.mul(fweights, aweights);
  }

  private void checkWeights(String name, long count, Tensor weights, boolean isOfType) {
    if (weights.rank() > 1 || weights.elementCount() != count) {
      throw new ShapeMismatch(
          "cov", "expected one of %s for each observation".formatted(name), weights.sizes());
    }
    if (!isOfType || weights.dtype() == DType.BOOL) {
      throw new TypeMismatch("cov", "%s are %s".formatted(name, weights.dtype()));
    }
    if (isSome(aten.lt(weights, Scalar.ZERO))) {
      throw new InvalidArgument("cov", name, "has a negative element");
    }
  }

  private boolean isSome(Tensor condition) {
    return aten.nonzero(condition).size(0) > 0;
  }

  /** Returns the number of observations, corrected; 0 if that is negative. */
  private Tensor divisor(Tensor total, long correction, Tensor weights, Tensor aweights) {
    Tensor corrected;
    if (aweights == null || correction == 0) {
      corrected = aten.sub(total, Scalar.of(correction));
    } else {
      Tensor squares = aten.sum(aten.mul(weights, aweights));
      corrected = aten.sub(total, aten.div(aten.mul(squares, Scalar.of(correction)), total));
    }
    return aten.clampMin(corrected, Scalar.ZERO);
  }

  /** Returns the correlations. */
  public Tensor corrcoef(Tensor self) {
    if (self.rank() > 2) {
      throw new ShapeMismatch("corrcoef", "expected at most two dimensions", self.sizes());
    }
    Tensor covariances = aten.cov(self);
    if (covariances.rank() == 0) {
      return aten.div(covariances, covariances);
    }
    Tensor variances = aten.diagonal(covariances);
    boolean isComplex = variances.dtype().isComplex();
    Tensor deviations = aten.sqrt(isComplex ? aten.real(variances) : variances);
    Tensor scaled = aten.div(aten.div(covariances, aten.unsqueeze(deviations, 1)), deviations);
    return isComplex
        ? aten.complex(limited(aten.real(scaled)), limited(aten.imag(scaled)))
        : limited(scaled);
  }

  private Tensor limited(Tensor numbers) {
    return aten.clamp(numbers, Scalar.of(-1), Scalar.ONE);
  }
}
