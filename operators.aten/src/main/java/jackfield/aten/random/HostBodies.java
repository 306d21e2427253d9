package jackfield.aten.random;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.error.InvalidArgument;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Generator;

/**
 * The bodies of the random operators for tensors in host memory. A backend determines how their
 * loops are divided, which changes no number.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class HostBodies {
  private final Division division;

  /** Divides the elements of a call. */
  @FunctionalInterface
  public interface Division {
    /** Runs {@code body} over all of {@code count} elements, each once, and waits. */
    void run(long count, Parallel.Body body);
  }

  /** Creates bodies whose loops {@code division} divides. */
  public HostBodies(Division division) {
    this.division = division;
  }

  /** Draws uniformly from {@code from} to {@code to}, which is excluded. */
  public void uniform(ElementwiseIterator it, double from, double to, Generator generator) {
    fill(it, generator, RealDistribution.uniform(type(it), from, to));
  }

  /**
   * Draws from the normal distribution. The parts of complex elements have half of the variance.
   */
  public void normal(ElementwiseIterator it, double mean, double std, Generator generator) {
    double ofPart = it.type(0).isComplex() ? std / Math.sqrt(2) : std;
    fill(it, generator, RealDistribution.normal(type(it), mean, ofPart));
  }

  /** Draws powers of e whose exponents are normally distributed. */
  public void logNormal(ElementwiseIterator it, double mean, double std, Generator generator) {
    fill(it, generator, RealDistribution.logNormal(type(it), mean, std));
  }

  /** Draws from the exponential distribution. */
  public void exponential(ElementwiseIterator it, double lambd, Generator generator) {
    fill(it, generator, RealDistribution.exponential(type(it), lambd));
  }

  /** Draws from the Cauchy distribution. */
  public void cauchy(ElementwiseIterator it, double median, double sigma, Generator generator) {
    fill(it, generator, RealDistribution.cauchy(type(it), median, sigma));
  }

  /** Draws the number of trials up to the first success. */
  public void geometric(ElementwiseIterator it, double p, Generator generator) {
    fill(it, generator, RealDistribution.geometric(p));
  }

  /** Draws 1 with probability {@code p}, and else 0. */
  public void bernoulli(ElementwiseIterator it, double p, Generator generator) {
    fill(it, generator, RealDistribution.bernoulli(p));
  }

  /** Draws integers from {@code from} on, to the end that {@link IntegerRange#of} says. */
  public void integers(ElementwiseIterator it, long from, Long to, Generator generator) {
    fill(it, generator, IntegerRange.of(it.type(0), from, to));
  }

  /**
   * Draws 1 with the probability of operand 1 at that place, and else 0.
   *
   * @throws InvalidArgument if a probability is not from 0 to 1; nothing is written then
   */
  public void bernoulliOfTensor(ElementwiseIterator it, Generator generator) {
    checkProbabilities(it);
    Fraction share = Fraction.toCompare();
    RandomLoop loop = RandomLoop.reserve(it, generator);
    DType type = it.type(0);
    DType given = it.type(1);
    division.run(
        it.count(),
        (from, to) ->
            loop.forEachRow(
                from,
                to,
                (words, first, at, step, count) -> {
                  for (long i = 0; i < count; i++) {
                    double probability = Elements.doubleAt(given, at[1] + i * step[1]);
                    boolean isOne = share.of(words, first + i) < probability;
                    Elements.putLong(type, at[0] + i * step[0], isOne ? 1 : 0);
                  }
                }));
  }

  private static void checkProbabilities(ElementwiseIterator it) {
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        RealDistribution.checkProbability(
            "bernoulli_", Elements.doubleAt(it.type(1), at[1] + i * step[1]));
      }
    });
  }

  private static DType type(ElementwiseIterator it) {
    return it.type(0).realType();
  }

  private void fill(ElementwiseIterator it, Generator generator, Distribution distribution) {
    RandomLoop loop = RandomLoop.reserve(it, generator);
    division.run(it.count(), (from, to) -> loop.fill(from, to, distribution));
  }
}
