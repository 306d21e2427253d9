package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FunctionLoopsTest {
  private static final int COUNT = 4099;
  // The loop is compiled while it runs, after some hundred thousand iterations.
  private static final int CALLS_UNTIL_COMPILED = 200;
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.5,
    -2.5,
    0.49999997f,
    -0.99999994f,
    1e-40,
    0x1p22 + 0.5,
    -0x1p22 - 0.5,
    0x1p23 - 0.5,
    0x1p23 + 1,
    0x1p31,
    -0x1p52 + 0.5,
    0x1p52 + 1,
    0x1p63,
    Double.MAX_VALUE,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private final long seed = Long.getLong("test.seed", 1);
  private final Random random = new Random(seed);

  private Numbers arguments(DType type, double scale) {
    Numbers numbers = Numbers.plain(type, COUNT, random);
    for (int i = 0; i < COUNT; i++) {
      numbers.put(i, i < SPECIAL.length ? SPECIAL[i] : numbers.at(i) * scale);
    }
    return numbers;
  }

  private void checkRandom(
      PointwiseLoop loop, DType type, double scale, double ulps, DoubleUnaryOperator exact) {
    check(loop, arguments(type, scale), new Numbers(type, COUNT), type, ulps, exact);
  }

  private void check(
      PointwiseLoop loop,
      Numbers a,
      Numbers out,
      DType type,
      double ulps,
      DoubleUnaryOperator exact) {
    loop.run(out.address(), a.address(), 0, 0, COUNT, Scalar.ONE);
    for (int i = 0; i < COUNT; i++) {
      double value = exact.applyAsDouble(a.at(i));
      double expected = type == DType.FLOAT32 ? (float) value : value;
      double found = out.at(i);
      boolean isExact = Double.compare(found, expected) == 0;
      if (ulps == 0 || Double.isNaN(expected) || Double.isInfinite(expected)) {
        assertThat(isExact).as("%s of %s is %s, seed %d", type, a.at(i), found, seed).isTrue();
      } else if (!isExact) {
        double ulp = type == DType.FLOAT32 ? Math.ulp((float) expected) : Math.ulp(expected);
        assertThat(Math.abs(found - value) / ulp)
            .as("error of %s of %s, seed %d", type, a.at(i), seed)
            .isLessThanOrEqualTo(ulps);
      }
    }
    assertThat(out.isGuarded()).isTrue();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void roundingIsExact(DType type) {
    Map<String, DoubleUnaryOperator> functions =
        Map.of(
            "floor",
            Math::floor,
            "ceil",
            Math::ceil,
            "round",
            Math::rint,
            "trunc",
            a -> a < 0 ? Math.ceil(a) : Math.floor(a));
    functions.forEach((name, exact) -> {
      for (double scale : new double[] {1, 100, 1e7, 1e16}) {
        checkRandom(FunctionLoops.rounding(name).of(type), type, scale, 0, exact);
      }
    });
    checkRandom(
        FunctionLoops.function("frac").of(type),
        type,
        3,
        0,
        a -> a - (a < 0 ? Math.ceil(a) : Math.floor(a)));
    checkRandom(
        FunctionLoops.sign().of(type), type, 1, 0, a -> Double.isNaN(a) ? 0 : Math.signum(a) + 0.0);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void functionsRoundLittle(DType type) {
    Map<String, DoubleUnaryOperator> functions =
        Map.of(
            "rsqrt",
            a -> 1 / Math.sqrt(a),
            "sin",
            Math::sin,
            "cos",
            Math::cos,
            "tan",
            Math::tan,
            "sinh",
            Math::sinh,
            "cosh",
            Math::cosh,
            "expm1",
            Math::expm1,
            "log1p",
            Math::log1p,
            "log10",
            Math::log10);
    double ulps = type == DType.FLOAT32 ? 1.5 : 2.5; // of doubles, Math may be wrong by 1
    functions.forEach((name, exact) -> {
      PointwiseLoop loop = FunctionLoops.function(name).of(type);
      Numbers out = new Numbers(type, COUNT);
      for (double scale : new double[] {0.1, 1, 7}) {
        Numbers a = arguments(type, scale);
        for (int call = 0; call < CALLS_UNTIL_COMPILED; call++) {
          loop.run(out.address(), a.address(), 0, 0, COUNT, Scalar.ONE);
        }
        check(loop, a, out, type, ulps, exact);
      }
    });
  }

  @Test
  void hardsigmoidKeepsItsDigitsWhereItBegins() {
    Numbers a = new Numbers(DType.FLOAT32, 1);
    a.put(0, Math.nextUp(-3f));
    FunctionLoops.function("hardsigmoid")
        .of(DType.FLOAT32)
        .run(a.address(), a.address(), 0, 0, 1, Scalar.ONE);
    assertThat((float) a.at(0)).isEqualTo((Math.nextUp(-3f) + 3) / 6);
  }
}
