package jackfield.backend.cpu.reference.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Tests whether numbers have a distribution. Right numbers fail one call in about 1,000; the seeds
 * of the tests are fixed, so a build repeats.
 */
final class DistributionCheck {
  // The distance of Kolmogorov and Smirnov, times the root of the count. Below the least, numbers
  // are more regular than random ones.
  private static final double LEAST_DISTANCE = 0.3;
  private static final double MOST_DISTANCE = 1.95;
  private static final double MOST_DEVIATIONS = 3.3; // of the normal distribution

  private DistributionCheck() {}

  /**
   * Expects values of a distribution.
   *
   * @param share the share of values up to a number
   */
  static void expect(String what, double[] values, DoubleUnaryOperator share) {
    assertThat(distance(values, share))
        .as("%s: distance from the distribution", what)
        .isBetween(LEAST_DISTANCE, MOST_DISTANCE);
  }

  /** Returns whether {@link #expect} would refuse the values. */
  static boolean isWrong(double[] values, DoubleUnaryOperator share) {
    return distance(values, share) > MOST_DISTANCE;
  }

  private static double distance(double[] values, DoubleUnaryOperator share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double most = 0;
    int next = 0;
    for (int i = 0; i < sorted.length; i = next) {
      while (next < sorted.length && sorted[next] == sorted[i]) {
        next++;
      }
      // Equal values are one step, which ends at the value.
      double at = share.applyAsDouble(sorted[i]);
      double before = next - i > 1 ? at : (double) i / sorted.length;
      most = Math.max(most, Math.max(Math.abs(at - before), (double) next / sorted.length - at));
    }
    return most * Math.sqrt(sorted.length);
  }

  /**
   * Expects the number of times that each value was drawn.
   *
   * @param shares the probability of each value
   */
  static void expectCounts(String what, long[] counts, double... shares) {
    assertThat(deviations(counts, shares))
        .as("%s: chi square as deviations, of %s", what, Arrays.toString(counts))
        .isBetween(-MOST_DEVIATIONS, MOST_DEVIATIONS);
  }

  /** Returns whether {@link #expectCounts} would refuse the counts. */
  static boolean areWrong(long[] counts, double... shares) {
    return Math.abs(deviations(counts, shares)) > MOST_DEVIATIONS;
  }

  /** Transforms chi square as Wilson and Hilferty do, so that it is about normally distributed. */
  private static double deviations(long[] counts, double... shares) {
    assertThat(counts).hasSameSizeAs(shares);
    long all = Arrays.stream(counts).sum();
    double sum = 0;
    int free = -1;
    for (int i = 0; i < counts.length; i++) {
      double expected = all * shares[i];
      if (expected == 0) {
        assertThat(counts[i]).as("value %d, which has no probability", i).isZero();
      } else {
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
        free++;
      }
    }
    double variance = 2.0 / (9 * free);
    return (Math.cbrt(sum / free) - (1 - variance)) / Math.sqrt(variance);
  }

  /** Expects that pairs of values are not correlated. */
  static void expectUnrelated(String what, double[] first, double[] second) {
    double mean = Arrays.stream(first).average().orElseThrow();
    double otherMean = Arrays.stream(second).average().orElseThrow();
    double product = 0;
    double square = 0;
    double otherSquare = 0;
    for (int i = 0; i < first.length; i++) {
      double a = first[i] - mean;
      double b = second[i] - otherMean;
      product += a * b;
      square += a * a;
      otherSquare += b * b;
    }
    double correlation = product / Math.sqrt(square * otherSquare);
    assertThat(Math.abs(correlation) * Math.sqrt(first.length))
        .as("%s: correlation, in deviations", what)
        .isLessThan(MOST_DEVIATIONS);
  }

  /** Returns the share of the normal distribution of mean 0 and deviation 1 below a number. */
  static double normalShare(double a) {
    if (Math.abs(a) > 8) {
      return a < 0 ? 0 : 1;
    }
    double term = a;
    double sum = a;
    for (int odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
      term *= a * a / odd;
      sum += term;
    }
    return 0.5 + sum * Math.exp(-a * a / 2) / Math.sqrt(2 * Math.PI);
  }
}
