package jackfield.backend.cpu.loops.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.backend.cpu.loops.Numbers;
import jackfield.tensor.DType;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FoldLoopsTest {
  // Ten times what HotSpot counts before its second compiler compiles a method without loops.
  private static final int CALLS_UNTIL_COMPILED = 100_000;

  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  private static Offset<Double> near(double value) {
    return within(2e-5 * (1 + Math.abs(value)));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void foldsAgreeWithDoublesOnAnyLength(DType type) {
    FoldLoop sums = FoldLoops.sum().of(type);
    FoldLoop maxima = FoldLoops.max().of(type);
    FoldLoop sumsOfProducts = FoldLoops.sumOfProducts().of(type);
    FoldLoop sumsOfExponentials = FoldLoops.sumOfExponentials().of(type);
    FoldLoop sumsOfSquares = FoldLoops.sumOfSquaredDistances().of(type);
    for (int count = 0; count < 150; count++) {
      Numbers a = Numbers.plain(type, count, random);
      Numbers b = Numbers.plain(type, count, random);
      double sum = 0;
      double max = Double.NEGATIVE_INFINITY;
      double products = 0;
      double exponentials = 0;
      double squares = 0;
      for (int i = 0; i < count; i++) {
        sum += a.at(i);
        max = Math.max(max, a.at(i));
        products += a.at(i) * b.at(i);
        exponentials += Math.exp(a.at(i) - 0.5);
        squares += (a.at(i) - 0.5) * (a.at(i) - 0.5);
      }
      String where = "seed %d, %d elements".formatted(seed, count);
      assertThat(sums.run(0, a.address(), 0, count, 0)).as(where).isCloseTo(sum, near(sum));
      assertThat(maxima.run(0, a.address(), 0, count, 0)).as(where).isEqualTo(max);
      assertThat(sumsOfProducts.run(0, a.address(), b.address(), count, 0))
          .as(where)
          .isCloseTo(products, near(products));
      assertThat(sumsOfSquares.run(0, a.address(), 0, count, 0.5))
          .as(where)
          .isCloseTo(squares, near(squares));
      assertThat(sumsOfExponentials.run(0, a.address(), 0, count, 0.5))
          .as(where)
          .isCloseTo(exponentials, near(exponentials));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void exponentialsBelowOneAreKept(DType type) {
    FoldLoop loop = FoldLoops.exponentialsBelowOne().of(type);
    FoldLoop sums = FoldLoops.sumOfExponentialsBelowOne().of(type);
    for (int count = 0; count < 90; count++) {
      Numbers a = Numbers.plain(type, count, random);
      double largest = 0;
      for (int i = 0; i < count; i++) {
        a.put(i, -Math.abs(a.at(i)) * random.nextInt(1, 60));
        largest = i == 0 ? a.at(0) : Math.max(largest, a.at(i));
      }
      Numbers out = new Numbers(type, count);
      double sum = loop.run(out.address(), a.address(), 0, count, largest);
      double expected = 0;
      for (int i = 0; i < count; i++) {
        double wanted = Math.exp(a.at(i) - largest);
        double error = wanted < Float.MIN_NORMAL ? Float.MIN_NORMAL : 1e-5 * wanted;
        assertThat(out.at(i)).as("seed %d", seed).isCloseTo(wanted, within(error));
        expected += wanted;
      }
      assertThat(sum).as("seed %d", seed).isCloseTo(expected, near(expected));
      assertThat(sums.run(0, a.address(), 0, count, largest)).isEqualTo(sum);
      assertThat(out.isGuarded()).as("seed %d", seed).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void exponentialsBelowOneHaveTheirLimits(DType type) {
    double[] given = {0, -0.0, Double.NEGATIVE_INFINITY, Double.NaN, -1e30, -1e4, -87};
    double[] expected = {1, 1, 0, Double.NaN, 0, 0, Math.exp(-87)};
    FoldLoop loop = FoldLoops.exponentialsBelowOne().of(type);
    for (int i = 0; i < given.length; i++) {
      for (int count : new int[] {1, 64}) {
        Numbers a = new Numbers(type, count);
        for (int k = 0; k < count; k++) {
          a.put(k, k == count - 1 ? given[i] : -k);
        }
        Numbers out = new Numbers(type, count);
        double _ = loop.run(out.address(), a.address(), 0, count, 0);
        double found = out.at(count - 1);
        if (Double.isNaN(expected[i])) {
          assertThat(found).isNaN();
        } else {
          assertThat(found).isCloseTo(expected[i], within(1e-6 * expected[i]));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void theMaximumOfNumbersLeavesOutNan(DType type) {
    FoldLoop maxima = FoldLoops.maxOfNumbers().of(type);
    for (int count = 0; count < 150; count++) {
      Numbers a = Numbers.plain(type, count, random);
      double max = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < count; i++) {
        if (random.nextInt(3) == 0) {
          a.put(i, Double.NaN);
        } else {
          max = Math.max(max, a.at(i));
        }
      }
      assertThat(maxima.run(0, a.address(), 0, count, 0)).as("seed %d", seed).isEqualTo(max);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void oneNanAnywhereIsTheGreatestAndTheSum(DType type) {
    FoldLoop sums = FoldLoops.sum().of(type);
    FoldLoop maxima = FoldLoops.max().of(type);
    for (int place = 0; place < 90; place++) {
      Numbers a = Numbers.plain(type, 90, random);
      a.put(place, Double.NaN);
      assertThat(maxima.run(0, a.address(), 0, 90, 0)).isNaN();
      assertThat(sums.run(0, a.address(), 0, 90, 0)).isNaN();
    }
  }

  @Test
  void aLongSumOfFloatsStaysExact() {
    int count = 1 << 20;
    Numbers ones = new Numbers(DType.FLOAT32, count);
    for (int i = 0; i < count; i++) {
      ones.put(i, 0.1);
    }
    double sum = FoldLoops.sum().of(DType.FLOAT32).run(0, ones.address(), 0, count, 0);
    assertThat(sum / count).isCloseTo(0.1f, within(1e-7));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void compiledSumsHaveTheBitsOfInterpretedOnes(DType type) {
    FoldLoop sums = FoldLoops.sum().of(type);
    FoldLoop sumsOfProducts = FoldLoops.sumOfProducts().of(type);
    int count = 3001;
    Numbers a = Numbers.plain(type, count, random);
    Numbers b = Numbers.plain(type, count, random);
    double sum = sums.run(0, a.address(), 0, count, 0);
    double products = sumsOfProducts.run(0, a.address(), b.address(), count, 0);
    for (int call = 0; call < CALLS_UNTIL_COMPILED; call++) {
      assertThat(sums.run(0, a.address(), 0, count, 0)).as("seed %d", seed).isEqualTo(sum);
      assertThat(sumsOfProducts.run(0, a.address(), b.address(), count, 0))
          .as("seed %d", seed)
          .isEqualTo(products);
    }
  }
}
