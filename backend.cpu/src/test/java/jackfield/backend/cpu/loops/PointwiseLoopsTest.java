package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class PointwiseLoopsTest {
  private static final int LONGEST = 150; // two vectors of bytes and a rest
  private static final double FLOAT_TOLERANCE = 1.3e-6;
  private static final double DOUBLE_TOLERANCE = 1e-12;

  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  /** The expected result of a loop, one element at a time. */
  private interface Twin {
    double of(double a, double b, double number);
  }

  private void agrees(ByType<PointwiseLoop> loops, DType type, double number, Twin twin) {
    PointwiseLoop loop = loops.of(type);
    Scalar scalar = type.isFloating() ? Scalar.of(number) : Scalar.of((long) number);
    double tolerance = type == DType.FLOAT64 ? DOUBLE_TOLERANCE : FLOAT_TOLERANCE;
    for (int count = 0; count <= LONGEST; count += 1 + random.nextInt(3)) {
      Numbers a = Numbers.random(type, count, random);
      Numbers b = Numbers.random(type, count, random);
      Numbers out = new Numbers(type, count);
      loop.run(out.address(), a.address(), b.address(), 0, count, scalar);
      for (int i = 0; i < count; i++) {
        double expected = out.rounded(twin.of(a.at(i), b.at(i), number));
        assertClose(out.at(i), expected, tolerance, a.at(i) + ", " + b.at(i) + " at " + i);
      }
      assertThat(out.isGuarded()).as("seed %d, %d elements", seed, count).isTrue();
      loop.run(a.address(), a.address(), b.address(), 0, count, scalar);
      for (int i = 0; i < count; i++) {
        assertClose(a.at(i), out.at(i), 0, "in place at " + i);
      }
    }
  }

  private void assertClose(double found, double expected, double tolerance, String where) {
    boolean close =
        Double.compare(found, expected) == 0
            || found == expected
            || Math.abs(found - expected) <= tolerance * Math.abs(expected) + 1e-37;
    assertThat(close).as("seed %d: %s: %s for %s", seed, where, found, expected).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void arithmeticOfFloatsAgreesWithDoubles(DType type) {
    agrees(PointwiseLoops.add(), type, 1, (a, b, n) -> a + b);
    agrees(PointwiseLoops.add(), type, 0.5, (a, b, n) -> Math.fma(b, n, a));
    agrees(PointwiseLoops.sub(), type, 1, (a, b, n) -> a - b);
    agrees(PointwiseLoops.sub(), type, 3, (a, b, n) -> Math.fma(-b, n, a));
    agrees(PointwiseLoops.mul(), type, 1, (a, b, n) -> a * b);
    agrees(PointwiseLoops.div(), type, 1, (a, b, n) -> a / b);
    agrees(PointwiseLoops.scale(), type, 0.25, (a, b, n) -> a * n);
    agrees(PointwiseLoops.shift(), type, 0.25, (a, b, n) -> a - n);
    agrees(PointwiseLoops.max(), type, 1, (a, b, n) -> Math.max(a, b));
    agrees(PointwiseLoops.min(), type, 1, (a, b, n) -> Math.min(a, b));
    agrees(PointwiseLoops.fill(), type, 7.5, (a, b, n) -> n);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void functionsOfFloatsAgreeWithDoubles(DType type) {
    agrees(PointwiseLoops.neg(), type, 1, (a, b, n) -> -a);
    agrees(PointwiseLoops.relu(), type, 1, (a, b, n) -> a < 0 ? 0 : a);
    agrees(PointwiseLoops.sqrt(), type, 1, (a, b, n) -> Math.sqrt(a));
    agrees(PointwiseLoops.exp(), type, 1, (a, b, n) -> Math.exp(a));
    agrees(PointwiseLoops.log(), type, 1, (a, b, n) -> Math.log(a));
    agrees(PointwiseLoops.sigmoid(), type, 1, (a, b, n) -> 1 / (1 + Math.exp(-a)));
    agrees(PointwiseLoops.tanh(), type, 1, (a, b, n) -> Math.tanh(a));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void gradientsOfFloatsAgreeWithTheirFormulas(DType type) {
    agrees(PointwiseLoops.whereAbove(), type, 0.5, (g, a, n) -> a <= n ? 0 : g);
    PointwiseLoop sigmoid = PointwiseLoops.sigmoidBackward().of(type);
    PointwiseLoop tanh = PointwiseLoops.tanhBackward().of(type);
    for (int count = 0; count < 40; count++) {
      Numbers grad = Numbers.plain(type, count, random);
      Numbers y = Numbers.plain(type, count, random);
      Numbers out = new Numbers(type, count);
      sigmoid.run(out.address(), grad.address(), y.address(), 0, count, Scalar.ONE);
      for (int i = 0; i < count; i++) {
        double wanted = grad.at(i) * (1 - y.at(i)) * y.at(i);
        assertThat(Math.abs(out.at(i) - wanted)).as("seed %d", seed).isLessThan(1e-5);
      }
      tanh.run(out.address(), grad.address(), y.address(), 0, count, Scalar.ONE);
      for (int i = 0; i < count; i++) {
        double wanted = grad.at(i) * (1 - y.at(i) * y.at(i));
        assertThat(Math.abs(out.at(i) - wanted)).as("seed %d", seed).isLessThan(1e-5);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT8", "INT8", "INT16", "INT32", "INT64"})
  void integersWrapAround(DType type) {
    agrees(PointwiseLoops.add(), type, 3, (a, b, n) -> a + 3 * b);
    agrees(PointwiseLoops.sub(), type, 3, (a, b, n) -> a - 3 * b);
    agrees(PointwiseLoops.mul(), type, 1, (a, b, n) -> a * b);
    agrees(PointwiseLoops.neg(), type, 1, (a, b, n) -> -a);
    agrees(PointwiseLoops.relu(), type, 1, (a, b, n) -> Math.max(a, 0));
    agrees(PointwiseLoops.max(), type, 1, (a, b, n) -> Math.max(a, b));
    agrees(PointwiseLoops.min(), type, 1, (a, b, n) -> Math.min(a, b));
    agrees(PointwiseLoops.whereAbove(), type, 40, (g, a, n) -> a <= n ? 0 : g);
    agrees(PointwiseLoops.fill(), type, 17, (a, b, n) -> n);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "UINT8", "INT8", "INT16", "INT32", "INT64", "BOOL"})
  void elementsAreLimitedToARange(DType type) {
    PointwiseLoop clamp = PointwiseLoops.clamp().of(type);
    for (int count = 0; count < 150; count++) {
      Numbers a = Numbers.random(type, count, random);
      Numbers low = Numbers.random(type, count, random);
      Numbers high = Numbers.random(type, count, random);
      Numbers out = new Numbers(type, count);
      clamp.run(out.address(), a.address(), low.address(), high.address(), count, Scalar.ONE);
      for (int i = 0; i < count; i++) {
        double wanted = Math.min(Math.max(a.at(i), low.at(i)), high.at(i));
        assertClose(out.at(i), wanted, 0, "at " + i + " of " + count);
      }
      assertThat(out.isGuarded()).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void booleansAreAddedByOrAndMultipliedByAnd() {
    agrees(PointwiseLoops.add(), DType.BOOL, 1, (a, b, n) -> a + b > 0 ? 1 : 0);
    agrees(PointwiseLoops.add(), DType.BOOL, 0, (a, b, n) -> a);
    agrees(PointwiseLoops.mul(), DType.BOOL, 1, (a, b, n) -> a * b);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "UINT8", "INT8", "INT16", "INT32", "INT64", "BOOL"})
  void comparisonsWriteBooleans(DType type) {
    compares(PointwiseLoops.eq().of(type), type, (a, b, n) -> a == b ? 1 : 0);
    compares(PointwiseLoops.gt().of(type), type, (a, b, n) -> a > b ? 1 : 0);
  }

  private void compares(PointwiseLoop loop, DType type, Twin twin) {
    for (int count = 0; count <= LONGEST; count++) {
      Numbers a = Numbers.random(type, count, random);
      Numbers b = Numbers.random(type, count, random);
      for (int i = 0; i < count; i += 3) {
        b.put(i, a.at(i));
      }
      Numbers out = new Numbers(DType.BOOL, count);
      loop.run(out.address(), a.address(), b.address(), 0, count, Scalar.ONE);
      for (int i = 0; i < count; i++) {
        assertThat(out.at(i))
            .as("seed %d: %s and %s", seed, a.at(i), b.at(i))
            .isEqualTo(twin.of(a.at(i), b.at(i), 1));
      }
      assertThat(out.isGuarded()).as("seed %d", seed).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INT8", "INT16", "INT32", "INT64"})
  void whereTakesFromTheOneOrTheOther(DType type) {
    PointwiseLoop loop = PointwiseLoops.where().of(type);
    for (int count = 0; count <= LONGEST; count++) {
      Numbers condition = Numbers.random(DType.BOOL, count, random);
      Numbers yes = Numbers.random(type, count, random);
      Numbers no = Numbers.random(type, count, random);
      Numbers out = new Numbers(type, count);
      loop.run(out.address(), condition.address(), yes.address(), no.address(), count, Scalar.ONE);
      for (int i = 0; i < count; i++) {
        double wanted = condition.at(i) != 0 ? yes.at(i) : no.at(i);
        assertThat(out.at(i)).as("seed %d", seed).isEqualTo(wanted);
      }
      assertThat(out.isGuarded()).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void alphaOf64BitsIsTakenWhole() {
    Numbers a = Numbers.random(DType.INT64, 3, random);
    Numbers b = new Numbers(DType.INT64, 3);
    b.put(0, 1);
    b.put(1, 1);
    b.put(2, 1);
    Numbers out = new Numbers(DType.INT64, 3);
    long alpha = (1L << 60) + 1;
    PointwiseLoops.add()
        .of(DType.INT64)
        .run(out.address(), a.address(), b.address(), 0, 3, Scalar.of(alpha));
    assertThat(jackfield.memory.HostBytes.longAt(out.address()))
        .isEqualTo(jackfield.memory.HostBytes.longAt(a.address()) + alpha);
  }
}
