package jackfield.aten.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.kernel.ValueMismatch;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaMismatch;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What boxed kernels leave for typed callers. */
final class BoxedResultsTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Aten aten;
  private final Tensor x = HostData.tensor(new float[] {1, 2}, 2);

  BoxedResultsTest() {
    new Whiteboard(dispatcher).plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    aten = Aten.of(dispatcher);
  }

  private void kernel(String operator, BoxedKernel kernel) {
    dispatcher.commit(
        Provenance.of("acme"),
        changes ->
            changes.kernel(
                OperatorName.parse(operator), DispatchKey.CPU, KernelFunction.boxed(kernel)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void anotherNumberOfResultsIsRefused(int count) {
    kernel(
        "aten::add.Tensor",
        (_, _, stack) -> {
          stack.drop(3);
          for (int i = 0; i < count; i++) {
            stack.push(x);
          }
        });
    SchemaMismatch refused = catchThrowableOfType(SchemaMismatch.class, () -> aten.add(x, x));
    assertThat(refused.operator()).isEqualTo("aten::add.Tensor");
    assertThat(refused.expected()).isEqualTo("1 result");
    assertThat(refused.found()).startsWith(count + " ");
    assertThat(Stack.current().size()).isZero();
  }

  @Test
  void aResultOfAnotherTypeIsRefused() {
    kernel("aten::add.Tensor", (_, _, stack) -> stack.replace(3, "sum"));
    assertThat(catchThrowableOfType(ValueMismatch.class, () -> aten.add(x, x)).expected())
        .isEqualTo("Tensor");
  }

  @Test
  void oneResultIsReturned() {
    kernel("aten::add.Tensor", (_, _, stack) -> stack.replace(3, x));
    assertThat(aten.add(x, x)).isSameAs(x);
  }
}
