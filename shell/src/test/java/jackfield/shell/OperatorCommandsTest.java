package jackfield.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.NoSuchOperator;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.OperatorSchema;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.Registration;
import jackfield.dispatch.UnknownKey;
import jackfield.dispatcher.impl.LocalDispatcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OperatorCommandsTest {
  private static final OperatorName ADD = OperatorName.parse("aten::add.Tensor");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final OperatorCommands commands = new OperatorCommands(dispatcher);

  @BeforeEach
  void define() {
    dispatcher.commit(
        Provenance.of("operators.aten"),
        changes ->
            changes.define(
                OperatorSchema.parse("aten::add.Tensor(Tensor self, Tensor other) -> Tensor")));
  }

  private Registration kernel(String bundle) {
    return dispatcher.commit(
        Provenance.of(bundle),
        changes ->
            changes.kernel(
                ADD, DispatchKey.CPU, KernelFunction.boxed((operator, keys, stack) -> {})));
  }

  @Test
  void opsListsNamesAndFindsParts() {
    assertThat(commands.ops()).containsExactly("aten::add.Tensor");
    assertThat(commands.ops("add")).containsExactly("aten::add.Tensor");
    assertThat(commands.ops("mul")).isEmpty();
  }

  @Test
  void tableShowsWhoServesAndWhoWaits() {
    kernel("backend.cpu.reference");
    kernel("backend.cpu");
    assertThat(commands.table(false, "aten::add.Tensor").toString().lines())
        .anySatisfy(line ->
            assertThat(line)
                .containsSubsequence("CPU", "backend.cpu", "kernel", "backend.cpu.reference"));
  }

  @Test
  void tableAllHasALineForEverySlot() {
    assertThat(commands.table(true, "aten::add.Tensor").toString().lines())
        .hasSize(DispatchKey.tableSize() + 2);
  }

  @Test
  void theNamespaceMayBeLeftOut() {
    assertThat(commands.table(false, "add.Tensor").toString()).startsWith("aten::add.Tensor(");
  }

  @Test
  void whyNamesTheReasonAndWhoLeft() {
    kernel("backend.cpu.reference");
    kernel("backend.cpu").close();
    assertThat(commands.why("add.Tensor", "CPU"))
        .contains("backend.cpu.reference registered a kernel for the key itself")
        .contains("backend.cpu left");
    assertThat(commands.why("add.Tensor", "CUDA")).contains("no bundle registered a kernel");
    assertThat(commands.why("add.Tensor", "Autograd")).contains("stands for several keys");
  }

  @Test
  void unknownNamesAreRefused() {
    assertThat(
            catchThrowableOfType(NoSuchOperator.class, () -> commands.table(false, "adder")).name())
        .hasToString("aten::adder");
    assertThat(catchThrowableOfType(UnknownKey.class, () -> commands.why("add.Tensor", "GPU")))
        .isNotNull();
  }

  @Test
  void completionOffersOperatorsAndKeys() {
    assertThat(commands.__why()).contains("aten::add.Tensor", "AutogradCPU");
  }
}
