package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class ErrorFunctionsTest {
  private static final String[] FORMS = {"none", "tanh"};

  private final Twins twins = new Twins();

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT64 -> 1e-13;
      case FLOAT32 -> 2e-6;
      case FLOAT16 -> 2e-3;
      default -> 1e-2;
    };
  }

  private void agree(Tensor grad, Tensor self) {
    double tolerance = tolerance(self.dtype());
    twins.expectClose("erf", tolerance, twins.fast.erf(self), twins.twin.erf(self));
    for (String form : FORMS) {
      twins.expectClose(
          "gelu " + form, tolerance, twins.fast.gelu(self, form), twins.twin.gelu(self, form));
      twins.expectClose(
          "gelu_backward " + form,
          10 * tolerance, // terms cancel where the gradient is 0
          twins.fast.geluBackward(grad, self, form),
          twins.twin.geluBackward(grad, self, form));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void functionsAgreeWithTheirTwins(DType type) {
    for (int round = 0; round < 20; round++) {
      Tensor self = twins.tensor(type, true, twins.length(), 1 + twins.random.nextInt(5));
      Tensor grad = twins.tensor(type, false, self.sizes());
      agree(grad, twins.twin.mul(self, round % 2 == 0 ? 1.0 : 0.037));
    }
  }

  /** Denormal numbers, where the two formulas meet, where tails end, and large numbers. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void extremeNumbersAgreeWithTheirTwins(DType type) {
    double[] positive = {
      0,
      1e-45,
      1e-40,
      1e-20,
      1e-6,
      0.5,
      0.99999994,
      1,
      1.0000001,
      1.4142135,
      3,
      5.9,
      9.1,
      10.6,
      14,
      26.5,
      27.6,
      38.6,
      100,
      1e10,
      1e19,
      Double.POSITIVE_INFINITY
    };
    double[] both = new double[2 * positive.length + 1];
    for (int i = 0; i < positive.length; i++) {
      both[2 * i] = positive[i];
      both[2 * i + 1] = -positive[i];
    }
    both[2 * positive.length] = Double.NaN;
    Tensor self = twins.numbers(type, both);
    agree(twins.twin.onesLike(self), self);
  }

  /** The results fall to 1e-34, so their quotient shows the relative error. */
  @Test
  void smallTailsKeepTheirDigits() {
    double[] negative = new double[1200];
    Arrays.setAll(negative, i -> -(i + 1) / 100.0);
    Tensor self = twins.numbers(DType.FLOAT32, negative);
    Tensor exact = twins.twin.gelu(twins.twin.to(self, DType.FLOAT64));
    Tensor quotient = twins.twin.div(twins.fast.gelu(self), exact);
    twins.expectClose("gelu", 1e-5, quotient, twins.twin.onesLike(quotient));
  }

  @Test
  void integersBecomeFloats() {
    Tensor self = twins.tensor(DType.INT32, false, 37);
    twins.expectClose("erf", 2e-6, twins.fast.erf(self), twins.twin.erf(self));
  }

  @Test
  void anUnknownApproximationIsRefused() {
    Tensor one = twins.tensor(DType.FLOAT32, false, 1);
    assertThatThrownBy(() -> twins.fast.gelu(one, "erf"))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("must be none or tanh, found erf");
    assertThatThrownBy(() -> twins.fast.geluBackward(one, one, "erf"))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("must be none or tanh, found erf");
  }
}
