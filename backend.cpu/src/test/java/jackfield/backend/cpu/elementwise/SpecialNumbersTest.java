package jackfield.backend.cpu.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Special numbers and their pairs: NaN, infinities, zeros of both signs, subnormal and huge ones,
 * and quotients that are almost whole. Compiled loops treat them in other code than interpreted
 * ones, so each call is repeated until it is compiled.
 */
@Tag("slow")
final class SpecialNumbersTest {
  private static final int CALLS_UNTIL_COMPILED = 150;
  private static final double[] SIZES = {
    0,
    1,
    0.5,
    2,
    3,
    1.7f,
    0.1f,
    0.3f,
    7,
    0.99999994f,
    1.0000001f,
    2.9999998f,
    25,
    149.5,
    1e-3f,
    1e-20f,
    1e20f,
    Float.MIN_VALUE,
    3 * Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    0x1p21,
    0x1p22 + 0.5,
    0x1p23 - 1,
    0x1p23 + 1,
    0x1p24,
    0x1p31,
    0x1p50 + 0.25,
    0x1p51 - 0.5,
    0x1p53,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NaN
  };

  private final Twins twins = new Twins();
  private final Map<String, Pair> pairs = new LinkedHashMap<>();
  private final Map<String, Pair> exactPairs = new LinkedHashMap<>();

  /** Calls an operator with two tensors, of which it may ignore the second. */
  private interface Pair {
    Tensor of(Aten aten, Tensor a, Tensor b);
  }

  SpecialNumbersTest() {
    exactPairs.put("fmod", Aten::fmod);
    exactPairs.put("remainder", Aten::remainder);
    exactPairs.put("floor_divide", Aten::floorDivide);
    exactPairs.put("div floor", (aten, a, b) -> aten.div(a, b, "floor"));
    exactPairs.put("div trunc", (aten, a, b) -> aten.div(a, b, "trunc"));
    exactPairs.put("remainder_", (aten, a, b) -> aten.remainder_(aten.clone(a), b));
    exactPairs.put("fmod.out", (aten, a, b) -> aten.fmodOut(a, b, aten.emptyLike(a)));
    exactPairs.put("remainder by a number", (aten, a, b) -> aten.remainder(a, Scalar.of(-0.75)));
    exactPairs.put("remainder of a number", (aten, a, b) -> aten.remainder(Scalar.of(5.5), b));
    for (double exponent : new double[] {2, 0.5, -1}) {
      exactPairs.put("pow " + exponent, (aten, a, b) -> aten.pow(a, Scalar.of(exponent)));
    }
    for (double exponent : new double[] {-2, -0.5, 1.75, 3, 7, -1e-300, 1e300, 2 + 1e-12}) {
      pairs.put("pow " + exponent, (aten, a, b) -> aten.pow(a, Scalar.of(exponent)));
    }
    pairs.put("pow", Aten::pow);
    pairs.put("pow of a number", (aten, a, b) -> aten.pow(Scalar.of(1.25), b));
    pairs.put("xlogy", Aten::xlogy);
    pairs.put("exp2", (aten, a, b) -> aten.exp2(a));
    pairs.put("log2", (aten, a, b) -> aten.log2(a));
    pairs.put("asin", (aten, a, b) -> aten.asin(a));
    pairs.put("acos", (aten, a, b) -> aten.acos(a));
    pairs.put("atan", (aten, a, b) -> aten.atan(a));
    pairs.put("asinh", (aten, a, b) -> aten.asinh(a));
    pairs.put("acosh", (aten, a, b) -> aten.acosh(a));
    pairs.put("atanh", (aten, a, b) -> aten.atanh(a));
    addLimits();
  }

  private void addLimits() {
    exactPairs.put("heaviside", Aten::heaviside);
    exactPairs.put("sgn", (aten, a, b) -> aten.sgn(a));
    exactPairs.put("threshold", (aten, a, b) -> aten.threshold(a, Scalar.of(0.3), Scalar.of(-7)));
    exactPairs.put("hardshrink", (aten, a, b) -> aten.hardshrink(a, 0.3));
    exactPairs.put("hardshrink_backward", (aten, a, b) -> aten.hardshrinkBackward(a, b, 0.3));
    exactPairs.put("softshrink_backward", (aten, a, b) -> aten.softshrinkBackward(a, b, 0.5));
    exactPairs.put("nan_to_num", (aten, a, b) -> aten.nanToNum(a));
    exactPairs.put("fmax", Aten::fmax);
    exactPairs.put("fmin", Aten::fmin);
    exactPairs.put("copysign", Aten::copysign);
    exactPairs.put("isinf", (aten, a, b) -> aten.isinf(a));
    exactPairs.put("isposinf", (aten, a, b) -> aten.isposinf(a));
    exactPairs.put("isneginf", (aten, a, b) -> aten.isneginf(a));
    exactPairs.put("signbit", (aten, a, b) -> aten.signbit(a));
    pairs.put("special_xlog1py", Aten::specialXlog1py);
    pairs.put("special_entr", (aten, a, b) -> aten.specialEntr(a));
    pairs.put("deg2rad", (aten, a, b) -> aten.deg2rad(a));
    pairs.put("rad2deg", (aten, a, b) -> aten.rad2deg(a));
    pairs.put("softshrink", (aten, a, b) -> aten.softshrink(a, 0.3));
    pairs.put("round to 2 decimals", (aten, a, b) -> aten.round(a, 2));
    pairs.put("round to thousands", (aten, a, b) -> aten.round(a, -3));
    pairs.put("logit", (aten, a, b) -> aten.logit(a));
  }

