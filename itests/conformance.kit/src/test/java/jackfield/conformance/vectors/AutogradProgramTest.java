package jackfield.conformance.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.context.DispatchContext;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AutogradProgramTest {
  private static final String ONE = "{'dtype': 'float64', 'shape': [1], 'data': [%s]}";
  private static final String LEAF =
      "{'do': 'tensor', 'as': 'x', 'value': %s, 'requires_grad': true}"
          .formatted(ONE.formatted(3.0));
  private static final String BACKWARD = "{'do': 'backward', 'of': 'x'}";
  private static final String STATE = "{'do': 'state', 'of': 'x'}";
  private static final String FLAGS =
      "'requires_grad': true, 'is_leaf': true, 'has_grad_fn': false, 'version': 0";

  private final PreparedAutograd autograd = new PreparedAutograd();
  private final TestOperators operators = new TestOperators(autograd);

  private static String program(List<String> steps, String... results) {
    return "{'id': 'hand-0', 'steps': [%s], 'results': [%s]}"
        .formatted(String.join(", ", steps), String.join(", ", results));
  }

  private static String state(String more) {
    return "{'state': {'value': %s, %s%s}}".formatted(ONE.formatted(3.0), FLAGS, more);
  }

  private static String error(String kind) {
    return "{'error': {'type': 'RuntimeError', 'kind': '%s'}}".formatted(kind);
  }

  private void backwardThrows(RuntimeException thrown) {
    autograd.answer(_ -> {
      throw thrown;
    });
  }

  @Test
  void theStateOfALeafIsCompared() {
    assertThat(operators.verdict(program(List.of(LEAF, STATE), "{}", state(""))))
        .isInstanceOf(Verdict.Passed.class);
    assertThat(
            operators.difference(
                program(
                    List.of(LEAF, STATE), "{}", state("").replace("'version': 0", "'version': 1"))))
        .isEqualTo("step 1 (state) version");
    assertThat(
            operators.difference(
                program(
                    List.of(LEAF, STATE),
                    "{}",
                    state("").replace("'requires_grad': true", "'requires_grad': false"))))
        .isEqualTo("step 1 (state) requires_grad");
  }

  @Test
  void accumulatedGradientsAreCompared() {
    autograd.answer(inputs -> {
      inputs.getFirst().autogradSlot().setGrad(HostData.tensor(new double[] {5}, 1));
      return List.of();
    });
    String expected = state(", 'grad': " + ONE.formatted(6.0));
    assertThat(operators.difference(program(List.of(LEAF, BACKWARD, STATE), "{}", "{}", expected)))
        .isEqualTo("step 2 (state) grad element [0]");
  }

  @Test
  void theKindOfAnAutogradErrorCounts() {
    String program = program(List.of(LEAF, BACKWARD), "{}", error("non_scalar"));
    backwardThrows(new AutogradMisuse(AutogradMisuse.Kind.NON_SCALAR, "no scalar"));
    assertThat(operators.verdict(program)).isInstanceOf(Verdict.Passed.class);
    backwardThrows(new AutogradMisuse(AutogradMisuse.Kind.UNUSED, "unused"));
    assertThat(operators.difference(program)).isEqualTo("step 1 (backward)");
    backwardThrows(new IllegalStateException("untyped"));
    assertThat(operators.difference(program)).isEqualTo("step 1 (backward)");
  }

  @Test
  void overlapIsTheOperatorsError() {
    String program = program(List.of(LEAF, BACKWARD), "{}", error("overlap"));
    backwardThrows(new ShapeMismatch("copy_", "elements overlap", new long[] {1}));
    assertThat(operators.verdict(program)).isInstanceOf(Verdict.Passed.class);
    backwardThrows(new AutogradMisuse(AutogradMisuse.Kind.LEAF_IN_PLACE, "leaf"));
    assertThat(operators.difference(program)).isEqualTo("step 1 (backward)");
  }

  @Test
  void anErrorThatDoesNotComeFails() {
    autograd.answer();
    assertThat(operators.difference(program(List.of(LEAF, BACKWARD), "{}", error("unused"))))
        .isEqualTo("step 1 (backward)");
  }

  @Test
  void callsUseAndSetVariables() {
    operators.define(
        "aten::pair(Tensor self) -> Tensor[]",
        arguments -> new Tensor[] {(Tensor) arguments.get(0), null});
    String call = "{'do': 'call', 'op': 'aten::pair', 'args': [{'var': 'x'}], 'as': ['y', 'z']}";
    String undefined = "{'do': 'state', 'of': 'z'}";
    assertThat(
            operators.verdict(
                program(
                    List.of(LEAF, call, STATE.replace("'x'", "'y'"), undefined),
                    "{}",
                    "{}",
                    state(""),
                    "{'state': null}")))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void modesThatAProgramEntersAreLeftAtItsEnd() {
    boolean[] recorded = new boolean[1];
    operators.define(
        "aten::mode() -> Tensor?",
        _ -> {
          recorded[0] = DispatchContext.current().recordsGradients();
          return null;
        });
    String enter = "{'do': 'enter', 'mode': 'no_grad'}";
    String call = "{'do': 'call', 'op': 'aten::mode', 'args': [], 'as': null}";
    assertThat(operators.verdict(program(List.of(enter, call), "{}", "{}")))
        .isInstanceOf(Verdict.Passed.class);
    assertThat(recorded[0]).isFalse();
    assertThat(DispatchContext.current().recordsGradients()).isTrue();
  }

  @Test
  void aProgramWithAMissingOperatorIsSkipped() {
    String call = "{'do': 'call', 'op': 'aten::nowhere', 'args': [], 'as': null}";
    assertThat(operators.verdict(program(List.of(call), "{}"))).isInstanceOf(Verdict.Skipped.class);
  }

  private static final String CALL_OVERLAP =
      "{'do': 'call', 'op': 'aten::refuse', 'args': [], 'as': null}";

  private void refuses(RuntimeException thrown) {
    operators.define(
        "aten::refuse() -> Tensor?",
        _ -> {
          throw thrown;
        });
  }

  private static String withTolerance(String program) {
    return program.replace("'id': 'hand-0'", "'id': 'prog-in-0', 'tol': [0.1, 0]");
  }

  @Test
  void withAToleranceTheKindOfARefusalIsFreeUnlessMemoryOverlaps() {
    refuses(new AutogradMisuse(AutogradMisuse.Kind.UNUSED, "unused"));
    assertThat(
            operators.verdict(withTolerance(program(List.of(CALL_OVERLAP), error("non_scalar")))))
        .isInstanceOf(Verdict.Passed.class);
    assertThat(
            operators.difference(withTolerance(program(List.of(CALL_OVERLAP), error("overlap")))))
        .isEqualTo("step 0 (aten::refuse)");
  }

  @Test
  void theValueOfAVariableIsComparedByTheProgramsTolerance() {
    String step = "{'do': 'value', 'of': 'x'}";
    String near = "{'value': %s}".formatted(ONE.formatted(3.2));
    String far = "{'value': %s}".formatted(ONE.formatted(3.5));
    assertThat(operators.verdict(withTolerance(program(List.of(LEAF, step), "{}", near))))
        .isInstanceOf(Verdict.Passed.class);
    assertThat(operators.difference(withTolerance(program(List.of(LEAF, step), "{}", far))))
        .isEqualTo("step 1 (value) element [0]");
    assertThat(
            operators.difference(
                withTolerance(program(List.of(LEAF, step), "{}", "{'value': null}"))))
        .isEqualTo("step 1 (value) value");
  }

  @Test
  void anArgumentByANameThatTheOperatorHasNotIsRefused() {
    operators.define(
        "aten::fill(Tensor self, *, Tensor(a!) grad_input) -> Tensor(a!)", List::getLast);
    String call =
        "{'do': 'call', 'op': 'aten::fill', 'args': [{'var': 'x'}], 'as': 'y',"
            + " 'kwargs': {'out': {'var': 'x'}}}";
    assertThat(
            operators.verdict(withTolerance(program(List.of(LEAF, call), "{}", error("argument")))))
        .isInstanceOf(Verdict.Passed.class);
    assertThat(operators.difference(program(List.of(LEAF, call), "{}", "{}")))
        .isEqualTo("step 1 (aten::fill) schema");
  }

  @Test
  void aRandomProgramBeginsWithGradientsOnWhateverItsNumber() {
    boolean[] recorded = new boolean[1];
    operators.define(
        "t::look(Tensor self) -> Tensor",
        arguments -> {
          recorded[0] = DispatchContext.current().recordsGradients();
          return arguments.getFirst();
        });
    String look = "{'do': 'call', 'as': 'y', 'op': 't::look', 'args': [{'var': 'x'}]}";
    operators.verdict(program(List.of(LEAF, look), "{}", "{}").replace("hand-0", "fuzz-1043"));
    assertThat(recorded[0]).isTrue();
  }
}
