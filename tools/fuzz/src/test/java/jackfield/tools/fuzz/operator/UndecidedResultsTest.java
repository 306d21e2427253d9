package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls on which the backends are right, though they compute in another order. */
@Tag("slow")
final class UndecidedResultsTest {
  @Test
  void correlationsOfEqualNumbersAreNotCompared() {
    Case call =
        new Case(
            new OperatorName("aten::corrcoef", ""),
            List.of(new Memory(DType.FLOAT32, 5, List.of(0.769), 0, false)),
            List.of(View.contiguous(0, List.of(5L))),
            List.of(new Ref(0)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void normalizationsWithANegativeEpsAreNotCompared() {
    Case call =
        new Case(
            new OperatorName("aten::layer_norm", ""),
            List.of(new Memory(DType.FLOAT64, 10, List.of(1.044), 0, false)),
            List.of(View.contiguous(0, List.of(5L, 2L))),
            Arrays.asList(new Ref(0), List.of(5L, 2L), null, null, -1e-300, true));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void pseudoinversesOfNearlySingularMatricesAreNotCompared() {
    Case call =
        new Case(
            new OperatorName("aten::linalg_pinv", "atol_rtol_tensor"),
            List.of(new Memory(DType.FLOAT64, 6, List.of(-3.153), 0.0137, false)),
            List.of(View.contiguous(0, List.of(2L, 3L))),
            Arrays.asList(new Ref(0), null, null, false));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void sumsInPlaceOfElementsThatOverlapAreComparedAndAgree() {
    Case call =
        new Case(
            new OperatorName("aten::cumsum_", ""),
            List.of(new Memory(DType.FLOAT32, 11, List.of(1.0), 0, false)),
            List.of(new View(0, List.of(3L, 3L, 3L), List.of(2L, 1L, 2L), 0, false)),
            Arrays.asList(new Ref(0), 1L, null));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  /** Found with --seed 20261507. */
  @Test
  void gradientsForABufferThatNoForwardGivesAreNotCompared() {
    Case call =
        new Case(
            new OperatorName("aten::log_sigmoid_backward", ""),
            List.of(
                new Memory(DType.FLOAT32, 2, List.of(1e10, 1.5), 0, false),
                new Memory(DType.FLOAT32, 2, List.of(-0.5), 0, false),
                new Memory(DType.FLOAT32, 2, List.of(1e10), 0, false)),
            List.of(
                View.contiguous(0, List.of(2L)),
                View.contiguous(1, List.of(2L)),
                View.contiguous(2, List.of(2L))),
            List.of(new Ref(0), new Ref(1), new Ref(2)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void gradientsWhoseFactorsOverflowAreNotCompared() {
    List<View> numbers = List.of(View.contiguous(0, List.of(1L)), View.contiguous(1, List.of(1L)));
    Case elu =
        new Case(
            new OperatorName("aten::elu_backward", ""),
            List.of(
                new Memory(DType.FLOAT64, 1, List.of(1.0), 0, false),
                new Memory(DType.FLOAT64, 1, List.of(-0.69), 0, false)),
            numbers,
            List.of(
                new Ref(0), Scalar.of(1L), Scalar.of(1e300), Scalar.of(1e300), false, new Ref(1)));
    Case softplus =
        new Case(
            new OperatorName("aten::softplus_backward", ""),
            List.of(
                new Memory(DType.FLOAT16, 1, List.of(2.3e18), 0, false),
                new Memory(DType.UINT8, 1, List.of(-3.0), 0, false)),
            numbers,
            List.of(new Ref(0), new Ref(1), Scalar.of(-1.04), Scalar.of(1L)));
    assertThat(new Fixture().check(elu)).isEmpty();
    assertThat(new Fixture().check(softplus)).isEmpty();
  }

  /** The exponential of 255 is infinite in the type in which a bfloat16 is computed. */
  @Test
  void softplusWithALargeThresholdIsNotCompared() {
    Case call =
        new Case(
            new OperatorName("aten::softplus", ""),
            List.of(new Memory(DType.BFLOAT16, 1, List.of(255.0), 0, false)),
            List.of(new View(0, List.of(1L), List.of(1L), 0, false)),
            List.of(new Ref(0), Scalar.of(1L), Scalar.of(1e300)));
    assertThat(new Fixture().check(call)).isEmpty();
  }

  @Test
  void digammaOfItsOwnResultsIsNotCompared() {
    Case call =
        new Case(
            new OperatorName("aten::digamma_", ""),
            List.of(
                new Memory(
                    DType.FLOAT32, 6, List.of(-1.086, -0.803, 1.482, -0.077, 0.074), 0, false)),
            List.of(new View(0, List.of(3L, 3L), List.of(1L, 1L), 1, false)),
            List.of(new Ref(0)));
    assertThat(new Fixture().check(call)).isEmpty();
  }
}
