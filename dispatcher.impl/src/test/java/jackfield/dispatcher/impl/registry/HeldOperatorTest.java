package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.Registration;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** Operators that callers hold while their definitions come and go. */
final class HeldOperatorTest {
  private static final OperatorName NAME = OperatorName.parse("t::one");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  private Registration define(String answer) {
    return dispatcher.commit(
        Provenance.of("library"),
        changes ->
            changes
                .define(OperatorSchema.parse("t::one(Tensor x) -> str"))
                .kernel(NAME, DispatchKey.CPU, World.saying(answer)));
  }

  private String call(Operator operator) {
    Stack stack = new Stack().push(x);
    operator.callBoxed(stack);
    return stack.string(0);
  }

  @Test
  void anOperatorWithoutAClassServesAgainWhenItsDefinitionComesBack() {
    Registration definition = define("first");
    Operator held = dispatcher.operator("t::one");
    assertThat(call(held)).isEqualTo("first");
    definition.close();
    for (int i = 0; i < 10; i++) { // others come and go, and what is not needed is forgotten
      dispatcher
          .commit(
              Provenance.of("other"),
              changes -> changes.define(OperatorSchema.parse("t::other(Tensor x) -> str")))
          .close();
    }
    assertThatThrownBy(() -> call(held)).isInstanceOf(NoSuchOperator.class);
    define("second");
    assertThat(call(held)).isEqualTo("second");
    assertThat(dispatcher.operator("t::one")).isSameAs(held);
  }

  @Test
  void anOperatorThatWasFoundWhileItHadKernelsOnlyServesOnceItIsDefined() {
    dispatcher.commit(
        Provenance.of("backend"),
        changes -> changes.kernel(NAME, DispatchKey.CPU, World.saying("early")));
    Operator held = dispatcher.find(NAME).orElseThrow();
    dispatcher.commit(
        Provenance.of("library"),
        changes -> changes.define(OperatorSchema.parse("t::one(Tensor x) -> str")));
    assertThat(call(held)).isEqualTo("early");
  }

  @Test
  void anOperatorThatNoCallerHoldsIsCollected() {
    Registration definition = define("first");
    WeakReference<Operator> dropped = new WeakReference<>(dispatcher.operator("t::one"));
    definition.close();
    long end = System.nanoTime() + 10_000_000_000L;
    while (dropped.get() != null && System.nanoTime() - end < 0) {
      System.gc();
    }
    assertThat(dropped.get()).isNull();
  }
}
