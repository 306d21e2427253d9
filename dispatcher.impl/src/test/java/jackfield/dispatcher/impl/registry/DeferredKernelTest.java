package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.KernelSource;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.kernel.WrongKernel;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DeferredKernelTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);
  private final List<Integer> made = new ArrayList<>();

  private Object kernel(int number) {
    made.add(number);
    return (Concat.Kernel) (_, text) -> text + number;
  }

  private void register(DispatchKey key, KernelSource source, int number) {
    dispatcher.commit(
        Provenance.of("test"),
        changes ->
            changes.kernel(
                Concat.TYPE.name(), key, KernelFunction.deferred(Concat.TYPE, source, number)));
  }

  @BeforeEach
  void define() {
    dispatcher.commit(Provenance.of("library"), changes -> changes.define(Concat.TYPE.schema()));
  }

  @Test
  void aKernelIsMadeOnceWhenATableFirstHoldsIt() {
    register(DispatchKey.CPU, this::kernel, 7);
    OperatorReport report = dispatcher.report(Concat.TYPE.name()).orElseThrow();
    assertThat(report.kernels()).containsKey(DispatchKey.CPU);
    assertThat(made).isEmpty();

    Concat concat = dispatcher.operator(Concat.TYPE);
    Operator boxed = dispatcher.operator(Concat.TYPE.name().toString());
    assertThat(concat.call(x, "a")).isEqualTo("a7");
    Stack stack = new Stack().push(x).push("b");
    boxed.callBoxed(stack);
    assertThat(stack.string(0)).isEqualTo("b7");
    assertThat(made).containsExactly(7);
  }

  @Test
  void aShadowedKernelIsMadeWhenItIsActiveAgain() {
    register(DispatchKey.CPU, this::kernel, 1);
    var later =
        dispatcher.commit(
            Provenance.of("later"),
            changes ->
                changes.kernel(
                    Concat.TYPE.name(),
                    DispatchKey.CPU,
                    KernelFunction.deferred(Concat.TYPE, this::kernel, 2)));
    Concat concat = dispatcher.operator(Concat.TYPE);
    assertThat(concat.call(x, "a")).isEqualTo("a2");
    assertThat(made).containsExactly(2);

    later.close();
    assertThat(concat.call(x, "a")).isEqualTo("a1");
    assertThat(made).containsExactly(2, 1);
  }

  @Test
  void theObjectThatRunsIsTheSameForAllWhoAsk() {
    KernelFunction deferred = KernelFunction.deferred(Concat.TYPE, this::kernel, 3);

    assertThat(deferred.type()).isSameAs(Concat.TYPE);
    assertThat(deferred.signature()).isPresent();
    assertThat(made).isEmpty();
    assertThat(deferred.target()).isSameAs(deferred.target()).isInstanceOf(Concat.Kernel.class);
    assertThat(made).containsExactly(3);
  }

  @Test
  void aKernelOfAnotherInterfaceIsRefused() {
    KernelFunction text = KernelFunction.deferred(Concat.TYPE, _ -> "no kernel", 0);
    KernelFunction none = KernelFunction.deferred(Concat.TYPE, _ -> null, 0);

    WrongKernel wrong = catchThrowableOfType(WrongKernel.class, text::target);
    assertThat(wrong.operator()).isEqualTo(Concat.TYPE.name());
    assertThat(wrong.expected()).isEqualTo(Concat.Keyed.class.getName());
    assertThat(wrong.found()).isEqualTo("java.lang.String");
    assertThat(catchThrowableOfType(WrongKernel.class, none::target).found()).isEqualTo("null");
  }
}
