package jackfield.tools.conformance.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.KitPlatform;
import jackfield.conformance.gradient.DifferenceCheck;
import jackfield.conformance.gradient.DifferenceCheck.Answer;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Registration;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow") // plugs the reference
final class DifferenceCheckTest {
  private static final KitPlatform PLATFORM = new KitPlatform();

  static {
    PLATFORM.plugClassPath(component -> component.bundle().equals("backend.cpu.reference"));
  }

  private static final String VALUES = "{'dtype':'%s','shape':[3],'data':%s}";

  private static Answer answer(String operator, String arguments) {
    String line = "{'op':'%s','args':[%s]}".formatted(operator, arguments).replace('\'', '"');
    try {
      RecordedVector vector = new RecordedVector("", new ObjectMapper().readTree(line), 0);
      return new DifferenceCheck(PLATFORM.dispatcher(), PLATFORM.autograd()).of(vector);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Test
  void gradientsOfAnyPrecisionAreComparedInDouble() {
    assertThat(answer("aten::tanh", VALUES.formatted("float16", "[0.25,-1,2]")))
        .isEqualTo(Answer.AGREES);
    assertThat(answer("aten::tanh", VALUES.formatted("complex64", "[[0.25,1],[-1,0],[2,1]]")))
        .isEqualTo(Answer.AGREES);
  }

  @Test
  void formsInPlaceAreCompared() {
    assertThat(answer("aten::tanh_", VALUES.formatted("float64", "[0.25,-1,2]")))
        .isEqualTo(Answer.AGREES);
  }

  @Test
  void cornersAndRandomNumbersDecideNothing() {
    assertThat(answer("aten::abs", VALUES.formatted("float64", "[0,0,0]")))
        .isEqualTo(Answer.UNDECIDED);
    assertThat(answer("aten::mode", VALUES.formatted("float64", "[2,2,2]")))
        .isNotEqualTo(Answer.DIFFERS);
    assertThat(answer("aten::bernoulli", VALUES.formatted("float64", "[0.5,0.5,0.5]")))
        .isEqualTo(Answer.UNDECIDED);
  }

  @Test
  void whatHasNoGradientDecidesNothing() {
    String values = VALUES.formatted("float64", "[1,2,3]");
    assertThat(answer("aten::floor_divide", values + "," + values)).isEqualTo(Answer.UNDECIDED);
  }

  @Test
  void aWrongGradientDiffers() {
    OperatorName backward = OperatorName.parse("aten::tanh_backward");
    BoxedKernel right =
        PLATFORM
                .dispatcher()
                .report(backward)
                .orElseThrow()
                .kernels()
                .get(DispatchKey.CPU)
                .getFirst()
                .function()
            ::callBoxed;
    BoxedKernel wrong =
        (operator, keys, stack) -> {
          right.call(operator, keys, stack);
          twice(stack.tensor(stack.size() - 1));
        };
    try (Registration _ =
        PLATFORM
            .dispatcher()
            .commit(
                Provenance.of("wrong"),
                changes ->
                    changes
                        .ranking(1_000)
                        .kernel(backward, DispatchKey.CPU, KernelFunction.boxed(wrong)))) {
      assertThat(answer("aten::tanh", VALUES.formatted("float64", "[0.25,-1,2]")))
          .isEqualTo(Answer.DIFFERS);
    }
  }

  private static void twice(Tensor tensor) {
    HostData.forEachAddress(
        tensor,
        at -> Elements.putDouble(tensor.dtype(), at, 2 * Elements.doubleAt(tensor.dtype(), at)));
  }
}
