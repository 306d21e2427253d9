package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.InvalidArgument;
import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.Outcome.Answered;
import jackfield.tools.fuzz.operator.Outcome.Refused;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.Values.Seed;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which calls are those of a device, and where it may differ from the host. */
@Tag("slow")
final class DeviceCheckTest {
  private static final Memory ONE = new Memory(DType.FLOAT32, 1, List.of(1.0), 0, false);
  private static final View WHOLE = View.contiguous(0, List.of(1L));
  private static final View NUMBER = new View(0, List.of(), List.of(), 0, true);

  private final Fixture fixture = new Fixture();

  private static Case call(String name, String overload, List<View> views, Object... arguments) {
    return new Case(new OperatorName(name, overload), List.of(ONE, ONE), views, List.of(arguments));
  }

  private boolean isFor(Case call) {
    Operator operator = fixture.dispatcher().operator(call.operator().toString());
    return DeviceCheck.isFor(operator, call);
  }

  @Test
  void callsWithTensorsAreOfTheDevice() {
    assertThat(isFor(call("aten::neg", "", List.of(WHOLE), new Ref(0)))).isTrue();
    assertThat(isFor(call("aten::neg", "", List.of(NUMBER), new Ref(0)))).isFalse();
    View other = new View(1, List.of(), List.of(), 0, true);
    assertThat(isFor(call("aten::mul", "Tensor", List.of(WHOLE, other), new Ref(0), new Ref(1))))
        .isTrue();
  }

  @Test
  void numbersThatAreWrittenOrSharedStayOnTheHost() {
    List<View> shared = List.of(WHOLE, NUMBER);
    assertThat(isFor(call("aten::mul", "Tensor", shared, new Ref(0), new Ref(1)))).isFalse();
    View written = new View(1, List.of(), List.of(), 0, true);
    assertThat(isFor(call("aten::neg", "out", List.of(WHOLE, written), new Ref(0), new Ref(1))))
        .isFalse();
  }

  @Test
  void generatorsAreOfTheHost() {
    assertThat(isFor(call("aten::normal_", "", List.of(WHOLE), new Ref(0), 0.0, 1.0, new Seed(1))))
        .isFalse();
  }

  @Test
  void onlyTheHostRefusesToDivideIntegersBy0() {
    Case call = call("aten::fmod", "Tensor", List.of(WHOLE), new Ref(0), new Ref(0));
    Outcome answered = new Answered(List.of());
    Outcome byZero = new Refused(refusal("has a 0, by which no integer is divided"));
    assertThat(DeviceCheck.mayDiffer(call, byZero, answered)).isTrue();
    assertThat(DeviceCheck.mayDiffer(call, answered, byZero)).isFalse();
    assertThat(DeviceCheck.mayDiffer(call, new Refused(refusal("is negative")), answered))
        .isFalse();
  }

  private static InvalidArgument refusal(String says) {
    return new InvalidArgument("fmod", "other", says);
  }
}
