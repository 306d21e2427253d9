package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.CaseGenerator;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class CaseGeneratorTest {
  private static final int CASES = 20_000;

  private final Fixture fixture = new Fixture();

  private static List<String> lines(CaseGenerator cases) {
    return LongStream.range(0, 200).mapToObj(cases::make).map(JavaLines::of).toList();
  }

  @Test
  void aSeedRepeatsItsCases() {
    assertThat(lines(fixture.cases("", 7))).isEqualTo(lines(fixture.cases("", 7)));
    assertThat(lines(fixture.cases("", 8))).isNotEqualTo(lines(fixture.cases("", 7)));
  }

  @Test
  void everyOperatorIsCalled() {
    CaseGenerator cases = fixture.cases("", 7);
    Set<OperatorName> called = new HashSet<>();
    for (long number = 0; number < CASES; number++) {
      called.add(cases.make(number).operator());
    }
    Set<OperatorName> defined =
        OperatorFuzz.schemas(fixture.dispatcher(), "").stream()
            .map(OperatorSchema::name)
            .collect(Collectors.toSet());
    assertThat(called).isEqualTo(defined);
  }

  @Test
  void everyStorageHoldsTheViewsOverIt() {
    CaseGenerator cases = fixture.cases("", 7);
    for (long number = 0; number < CASES; number++) {
      Case made = cases.make(number);
      for (View view : made.views()) {
        Memory memory = made.memories().get(view.memory());
        assertThat(view.reach())
            .as("case %d of seed 7", number)
            .isBetween(0L, (long) memory.count());
      }
    }
  }

  @Test
  void mostOperatorsAnswerSomeOfTheirCases() {
    CaseGenerator cases = fixture.cases("aten::mm", 7);
    Case answered =
        LongStream.range(0, 100)
            .mapToObj(cases::make)
            .filter(call ->
                Outcome.of(
                        fixture.dispatcher().operator(call.operator().toString()),
                        BuiltTensors.onHost(call))
                    instanceof Outcome.Answered)
            .findFirst()
            .orElseThrow();
    assertThat(answered.operator().name()).isEqualTo("aten::mm");
  }
}
