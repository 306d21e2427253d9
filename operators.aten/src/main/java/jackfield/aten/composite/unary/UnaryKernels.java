package jackfield.aten.composite.unary;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Operators on single numbers that call others.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class UnaryKernels {
  private static final double LOG_PI = Math.log(Math.PI);
  private static final long MOST_DIMENSIONS = 10_000; // each costs a pass over the elements

  private final Aten aten;
  private final GivenResults results;

  /** Creates kernels that call the operators of {@code aten}. */
  public UnaryKernels(Aten aten) {
    this.aten = aten;
    this.results = new GivenResults(aten);
  }

  /** Returns {@code self}; throws for bool. */
  public static Tensor positive(Tensor self) {
    if (self.dtype() == DType.BOOL) {
      throw new TypeMismatch("positive", "expected numbers, found %s".formatted(self));
    }
    return self;
  }

  /** Rounds to a number of decimal places. */
  public Tensor round(Tensor self, long decimals) {
    return aten.round(self, decimals);
  }

  /** Rounds to a number of decimal places and writes the result to {@code out}. */
  public Tensor roundInto(Tensor self, long decimals, Tensor out) {
    return aten.roundOut(self, decimals, out);
  }

  /** Replaces {@code self} by a derivative of its digamma. */
  public Tensor polygammaInPlace(Tensor self, long n) {
    return aten.polygammaOut(n, self, self);
  }

  /** Replaces {@code self} by its lower incomplete gamma function. */
  public Tensor igammaInPlace(Tensor self, Tensor other) {
    return results.inPlace("igamma_", aten.igamma(results.source(self, other), other), self);
  }

  /** Replaces {@code self} by its upper incomplete gamma function. */
  public Tensor igammacInPlace(Tensor self, Tensor other) {
    return results.inPlace("igammac_", aten.igammac(results.source(self, other), other), self);
  }

  /** Writes the logarithm of the gamma function of {@code p} dimensions into {@code self}. */
  public Tensor mvlgammaInPlace(Tensor self, long p) {
    return results.inPlace("mvlgamma_", aten.mvlgamma(self, p), self);
  }

  /** Writes the logarithm of the gamma function of {@code p} dimensions to {@code out}. */
  public Tensor mvlgammaInto(Tensor self, long p, Tensor out) {
    return results.castInto("mvlgamma", aten.mvlgamma(self, p), out);
  }

  /**
   * Computes the logarithm of the gamma function of {@code p} dimensions: a product of gamma
   * functions at distances of ½.
   *
   * @throws InvalidArgument if {@code p} is less than 1
   */
  public Tensor mvlgamma(Tensor self, long p) {
    if (p < 1 || p > MOST_DIMENSIONS) {
      throw new InvalidArgument(
          "mvlgamma", "p", "must be from 1 to %d, found %d".formatted(MOST_DIMENSIONS, p));
    }
    Tensor rows = aten.contiguous(self);
    Tensor sum = aten.lgamma(rows);
    for (long i = 1; i < p; i++) {
      sum = aten.add(sum, aten.lgamma(aten.sub(rows, Scalar.of(i / 2.0), Scalar.ONE)), Scalar.ONE);
    }
    return aten.add(sum, Scalar.of(p * (p - 1) / 4.0 * LOG_PI), Scalar.ONE);
  }
}
