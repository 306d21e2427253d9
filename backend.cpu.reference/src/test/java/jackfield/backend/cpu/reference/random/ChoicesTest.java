package jackfield.backend.cpu.reference.random;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random orders, and choices by weight. */
final class ChoicesTest {
  private static final int DRAWS = 6_000;

  private final Aten aten = Plugged.aten();
  private final Generator generator =
      new Generator(Device.CPU, Long.getLong("random.seed", 20260101));

  private Tensor permutation(long n, DType type) {
    return aten.randperm(n, generator, type, null, Device.CPU, null);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "COMPLEX64", "COMPLEX128"})
  void aPermutationHasEachIntegerOnce(DType type) {
    double[] values = elements(permutation(128, type));
    double[] inOrder = IntStream.range(0, 128).asDoubleStream().toArray();
    assertThat(values).isNotEqualTo(inOrder);
    Arrays.sort(values);
    assertThat(values).containsExactly(inOrder);
    assertThat(permutation(0, type).sizes()).containsExactly(0);
  }

  @Test
  void eachOrderIsEquallyLikely() {
    long[] counts = new long[24];
    for (int draw = 0; draw < DRAWS; draw++) {
      counts[number(HostData.longs(permutation(4, DType.INT64)))]++;
    }
    double[] shares = new double[24];
    Arrays.fill(shares, 1.0 / 24);
    DistributionCheck.expectCounts("orders of 4", counts, shares);
  }

  /** Returns the number of an order: how many smaller integers follow each one. */
  private static int number(long[] order) {
    int number = 0;
    for (int i = 0; i < order.length; i++) {
      int smaller = 0;
      for (int j = i + 1; j < order.length; j++) {
        smaller += order[j] < order[i] ? 1 : 0;
      }
      number = number * (order.length - i) + smaller;
    }
    return number;
  }

  @Test
  void permutationsThatTheTypeCannotRepresentAreRefused() {
    refused("n", () -> permutation(-1, DType.INT64));
    refused("n", () -> permutation(257, DType.UINT8));
    refused("n", () -> permutation(129, DType.INT8));
    refused("n", () -> permutation(2050, DType.FLOAT16));
    refused("n", () -> permutation(258, DType.BFLOAT16));
    assertThat(permutation(256, DType.UINT8).elementCount()).isEqualTo(256);
    assertThatThrownBy(() -> permutation(2, DType.BOOL)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> permutation(2, DType.COMPLEX64)).isInstanceOf(TypeMismatch.class);
    assertThat(generator.state().offset()).isEqualTo(Generator.STEP); // of the one that was drawn
  }

  @Test
  void anOutputGetsThePermutation() {
    Tensor out = HostData.empty(DType.INT32, 3);
    Generator.State start = generator.state();
    assertThat(aten.randpermOut(7, generator, out)).isSameAs(out);
    generator.restore(start);
    assertThat(elements(out)).containsExactly(elements(permutation(7, DType.INT32)));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void drawsWithReplacementHaveTheirWeights(DType type) {
    Tensor weights = Plugged.vector(type, 0, 1, 3, 0, 4, 0);
    double[] drawn = elements(aten.multinomial(weights, DRAWS, true, generator));
    DistributionCheck.expectCounts(
        "multinomial",
        RandomStatisticsTest.counts(drawn, 0, 6),
        0,
        1.0 / 8,
        3.0 / 8,
        0,
        4.0 / 8,
        0);
  }

  @Test
  void drawsWithoutReplacementFollowOneAnother() {
    double[] row = {0.1, 0.2, 0.7};
    Tensor weights = aten.contiguous(aten.expand(Plugged.vector(row), new long[] {DRAWS, 3}));
    double[] drawn = elements(aten.multinomial(weights, 2, false, generator));
    long[] counts = new long[9];
    double[] shares = new double[9];
    for (int i = 0; i < drawn.length; i += 2) {
      counts[(int) (3 * drawn[i] + drawn[i + 1])]++;
    }
    for (int i = 0; i < 9; i++) {
      int first = i / 3;
      int second = i % 3;
      shares[i] = first == second ? 0 : row[first] * row[second] / (1 - row[first]);
    }
    DistributionCheck.expectCounts("pairs", counts, shares);
  }

  @Test
  void eachRowHasItsOwnWeights() {
    Tensor weights = aten.contiguous(aten.eye(5, DType.FLOAT32));
    double[] drawn = elements(aten.multinomial(weights, 3, true, generator));
    assertThat(drawn).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4);
    assertThat(elements(aten.multinomial(weights, 1, false, generator)))
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(aten.multinomial(weights, 1, false, generator).strides()).containsExactly(1, 1);
  }

  @Test
  void weightsThatAreNoneAreRefused() {
    refused("self", () -> aten.multinomial(Plugged.vector(1, -1), 1));
    refused("self", () -> aten.multinomial(Plugged.vector(1, Double.NaN), 1));
    refused("self", () -> aten.multinomial(Plugged.vector(1, Double.POSITIVE_INFINITY), 1));
    refused("self", () -> aten.multinomial(Plugged.vector(0, 0), 1));
    refused("num_samples", () -> aten.multinomial(Plugged.vector(1, 1), 0));
    refused("num_samples", () -> aten.multinomial(Plugged.vector(1, 1), 3));
    assertThatThrownBy(() -> aten.multinomial(Plugged.vector(DType.INT64, 1, 1), 1))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.multinomial(HostData.empty(DType.FLOAT32), 1))
        .isInstanceOf(ShapeMismatch.class);
    Tensor out = HostData.empty(DType.INT32, 1);
    assertThatThrownBy(() -> aten.multinomialOut(Plugged.vector(1, 1), 1, false, null, out))
        .isInstanceOf(TypeMismatch.class);
  }

  private static void refused(String argument, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo(argument));
  }
}
