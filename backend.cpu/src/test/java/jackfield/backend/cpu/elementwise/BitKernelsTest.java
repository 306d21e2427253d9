package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.FrexpTensor;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shifts, divisors, neighbours and mantissas are those of the reference, bit for bit. */
@Tag("slow")
final class BitKernelsTest {
  private static final int CALLS = 60;
  private static final long[][] SHAPES = {{}, {0}, {3, 0}, {1}, {7, 9}, {3, 1, 40}, {2, 700}};
  private static final double[] NUMBERS = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -3,
    1e-3,
    65504,
    Float.MIN_VALUE,
    -Float.MIN_NORMAL,
    Float.MAX_VALUE,
    Double.MIN_VALUE,
    -3 * Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  private final Twins twins = new Twins();

  private interface Pair {
    Tensor of(Aten aten, Tensor a, Tensor b);
  }

  private void agree(String what, Pair call, Tensor a, Tensor b) {
    twins.expectSame(
        "%s of %s and %s".formatted(what, a, b),
        call.of(twins.fast, a, b),
        call.of(twins.twin, a, b));
  }

  /** Returns integers whose bits are random, in some layout. */
  private Tensor bits(DType type, long... sizes) {
    Tensor tensor = twins.tensor(type, false, sizes);
    HostData.forEachAddress(
        tensor,
        at -> Elements.putLong(type, at, twins.random.nextLong() >> twins.random.nextInt(64)));
    return tensor;
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT8", "INT8", "INT16", "INT32", "INT64"})
  void shiftsByAnyDistanceAgree(DType type) {
    for (int call = 0; call < CALLS; call++) {
      for (long[] sizes : SHAPES) {
        Tensor self = bits(type, sizes);
        Tensor near = twins.tensor(type, false, sizes);
        Tensor other = call % 2 == 0 ? near : bits(type, sizes);
        agree("bitwise_left_shift", Aten::bitwiseLeftShift, self, other);
        agree("bitwise_right_shift", Aten::bitwiseRightShift, self, other);
        agree("right in place", (aten, a, b) -> aten.__irshift__(aten.clone(a), b), self, other);
      }
      Tensor self = bits(type, 5, 9);
      Tensor row = twins.tensor(type, false, 9);
      agree("bitwise_left_shift", Aten::bitwiseLeftShift, self, row);
      agree("left", (aten, a, b) -> aten.bitwiseLeftShift(a, Scalar.of(3)), self, row);
      agree("of a number", (aten, a, b) -> aten.bitwiseRightShift(Scalar.of(99), b), self, row);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT8", "INT8", "INT16", "INT32", "INT64"})
  void divisorsAndMultiplesAgree(DType type) {
    long[] ends = {0, 1, -1, 6, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62, Integer.MIN_VALUE, -128};
    Tensor all = HostData.empty(type, ends.length);
    for (int i = 0; i < ends.length; i++) {
      Elements.putLong(type, all.address() + (long) i * type.sizeBytes(), ends[i]);
    }
    long[] column = {ends.length, 1};
    Tensor others = all.alias(column, new long[] {1, 1}, 0);
    for (int call = 0; call < CALLS; call++) {
      agree("gcd", Aten::gcd, all, others);
      agree("lcm", Aten::lcm, all, others);
      for (long[] sizes : SHAPES) {
        Tensor self = bits(type, sizes);
        Tensor other = call % 2 == 0 ? twins.tensor(type, false, sizes) : bits(type, sizes);
        agree("gcd", Aten::gcd, self, other);
        agree("lcm", Aten::lcm, self, other);
        agree("gcd_", (aten, a, b) -> aten.gcd_(aten.clone(a), b), self, other);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void neighboursAgree(DType type) {
    Tensor all = twins.numbers(type, NUMBERS);
    Tensor others = all.alias(new long[] {NUMBERS.length, 1}, new long[] {1, 1}, 0);
    for (int call = 0; call < CALLS; call++) {
      agree("nextafter", Aten::nextafter, all, others);
      for (long[] sizes : SHAPES) {
        Tensor self = twins.tensor(type, true, sizes);
        Tensor other = twins.tensor(type, true, sizes);
        agree("nextafter", Aten::nextafter, self, other);
        agree("nextafter_", (aten, a, b) -> aten.nextafter_(aten.clone(a), b), self, other);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void mantissasAndExponentsAgree(DType type) {
    Tensor all = twins.numbers(type, NUMBERS);
    for (int call = 0; call < CALLS; call++) {
      split(all);
      for (long[] sizes : SHAPES) {
        split(twins.tensor(type, true, sizes));
      }
    }
  }

  private void split(Tensor self) {
    FrexpTensor.Result found = twins.fast.frexp(self);
    FrexpTensor.Result expected = twins.twin.frexp(self);
    twins.expectSame("the mantissa of " + self, found.mantissa(), expected.mantissa());
    twins.expectSame("the exponent of " + self, found.exponent(), expected.exponent());
  }
}
