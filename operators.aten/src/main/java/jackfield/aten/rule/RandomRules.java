package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.random.IntegerRange;
import jackfield.aten.random.RealDistribution;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Rules of operators that write random numbers into {@code self}, which must not overlap itself.
 * Nothing is drawn here; a body reserves its numbers after all checks, and on Meta none are
 * reserved.
 *
 * <p><em>Source</em>: PyTorch 2.6, its checks included.
 */
public final class RandomRules {
  private static final String PARAMETER = "expected %s, found %s";
  private static final String FLOATING = "a floating type";
  private static final String NUMBERS = "a floating or integer type";
  private static final String REAL = "a type that is not complex";

  private RandomRules() {}

  /**
   * Plans numbers from [from, to).
   *
   * @throws TypeMismatch if the tensor is neither floating nor complex
   * @throws InvalidArgument if the bounds are not a range of the type
   */
  public static ElementwisePlan uniform(Tensor self, double from, double to, Generator generator) {
    checkType("uniform_", self, self.dtype().isFloating() || self.dtype().isComplex(), FLOATING);
    double largest = FillRules.largest(self.dtype().realType());
    boolean isRange =
        from <= to && to - from <= largest && Math.abs(from) <= largest && Math.abs(to) <= largest;
    require("uniform_", "from", isRange, "a range of " + self.dtype(), from + " to " + to);
    return plan("uniform_", self, generator);
  }

  /**
   * Plans numbers from a normal distribution.
   *
   * @throws TypeMismatch if the tensor is neither floating nor complex
   * @throws InvalidArgument if the deviation is negative
   */
  public static ElementwisePlan normal(Tensor self, double mean, double std, Generator generator) {
    checkType("normal_", self, self.dtype().isFloating() || self.dtype().isComplex(), FLOATING);
    require("normal_", "std", std >= 0, "0 or more", std);
    return plan("normal_", self, generator);
  }

  /**
   * Plans powers of e with normally distributed exponents.
   *
   * @throws TypeMismatch if the tensor is not floating
   * @throws InvalidArgument if the deviation is not positive
   */
  public static ElementwisePlan logNormal(
      Tensor self, double mean, double std, Generator generator) {
    checkType("log_normal_", self, self.dtype().isFloating(), FLOATING);
    require("log_normal_", "std", std > 0, "more than 0", std);
    return plan("log_normal_", self, generator);
  }

  /**
   * Plans numbers from an exponential distribution.
   *
   * @throws TypeMismatch if the tensor is not floating
   * @throws InvalidArgument if {@code lambd} is not positive
   */
  public static ElementwisePlan exponential(Tensor self, double lambd, Generator generator) {
    checkType("exponential_", self, self.dtype().isFloating(), FLOATING);
    require("exponential_", "lambd", lambd > 0, "more than 0", lambd);
    return plan("exponential_", self, generator);
  }

  /**
   * Plans numbers from a Cauchy distribution.
   *
   * @throws TypeMismatch if the tensor is not floating
   * @throws InvalidArgument if {@code sigma} is not positive
   */
  public static ElementwisePlan cauchy(
      Tensor self, double median, double sigma, Generator generator) {
    checkType("cauchy_", self, self.dtype().isFloating(), FLOATING);
    require("cauchy_", "sigma", sigma > 0, "more than 0", sigma);
    return plan("cauchy_", self, generator);
  }

  /**
   * Plans numbers of trials up to the first success.
   *
   * @throws TypeMismatch if the tensor is bool or complex
   * @throws InvalidArgument if {@code p} is not between 0 and 1
   */
  public static ElementwisePlan geometric(Tensor self, double p, Generator generator) {
    checkType("geometric_", self, self.dtype().isFloating() || self.dtype().isIntegral(), NUMBERS);
    require("geometric_", "p", p > 0 && p < 1, "more than 0 and less than 1", p);
    return plan("geometric_", self, generator);
  }

  /**
   * Plans ones with probability {@code p}, and else zeros.
   *
   * @throws TypeMismatch if the tensor is complex
   * @throws InvalidArgument if {@code p} is not from 0 to 1
   */
  public static ElementwisePlan bernoulli(Tensor self, double p, Generator generator) {
    checkType("bernoulli_", self, !self.dtype().isComplex(), REAL);
    RealDistribution.checkProbability("bernoulli_", p);
    return plan("bernoulli_", self, generator);
  }

  /**
   * Plans ones with the probabilities of {@code p}, and else zeros.
   *
   * @throws TypeMismatch if {@code self} is complex or {@code p} is not floating
   */
  public static ElementwisePlan bernoulliOfTensor(Tensor self, Tensor p, Generator generator) {
    checkType("bernoulli_", self, !self.dtype().isComplex(), REAL);
    if (!p.dtype().isFloating()) {
      throw new TypeMismatch("bernoulli_", PARAMETER.formatted("p to be floating", p.summary()));
    }
    checkMemory("bernoulli_", self, generator);
    Tensor[] inputs = {p};
    DType[] types = {p.dtype()};
    return ElementwisePlan.of("bernoulli_", inputs, types, p.dtype(), self.dtype())
        .inRowMajorOrder();
  }

  /**
   * Plans integers from {@code from} to {@code to}, which is excluded.
   *
   * @param to null for the end that {@link IntegerRange#of} describes
   * @throws TypeMismatch if the tensor is complex
   * @throws InvalidArgument if there is none, or the type cannot represent the bounds
   */
  public static ElementwisePlan integers(Tensor self, long from, Long to, Generator generator) {
    checkType("random_", self, !self.dtype().isComplex(), REAL);
    IntegerRange _ = IntegerRange.of(self.dtype(), from, to);
    return plan("random_", self, generator);
  }

  private static ElementwisePlan plan(String operator, Tensor self, Generator generator) {
    checkMemory(operator, self, generator);
    return ElementwisePlan.nullary(operator, self).inRowMajorOrder();
  }

  private static void checkType(String operator, Tensor self, boolean isTaken, String expected) {
    if (!isTaken) {
      throw new TypeMismatch(operator, PARAMETER.formatted(expected, self.summary()));
    }
  }

  private static void require(
      String operator, String argument, boolean holds, String expected, Object found) {
    if (!holds) {
      throw new InvalidArgument(operator, argument, PARAMETER.formatted(expected, found));
    }
  }

  private static void checkMemory(String operator, Tensor self, Generator generator) {
    MemoryOverlap.refuseInternal(operator, self);
    boolean isMeta = self.device().equals(Device.META); // draws nothing, so any generator will do
    if (generator != null && !isMeta && !generator.device().type().equals(self.device().type())) {
      throw new TypeMismatch(
          operator,
          "the generator is for %s, the tensor on %s".formatted(generator.device(), self.device()));
    }
  }
}
