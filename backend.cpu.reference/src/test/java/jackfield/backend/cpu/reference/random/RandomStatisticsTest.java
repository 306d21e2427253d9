package jackfield.backend.cpu.reference.random;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.imaginaries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The numbers of each distribution have it, in each type. The property random.seed repeats. */
final class RandomStatisticsTest {
  private static final int MANY = 20_000;

  private final Aten aten = Plugged.aten();
  private final Generator generator =
      new Generator(Device.CPU, Long.getLong("random.seed", 20260101));

  private static Tensor empty(DType type) {
    return HostData.empty(type, MANY);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void uniformNumbers(DType type) {
    double[] unit = elements(aten.uniform_(empty(type), 0, 1, generator));
    assertThat(Arrays.stream(unit)).allMatch(value -> value >= 0 && value < 1);
    DistributionCheck.expect("uniform", middles(type, unit), RandomStatisticsTest::clamped);
    double[] wide = elements(aten.uniform_(empty(type), -3, 5, generator));
    assertThat(Arrays.stream(wide)).allMatch(value -> value >= -3 && value < 5);
    DistributionCheck.expect("uniform from -3", wide, a -> clamped((a + 3) / 8));
  }

  /** Moves values of few bits from the start of their step to its middle. */
  private static double[] middles(DType type, double[] values) {
    double half =
        switch (type) {
          case FLOAT16 -> 0x1p-12;
          case BFLOAT16 -> 0x1p-9;
          default -> 0;
        };
    return Arrays.stream(values).map(value -> value + half).toArray();
  }

  private static double clamped(double share) {
    return Math.clamp(share, 0, 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void normalNumbers(DType type) {
    double[] values = elements(aten.normal_(empty(type), 2, 3, generator));
    DistributionCheck.expect("normal", values, a -> DistributionCheck.normalShare((a - 2) / 3));
    double mean = mean(values);
    assertThat(mean).isEqualTo(2, within(3.3 * 3 / Math.sqrt(MANY)));
    double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    assertThat(variance).isEqualTo(9, within(3.3 * 9 * Math.sqrt(2.0 / MANY)));
    double third = Arrays.stream(values).map(v -> Math.pow((v - mean) / 3, 3)).average().orElse(0);
    assertThat(third).isEqualTo(0, within(3.3 * Math.sqrt(6.0 / MANY)));
    double fourth = Arrays.stream(values).map(v -> Math.pow((v - mean) / 3, 4)).average().orElse(0);
    assertThat(fourth).isEqualTo(3, within(3.3 * Math.sqrt(96.0 / MANY)));
    assertThat(elements(aten.normal_(empty(type), 2, 0, generator))).containsOnly(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLEX64", "COMPLEX128"})
  void partsOfComplexNumbers(DType type) {
    Tensor normal = aten.normal_(empty(type), 0, 2, generator);
    double deviation = Math.sqrt(2);
    DistributionCheck.expect(
        "real", elements(normal), a -> DistributionCheck.normalShare(a / deviation));
    DistributionCheck.expect(
        "imaginary", imaginaries(normal), a -> DistributionCheck.normalShare(a / deviation));
    DistributionCheck.expectUnrelated("parts", elements(normal), imaginaries(normal));
    Tensor uniform = aten.uniform_(empty(type), 1, 3, generator);
    DistributionCheck.expect("real", elements(uniform), a -> clamped((a - 1) / 2));
    DistributionCheck.expect("imaginary", imaginaries(uniform), a -> clamped((a - 1) / 2));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void distributionsGivenByTheirQuantile(DType type) {
    double[] exponential = elements(aten.exponential_(empty(type), 2, generator));
    assertThat(Arrays.stream(exponential)).allMatch(value -> value > 0);
    assertThat(mean(exponential)).isEqualTo(0.5, within(3.3 * 0.5 / Math.sqrt(MANY)));
    DistributionCheck.expect("exponential", exponential, a -> 1 - Math.exp(-2 * a));
    DistributionCheck.expect(
        "log_normal",
        elements(aten.logNormal_(empty(type), 0.5, 0.75, generator)),
        a -> DistributionCheck.normalShare((Math.log(a) - 0.5) / 0.75));
    DistributionCheck.expect(
        "cauchy",
        elements(aten.cauchy_(empty(type), 1, 0.5, generator)),
        a -> 0.5 + Math.atan((a - 1) / 0.5) / Math.PI);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "COMPLEX64", "COMPLEX128"})
  void trialsUpToTheFirstSuccess(DType type) {
    double p = 0.3;
    double[] shares = new double[12];
    double rest = 1;
    for (int i = 1; i < shares.length - 1; i++) {
      shares[i] = p * rest;
      rest *= 1 - p;
    }
    shares[shares.length - 1] = rest; // all others
    double[] values = elements(aten.geometric_(empty(type), p, generator));
    DistributionCheck.expectCounts("geometric", counts(values, 0, shares.length), shares);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void successesOfOneProbability(DType type) {
    double[] values = elements(aten.bernoulli_(empty(type), 0.3, generator));
    DistributionCheck.expectCounts("bernoulli", counts(values, 0, 2), 0.7, 0.3);
    assertThat(elements(aten.bernoulli_(empty(type), 0, generator))).containsOnly(0);
    assertThat(elements(aten.bernoulli_(empty(type), 1, generator))).containsOnly(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void successesOfAProbabilityForEachElement(DType type) {
    Tensor p = aten.uniform_(empty(type), 0, 1, generator);
    double[] share = elements(p);
    double[] drawn = elements(aten.bernoulli(p, generator));
    double sum = 0;
    double variance = 0;
    for (int i = 0; i < MANY; i++) {
      sum += (drawn[i] - share[i]) * (share[i] - 0.5);
      variance += share[i] * (1 - share[i]) * (share[i] - 0.5) * (share[i] - 0.5);
    }
    assertThat(sum / Math.sqrt(variance)).isBetween(-3.3, 3.3);
    assertThat(mean(drawn)).isEqualTo(mean(share), within(3.3 * 0.5 / Math.sqrt(MANY)));
    Tensor certain = aten.round(p);
    assertThat(elements(aten.bernoulli_(empty(DType.INT32), certain, generator)))
        .containsExactly(elements(certain));
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "UINT8", "COMPLEX64", "COMPLEX128"})
  void integersBetweenBounds(DType type) {
    double[] values = elements(aten.random_(empty(type), -3, (Long) 7L, generator));
    DistributionCheck.expectCounts("random_", counts(values, -3, 10), equal(10));
  }

  @Test
  void allIntegersOfSmallTypes() {
    double[] bytes = elements(aten.random_(empty(DType.UINT8), generator));
    DistributionCheck.expectCounts("uint8", counts(bytes, 0, 256), equal(256));
    double[] bools = elements(aten.random_(empty(DType.BOOL), generator));
    DistributionCheck.expectCounts("bool", counts(bools, 0, 2), equal(2));
    double[] signed = elements(aten.random_(empty(DType.INT8), -128, null, generator));
    DistributionCheck.expectCounts("int8", counts(signed, -128, 256), equal(256));
  }

  @Test
  void allIntegersOfSixtyFourBits() {
    Tensor longs = aten.random_(empty(DType.INT64), Long.MIN_VALUE, null, generator);
    DistributionCheck.expect("int64", elements(longs), a -> clamped(a * 0x1p-64 + 0.5));
    long[] bits = new long[2];
    for (long each : HostData.longs(longs)) {
      bits[1] += Long.bitCount(each & 0xFFFF); // the lowest bits, which doubles do not show
    }
    bits[0] = 16L * MANY - bits[1];
    DistributionCheck.expectCounts("lowest bits", bits, equal(2));
  }

  @Test
  void wrongDistributionsAreFound() {
    double[] normal = elements(aten.normal_(empty(DType.FLOAT64), 0, 1, generator));
    assertThat(DistributionCheck.isWrong(normal, a -> DistributionCheck.normalShare(a / 1.1)))
        .isTrue();
    assertThat(DistributionCheck.isWrong(normal, a -> DistributionCheck.normalShare(a - 0.06)))
        .isTrue();
    double[] uniform = elements(aten.uniform_(empty(DType.FLOAT64), 0, 1, generator));
    assertThat(DistributionCheck.isWrong(uniform, a -> clamped(a / 0.98))).isTrue();
    assertThat(DistributionCheck.isWrong(uniform, a -> clamped(a * a))).isTrue();
    double[] bernoulli = elements(aten.bernoulli_(empty(DType.FLOAT64), 0.3, generator));
    assertThat(DistributionCheck.areWrong(counts(bernoulli, 0, 2), 0.68, 0.32)).isTrue();
    double[] integers = elements(aten.random_(empty(DType.INT64), 10, generator));
    double[] biased = equal(10);
    biased[0] *= 0.8;
    biased[9] *= 1.2;
    assertThat(DistributionCheck.areWrong(counts(integers, 0, 10), biased)).isTrue();
  }

  @Test
  void elementsCallsAndSeedsAreUnrelated() {
    double[] first = elements(aten.normal_(empty(DType.FLOAT32), 0, 1, generator));
    double[] second = elements(aten.normal_(empty(DType.FLOAT32), 0, 1, generator));
    DistributionCheck.expectUnrelated("calls", first, second);
    for (int distance : new int[] {1, 2, 3, 4, 8}) {
      DistributionCheck.expectUnrelated(
          "elements %d apart".formatted(distance),
          Arrays.copyOf(first, MANY - distance),
          Arrays.copyOfRange(first, distance, MANY));
    }
    Generator next = new Generator(Device.CPU, generator.seed() + 1);
    double[] other = elements(aten.normal_(empty(DType.FLOAT32), 0, 1, next));
    DistributionCheck.expectUnrelated("seeds", first, other);
  }

  private static double[] equal(int values) {
    double[] shares = new double[values];
    Arrays.fill(shares, 1.0 / values);
    return shares;
  }

  /** Counts values; the last count contains all larger ones. */
  static long[] counts(double[] values, int least, int many) {
    long[] counts = new long[many];
    for (double value : values) {
      assertThat(value).isEqualTo(Math.rint(value));
      counts[(int) Math.min(value - least, many - 1)]++;
    }
    return counts;
  }

  private static double mean(double... values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}
