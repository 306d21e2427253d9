package jackfield.backend.cpu.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
final class GammaFunctionsTest {
  private static final int CALLS_UNTIL_COMPILED = 200;

  private final Twins twins = new Twins();

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT64 -> 1e-12;
      case FLOAT32, INT32, UINT8 -> 2e-4; // near a zero left of 0, terms of 1 to 20 cancel
      case FLOAT16 -> 3e-3;
      default -> 2e-2;
    };
  }

  private void agree(Tensor self) {
    double tolerance = tolerance(self.dtype());
    agree("lgamma", self, tolerance, Aten::lgamma);
    agree("digamma", self, tolerance, Aten::digamma);
    agree("sinc", self, tolerance, Aten::sinc);
    if (!self.dtype().isFloating()) {
      return;
    }
    agree("lgamma_", self, tolerance, (aten, a) -> aten.lgamma_(aten.clone(a)));
    agree("digamma_", self, tolerance, (aten, a) -> aten.digamma_(aten.clone(a)));
  }

  private interface Call {
    Tensor of(Aten aten, Tensor self);
  }

  private void agree(String name, Tensor self, double tolerance, Call call) {
    String what = name + " of " + self.dtype();
    twins.expectClose(what, tolerance, call.of(twins.fast, self), call.of(twins.twin, self));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void functionsAgreeWithTheirTwins(DType type) {
    for (int round = 0; round < 20; round++) {
      Tensor self = twins.tensor(type, true, twins.length(), 1 + twins.random.nextInt(5));
      agree(twins.twin.mul(self, round % 2 == 0 ? 1.0 : 0.37));
    }
  }

  /** Poles, zeros, where two formulas meet, subnormal numbers, large ones. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void extremeNumbersAgreeWithTheirTwins(DType type) {
    double[] sizes = {
      0,
      1e-45,
      1e-40,
      1e-20,
      1e-6,
      0.49999997,
      0.5,
      0.99999994,
      1,
      1.0000001,
      1.4616321449683622,
      1.5,
      1.9999999,
      2,
      2.0000002,
      2.5,
      7.9999995,
      8,
      8.000001,
      33.3,
      170.6,
      1e5,
      8388607.5,
      8388609,
      1e10,
      1e36,
      Double.POSITIVE_INFINITY,
      Double.NaN
    };
    double[] both = new double[2 * sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      both[2 * i] = sizes[i];
      both[2 * i + 1] = -sizes[i];
    }
    Tensor self = twins.numbers(type, both);
    agree(self);
    for (int i = 0; i < CALLS_UNTIL_COMPILED; i++) {
      agree(twins.twin.mul(self, 1 - i * 0.004));
    }
  }

  @Test
  void integersBecomeFloats() {
    agree(twins.tensor(DType.INT32, false, 37));
    agree(twins.tensor(DType.UINT8, false, 1100));
  }

  @Test
  void theZerosOfLgammaArePositive() {
    for (DType type : new DType[] {DType.FLOAT32, DType.FLOAT64}) {
      Tensor zeros = HostData.tensor(new double[] {1, 2, 1, 2, 1, 2, 1, 2, 1}, 9);
      Tensor inverse = twins.fast.reciprocal(twins.fast.lgamma(twins.fast.to(zeros, type)));
      assertThat(HostData.doubles(twins.fast.to(inverse, DType.FLOAT64)))
          .containsOnly(Double.POSITIVE_INFINITY);
    }
  }
}