  private static double number(int i) {
    return i % 2 == 0 ? SIZES[i / 2] : -SIZES[i / 2];
  }

  /** Returns a matrix whose element is the special number of its row, or of its column. */
  private static Tensor specials(DType type, boolean isOfRow) {
    int side = 2 * SIZES.length;
    Tensor made = HostData.empty(type, side, side);
    int[] next = {0};
    HostData.forEachAddress(
        made,
        address -> {
          int i = next[0]++;
          Elements.putDouble(type, address, number(isOfRow ? i / side : i % side));
        });
    return made;
  }

  private void check(String what, Pair call, double ulps, Tensor a, Tensor b) {
    Tensor expected = call.of(twins.twin, a, b);
    Tensor found = call.of(twins.fast, a, b);
    compare(what + " interpreted", ulps, found, expected, a, b);
    for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
      found = call.of(twins.fast, a, b);
    }
    compare(what, ulps, found, expected, a, b);
  }

  private static double ulp(DType type, double value) {
    int least = type == DType.FLOAT64 ? Double.MIN_EXPONENT : type == DType.FLOAT16 ? -14 : -126;
    int bits =
        switch (type) {
          case FLOAT16 -> 10;
          case BFLOAT16 -> 7;
          case FLOAT32 -> 23;
          default -> 52;
        };
    return Math.scalb(1.0, Math.max(Math.getExponent(value), least) - bits);
  }

  private static void compare(
      String what, double ulps, Tensor found, Tensor expected, Tensor a, Tensor b) {
    DType type = expected.dtype();
    assertThat(found.dtype()).as(what).isEqualTo(type);
    double[] values = HostData.doubles(found);
    double[] wanted = HostData.doubles(expected);
    double[] as = HostData.doubles(a);
    double[] bs = HostData.doubles(b);
    assertThat(values).as(what).hasSameSizeAs(wanted);
    for (int i = 0; i < values.length; i++) {
      boolean isSame = Double.compare(values[i], wanted[i]) == 0;
      boolean isClose = Math.abs(values[i] - wanted[i]) <= ulps * ulp(type, wanted[i]);
      assertThat(isSame || (ulps > 0 && isClose))
          .as(
              "%s of %s: %s and %s give %s, expected %s",
              what, type, as[i], bs[i], values[i], wanted[i])
          .isTrue();
    }
  }

  private void checkLayouts(String what, Pair call, double ulps, DType type) {
    Tensor a = specials(type, true);
    Tensor b = specials(type, false);
    check(what, call, ulps, a, b);
    int side = 2 * SIZES.length;
    long[] half = {side, side / 2};
    Tensor gaps = a.alias(half, new long[] {side, 2}, 1);
    check(what + " with gaps", call, ulps, gaps, b.alias(half, new long[] {1, side}, 0));
    Tensor row = b.alias(new long[] {side, side}, new long[] {0, 1}, 0);
    check(what + " of a repeated row", call, ulps, a, row);
    Tensor column = b.alias(new long[] {side, side}, new long[] {1, 0}, 0);
    check(what + " of repeated elements", call, ulps, row, column);
    for (int i = 0; i < side; i++) {
      Tensor one = a.alias(new long[] {1}, new long[] {1}, (long) i * side);
      compare(what, ulps, call.of(twins.fast, one, one), call.of(twins.twin, one, one), one, one);
    }
    Tensor none = a.alias(new long[] {0, 3}, new long[] {3, 1}, 0);
    assertThat(call.of(twins.fast, none, none).sizes()).isEqualTo(new long[] {0, 3});
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void exactOperatorsGiveTheBitsOfTheReference(DType type) {
    exactPairs.forEach((name, call) -> checkLayouts(name, call, 0, type));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void functionsRoundLittle(DType type) {
    pairs.forEach((name, call) -> checkLayouts(name, call, 4, type));
  }

  /** Found by the fuzzer: one part of the quotient was NaN beside an infinite one. */
  @Test
  void directionsOfInfiniteComplexNumbersAgree() {
    float[] numbers = {-0.8f, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, 2, 0, 0, 3, 4};
    Tensor complex = HostData.empty(DType.COMPLEX64, 4);
    for (int i = 0; i < 4; i++) {
      Elements.putComplex(
          DType.COMPLEX64,
          complex.address() + (long) i * DType.COMPLEX64.sizeBytes(),
          numbers[2 * i],
          numbers[2 * i + 1]);
    }
    twins.expectSame("sgn", twins.fast.sgn(complex), twins.twin.sgn(complex));
  }
}
