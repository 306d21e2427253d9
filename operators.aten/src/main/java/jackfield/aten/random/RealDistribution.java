package jackfield.aten.random;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.function.DoubleUnaryOperator;

/**
 * A distribution given by its quantile: the value below which a given share of it lies. Values are
 * computed in float64, in steps that {@link PortableMath} describes, and rounded to the element's
 * type.
 */
public final class RealDistribution implements Distribution {
  private final Fraction share;
  private final DoubleUnaryOperator quantile;

  private RealDistribution(Fraction share, DoubleUnaryOperator quantile) {
    this.share = share;
    this.quantile = quantile;
  }

  @Override
  public void put(Philox words, long number, DType type, long address) {
    Elements.putDouble(type, address, quantile.applyAsDouble(share.of(words, number)));
  }

  /**
   * Returns the uniform distribution from {@code from} to {@code to}, which is excluded unless both
   * are equal.
   *
   * @param type the floating type of the elements
   */
  public static RealDistribution uniform(DType type, double from, double to) {
    double range = to - from;
    double last = last(type, from, to);
    return new RealDistribution(
        Fraction.fromZero(type), share -> Math.min(from + share * range, last));
  }

  /**
   * Returns the largest uniform number: the one before {@code to} in the type, so that rounding
   * gives no excluded number.
   */
  public static double last(DType type, double from, double to) {
    double below = Math.nextDown(to);
    if (type == DType.FLOAT64 || from == to) {
      return from == to ? to : below;
    }
    int leastExponent = type == DType.FLOAT16 ? -14 : Float.MIN_EXPONENT;
    int exponent = Math.max(Math.getExponent(below), leastExponent);
    double step = Math.scalb(1.0, exponent + 1 - Fraction.significantBits(type));
    return Math.floor(below / step) * step;
  }

  /** Returns the normal distribution; {@code std} may be 0. */
  public static RealDistribution normal(DType type, double mean, double std) {
    return new RealDistribution(
        Fraction.between(type), share -> mean + std * NormalQuantile.of(share));
  }

  /** Returns the distribution of powers of e whose exponents are normally distributed. */
  public static RealDistribution logNormal(DType type, double mean, double std) {
    return new RealDistribution(
        Fraction.between(type), share -> PortableMath.exp(mean + std * NormalQuantile.of(share)));
  }

  /** Returns the exponential distribution of mean 1 / {@code lambd}. */
  public static RealDistribution exponential(DType type, double lambd) {
    return new RealDistribution(Fraction.between(type), share -> -PortableMath.log(share) / lambd);
  }

  /** Returns the Cauchy distribution around {@code median}. */
  public static RealDistribution cauchy(DType type, double median, double sigma) {
    return new RealDistribution(
        Fraction.between(type), share -> median + sigma * PortableMath.tanOfHalfTurns(share - 0.5));
  }

  /** Returns the number of trials up to the first success, each of which has a probability. */
  public static RealDistribution geometric(double probability) {
    double scale = logOfFailure(probability);
    return new RealDistribution(
        Fraction.fine(), share -> Math.ceil(PortableMath.log(share) / scale));
  }

  /** Returns the logarithm of the probability of a failure, for a probability of success. */
  public static double logOfFailure(double probability) {
    return StrictMath.log1p(-probability);
  }

  /** Returns 1 with a probability, and else 0. */
  public static RealDistribution bernoulli(double probability) {
    return new RealDistribution(Fraction.toCompare(), share -> share < probability ? 1 : 0);
  }

  /**
   * Checks a probability.
   *
   * @throws InvalidArgument if it is not from 0 to 1
   */
  public static void checkProbability(String operator, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new InvalidArgument(operator, "p", "must be from 0 to 1, found " + probability);
    }
  }
}
