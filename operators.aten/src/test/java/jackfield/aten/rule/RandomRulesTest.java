package jackfield.aten.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.kernel.WithoutBackend;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class RandomRulesTest {
  private final Generator generator = new Generator(Device.CPU, 1);
  private final Tensor floats = HostData.empty(DType.FLOAT32, 2);
  private final Tensor halves = HostData.empty(DType.FLOAT16, 2);
  private final Tensor integers = HostData.empty(DType.INT32, 2);
  private final Tensor bools = HostData.empty(DType.BOOL, 2);
  private final Tensor complex = HostData.empty(DType.COMPLEX64, 2);

  @Test
  void distributionsTakeTheTypesThatCanHoldThem() {
    for (Tensor refused : new Tensor[] {integers, bools}) {
      mismatch("uniform_", () -> RandomRules.uniform(refused, 0, 1, generator));
      mismatch("normal_", () -> RandomRules.normal(refused, 0, 1, generator));
      mismatch("log_normal_", () -> RandomRules.logNormal(refused, 0, 1, generator));
      mismatch("exponential_", () -> RandomRules.exponential(refused, 1, generator));
      mismatch("cauchy_", () -> RandomRules.cauchy(refused, 0, 1, generator));
    }
    mismatch("log_normal_", () -> RandomRules.logNormal(complex, 0, 1, generator));
    mismatch("exponential_", () -> RandomRules.exponential(complex, 1, generator));
    mismatch("cauchy_", () -> RandomRules.cauchy(complex, 0, 1, generator));
    mismatch("geometric_", () -> RandomRules.geometric(complex, 0.5, generator));
    mismatch("geometric_", () -> RandomRules.geometric(bools, 0.5, generator));
    mismatch("bernoulli_", () -> RandomRules.bernoulli(complex, 0.5, generator));
    mismatch("bernoulli_", () -> RandomRules.bernoulliOfTensor(complex, floats, generator));
    mismatch("bernoulli_", () -> RandomRules.bernoulliOfTensor(floats, integers, generator));
    mismatch("random_", () -> RandomRules.integers(complex, 0, 2L, generator));
    taken(() -> RandomRules.uniform(complex, 0, 1, generator));
    taken(() -> RandomRules.normal(complex, 0, 1, generator));
    taken(() -> RandomRules.geometric(integers, 0.5, generator));
    taken(() -> RandomRules.bernoulli(bools, 0.5, generator));
    taken(() -> RandomRules.bernoulliOfTensor(integers, halves, generator));
  }

  @Test
  void boundsAreARangeOfTheType() {
    invalid("uniform_", "from", () -> RandomRules.uniform(floats, 1, 0, generator));
    invalid("uniform_", "from", () -> RandomRules.uniform(floats, Double.NaN, 0, generator));
    invalid("uniform_", "from", () -> RandomRules.uniform(floats, 0, Double.NaN, generator));
    invalid("uniform_", "from", () -> RandomRules.uniform(halves, 0, 70_000, generator));
    invalid("uniform_", "from", () -> RandomRules.uniform(halves, -60_000, 60_000, generator));
    invalid("uniform_", "from", () -> RandomRules.uniform(floats, 0, 1.0 / 0, generator));
    taken(() -> RandomRules.uniform(floats, 1, 1, generator));
    invalid("random_", "from", () -> RandomRules.integers(integers, 3, 3L, generator));
    invalid("random_", "to", () -> RandomRules.integers(integers, 0, 1L << 40, generator));
    invalid("random_", "from", () -> RandomRules.integers(bools, -1, 1L, generator));
  }

  @Test
  void parametersAreThoseOfADistribution() {
    double nan = Double.NaN;
    invalid("normal_", "std", () -> RandomRules.normal(floats, 0, -1, generator));
    invalid("normal_", "std", () -> RandomRules.normal(floats, 0, nan, generator));
    taken(() -> RandomRules.normal(floats, 0, 0, generator));
    invalid("log_normal_", "std", () -> RandomRules.logNormal(floats, 0, 0, generator));
    invalid("exponential_", "lambd", () -> RandomRules.exponential(floats, 0, generator));
    invalid("exponential_", "lambd", () -> RandomRules.exponential(floats, nan, generator));
    invalid("cauchy_", "sigma", () -> RandomRules.cauchy(floats, 0, 0, generator));
    invalid("geometric_", "p", () -> RandomRules.geometric(floats, 0, generator));
    invalid("geometric_", "p", () -> RandomRules.geometric(floats, 1, generator));
    invalid("bernoulli_", "p", () -> RandomRules.bernoulli(floats, -0.1, generator));
    invalid("bernoulli_", "p", () -> RandomRules.bernoulli(floats, 1.1, generator));
    invalid("bernoulli_", "p", () -> RandomRules.bernoulli(floats, nan, generator));
  }

  @Test
  void memoryThatRepeatsElementsIsRefused() {
    Tensor repeated = floats.alias(new long[] {2, 2}, new long[] {0, 1}, 0);
    invalid("uniform_", () -> RandomRules.uniform(repeated, 0, 1, generator));
    invalid("bernoulli_", () -> RandomRules.bernoulliOfTensor(repeated, floats, generator));
  }

  @Test
  void theGeneratorIsForTheDeviceOfTheTensor() {
    Generator other = new Generator(Device.META, 1);
    mismatch("uniform_", () -> RandomRules.uniform(floats, 0, 1, other));
    Tensor meta = WithoutBackend.SHARED.floats(2);
    taken(() -> RandomRules.uniform(meta, 0, 1, generator));
  }

  @Test
  void aCallOnMetaDrawsNothing() {
    Tensor meta = WithoutBackend.SHARED.floats(2);
    assertThat(WithoutBackend.SHARED.aten.normal_(meta, 0, 1, generator)).isSameAs(meta);
    assertThat(WithoutBackend.SHARED.aten.randintLike(meta, 5).sizes()).containsExactly(2);
    assertThat(generator.state()).isEqualTo(new Generator.State(1, 0));
  }

  private static void taken(ThrowingCallable call) {
    assertThatCode(call).doesNotThrowAnyException();
  }

  private static void mismatch(String operator, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TypeMismatch.class, error -> assertThat(error.operator()).isEqualTo(operator));
  }

  private static void invalid(String operator, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.operator()).isEqualTo(operator));
  }

  private static void invalid(String operator, String argument, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidArgument.class,
            error -> {
              assertThat(error.operator()).isEqualTo(operator);
              assertThat(error.argument()).isEqualTo(argument);
            });
  }
}
