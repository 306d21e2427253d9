package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operators without a gradient for one input: the backward run refuses, not the call. */
final class MissingGradientsTest {
  private static final Recorder RECORDER = new Recorder();
  private static final Aten ATEN = RECORDER.aten;

  private final Tensor order = Recorder.vector(2, 3, 4);
  private final Tensor x = Recorder.vector(0.5, 1, 2);

  private enum Function {
    IGAMMA("igamma", ATEN::igamma),
    IGAMMAC("igammac", ATEN::igammac),
    GAMMAINC("igamma", ATEN::specialGammainc),
    IGAMMA_IN_PLACE("igamma", (a, b) -> ATEN.igamma_(ATEN.clone(a, null), b)),
    ZETA("special_zeta", ATEN::specialZeta),
    ZETA_OF_A_NUMBER("special_zeta", (a, b) -> ATEN.specialZeta(a, 2.0));

    private final String operator;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that capture nothing but the operators
    private final BinaryOperator<Tensor> call;

    Function(String operator, BinaryOperator<Tensor> call) {
      this.operator = operator;
      this.call = call;
    }
  }

  @ParameterizedTest
  @EnumSource
  void theResultIsComputedAndDifferentiatingTheFirstArgumentIsRefused(Function function) {
    Tensor result = function.call.apply(order, x);
    Tensor plain = function.call.apply(ATEN.detach(order), ATEN.detach(x));

    assertThat(HostData.doubles(result)).containsExactly(HostData.doubles(plain));
    assertThat(result.requiresGrad()).isTrue();
    assertThatThrownBy(() -> RECORDER.backward(result))
        .isInstanceOfSatisfying(
            AutogradMisuse.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_DIFFERENTIABLE))
        .hasMessageContaining("of " + function.operator + " with respect to self");
    assertThat(order.grad()).isNull();
  }

  @Test
  void theGradientOfTheSecondArgumentAloneIsComputed() {
    Tensor sum = ATEN.sum(ATEN.specialZeta(order, x));
    List<Tensor> found = RECORDER.feature.grad(GradientRequest.of(sum).withRespectTo(x));
    Tensor alone = Recorder.vector(0.5, 1, 2);
    RECORDER.backward(ATEN.specialZeta(ATEN.detach(order), alone));

    assertThat(HostData.doubles(found.getFirst()))
        .containsExactly(Recorder.grad(alone), within(1e-12));
  }
}
