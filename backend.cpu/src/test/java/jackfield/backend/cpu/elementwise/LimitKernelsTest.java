package jackfield.backend.cpu.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits, tests of signs and infinities, and functions beside them, of every type. */
class LimitKernelsTest {
  private static final int ROUNDS = 25;

  private final Twins twins = new Twins();

  private interface Call {
    Tensor of(Aten aten, Tensor a, Tensor b, Tensor c);
  }

  private void same(String what, DType type, Call call) {
    agree(what, 0, type, call);
  }

  private void agree(String what, double tolerance, DType type, Call call) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] sizes = {1 + twins.random.nextInt(3), twins.length()};
      Tensor a = twins.tensor(type, true, sizes);
      Tensor b = twins.tensor(type, true, sizes);
      Tensor c = twins.tensor(type, true, round % 2 == 0 ? sizes : new long[0]);
      Tensor found = call.of(twins.fast, a, b, c);
      Tensor expected = call.of(twins.twin, a, b, c);
      if (tolerance == 0) {
        twins.expectSame(what + " of " + type, found, expected);
      } else {
        assertThat(found.dtype()).isEqualTo(expected.dtype());
        twins.expectClose(what + " of " + type, tolerance, found, expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void testsOfSignsAndInfinitiesAgree(DType type) {
    same("isinf", type, (aten, a, b, c) -> aten.isinf(a));
    if (!type.isComplex()) {
      same("isposinf", type, (aten, a, b, c) -> aten.isposinf(a));
      same("isneginf", type, (aten, a, b, c) -> aten.isneginf(a));
      same("signbit", type, (aten, a, b, c) -> aten.signbit(a));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void largerAndSmallerNumbersAgree(DType type) {
    if (type.isComplex()) {
      return;
    }
    same("fmax", type, (aten, a, b, c) -> aten.fmax(a, b));
    same("fmin", type, (aten, a, b, c) -> aten.fmin(a, c));
    same("copysign", type, (aten, a, b, c) -> aten.copysign(a, b));
    same("copysign of a number", type, (aten, a, b, c) -> aten.copysign(a, -0.0));
    if (!type.isFloating()) {
      same("bitwise_not", type, (aten, a, b, c) -> aten.bitwiseNot(a));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void thresholdsAgree(DType type) {
    if (type.isComplex() || type == DType.BOOL) {
      return;
    }
    for (double limit : new double[] {0, -2, 2.25, 30, Double.NaN}) {
      Scalar number = type.isFloating() ? Scalar.of(limit) : Scalar.of((long) limit);
      same("threshold", type, (aten, a, b, c) -> aten.threshold(a, number, Scalar.of(7L)));
    }
    same(
        "threshold, other number",
        type,
        (aten, a, b, c) -> aten.threshold(a, Scalar.of(1L), Scalar.of(-3L)));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void shrunkNumbersAgree(DType type) {
    for (double limit : new double[] {0, 0.5, 2.25, 1e30, Double.POSITIVE_INFINITY}) {
      same("hardshrink", type, (aten, a, b, c) -> aten.hardshrink(a, limit));
      same("softshrink", type, (aten, a, b, c) -> aten.softshrink(a, limit));
      same("hardshrink_backward", type, (aten, a, b, c) -> aten.hardshrinkBackward(a, b, limit));
      same("softshrink_backward", type, (aten, a, b, c) -> aten.softshrinkBackward(a, b, limit));
    }
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void replacedNumbersAgree(DType type) {
    same("nan_to_num", type, (aten, a, b, c) -> aten.nanToNum(a));
    same("nan_to_num", type, (aten, a, b, c) -> aten.nanToNum(a, 2.5, 1e300, -0.0));
    same("nan_to_num", type, (aten, a, b, c) -> aten.nanToNum(a, Double.NaN, null, 1.0));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void numbersRoundedToDecimalsAgree(DType type) {
    for (long decimals : new long[] {0, 1, 2, -1, -2, 40, -40}) {
      agree("round", tolerance(type), type, (aten, a, b, c) -> aten.round(a, decimals));
    }
  }

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT16 -> 1e-3;
      case BFLOAT16 -> 8e-3;
      case FLOAT32, COMPLEX64 -> 1e-5;
      default -> 1e-12;
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void logitsAgree(DType type) {
    for (Double eps : new Double[] {null, 0.1, 1e-6, 1e-9, 0.7, -1.0, 0.0}) {
      agree("logit", tolerance(type), type, (aten, a, b, c) -> aten.logit(a, eps));
      agree(
          "logit_backward",
          tolerance(type),
          type,
          (aten, a, b, c) -> aten.logitBackward(a, aten.abs(b), eps));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void interpolatedNumbersAndSumsOfPowersAgree(DType type) {
    agree("lerp", tolerance(type), type, Aten::lerp);
    agree("logaddexp", tolerance(type), type, (aten, a, b, c) -> aten.logaddexp(a, b));
  }

  @Test
  void logitsBesideTheUpperLimitAreThoseOfTheLimit() {
    Tensor near =
        twins.numbers(
            DType.FLOAT32, 0.999f, 0.99999f, 0.999999f, Math.nextUp(0.999999f), 1, 2, 0, -1, 1e-6f);
    twins.expectClose("logit", 1e-6, twins.fast.logit(near, 1e-6), twins.twin.logit(near, 1e-6));
  }

  @Test
  void nothingIsAboveAnEndlessLimit() {
    double infinity = Double.POSITIVE_INFINITY;
    for (DType type : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
      Tensor numbers = twins.numbers(type, infinity, -infinity, 2, Double.NaN);
      Tensor grad = twins.numbers(type, infinity, 1, infinity, 1);
      twins.expectSame(
          "logit_backward",
          twins.fast.logitBackward(grad, numbers, -infinity),
          twins.twin.logitBackward(grad, numbers, -infinity));
      twins.expectSame(
          "logit", twins.fast.logit(numbers, -infinity), twins.twin.logit(numbers, -infinity));
    }
  }

  @Test
  void anyByteButZeroOfABooleanIsTrue() {
    Tensor numbers = HostData.empty(DType.UINT8, 200);
    byte[] next = {0};
    HostData.forEachAddress(numbers, address -> HostBytes.putByte(address, (byte) (next[0]++ % 5)));
    Tensor a = twins.fast.view(numbers, DType.BOOL);
    twins.expectSame("bitwise_not", twins.fast.bitwiseNot(a), twins.twin.bitwiseNot(a));
    twins.expectSame("nan_to_num", twins.fast.nanToNum(a), twins.twin.nanToNum(a));
  }

  @Test
  void theSignOfNanIsSeen() {
    Tensor bits = twins.numbers(DType.INT32, 0x7fc00000, 0xffc00000, 0x80000000, 0, -1);
    Tensor numbers = twins.fast.view(bits, DType.FLOAT32);
    assertThat(HostData.doubles(twins.fast.signbit(numbers))).containsExactly(0, 1, 1, 0, 1);
  }
}
