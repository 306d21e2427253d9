package jackfield.feature.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.spi.Profiler.Cost;
import jackfield.spi.Profiler.Recording;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProfilerComponentTest {
  private static final OperatorName OUTER = OperatorName.parse("t::outer");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final ProfilerComponent profiler = new ProfilerComponent(dispatcher);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  private void define(String name, BoxedKernel kernel) {
    dispatcher.commit(
        Provenance.of("test"),
        changes ->
            changes
                .define(OperatorSchema.parse("t::" + name + "(Tensor self) -> Tensor"))
                .kernel(
                    OperatorName.parse("t::" + name),
                    DispatchKey.CPU,
                    KernelFunction.boxed(kernel)));
  }

  private void call(String name) {
    Stack stack = new Stack().push(x);
    dispatcher.operator("t::" + name).callBoxed(stack);
    assertThat(stack.tensor(0)).isSameAs(x);
  }

  private void defineNested() {
    define("inner", (operator, keys, stack) -> {});
    define(
        "outer",
        (operator, keys, stack) -> {
          call("inner");
          call("inner");
        });
  }

  @Test
  void aRecordingCountsCallsAndTellsNestedTimeApart() {
    defineNested();
    try (Recording recording = profiler.start()) {
      call("outer");
      List<Cost> costs = recording.costs();
      Cost outer = of(costs, "t::outer");
      Cost inner = of(costs, "t::inner");
      assertThat(outer.calls()).isEqualTo(1);
      assertThat(inner.calls()).isEqualTo(2);
      assertThat(outer.totalNanos()).isEqualTo(outer.selfNanos() + inner.totalNanos());
    }
  }

  private static Cost of(List<Cost> costs, String operator) {
    return costs.stream()
        .filter(cost -> cost.operator().equals(operator))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nothingIsRecordedAfterTheEnd() {
    defineNested();
    Recording recording = profiler.start();
    recording.close();
    call("outer");
    assertThat(recording.costs()).isEmpty();
  }

  @Test
  void anIdleProfilerIsTransparent() {
    defineNested();
    assertThat(dispatcher.table(OUTER).row(DispatchKey.PROFILER).reason())
        .isEqualTo(Resolution.Reason.TRANSPARENT);
    try (Recording recording = profiler.start()) {
      assertThat(recording.costs()).isEmpty();
      assertThat(dispatcher.table(OUTER).row(DispatchKey.PROFILER).reason())
          .isEqualTo(Resolution.Reason.BACKEND_FALLBACK);
    }
  }

  @Test
  void onlyOneRecordingGoesOnAtATime() {
    Recording first = profiler.start();
    assertThatIllegalStateException().isThrownBy(profiler::start);
    first.close();
    profiler.start().close();
  }

  @Test
  void aCallThatFailsIsRecordedAndLeavesNoFrameBehind() {
    define(
        "failing",
        (operator, keys, stack) -> {
          throw new IllegalStateException("the kernel's own");
        });
    try (Recording recording = profiler.start()) {
      assertThatThrownBy(() -> call("failing")).hasMessage("the kernel's own");
      assertThat(of(recording.costs(), "t::failing").calls()).isEqualTo(1);
    }
  }

  @Test
  void theBundlesEndEndsTheRecording() {
    defineNested();
    profiler.start();
    profiler.close();
    assertThat(dispatcher.table(OUTER).row(DispatchKey.PROFILER).reason())
        .isEqualTo(Resolution.Reason.TRANSPARENT);
  }
}
