package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.Registration;
import jackfield.error.InvalidArgument;
import jackfield.kernel.NoSuchOperator;
import jackfield.key.DispatchKey;
import jackfield.key.UnknownKey;
import jackfield.report.OperatorDump;
import jackfield.schema.OperatorSchema;
import jackfield.shell.Registered;
import jackfield.shell.report.Devices;
import jackfield.shell.report.Names;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OperatorCommandsTest {
  private final Registered registered = new Registered();
  private final OperatorCommands commands =
      new OperatorCommands(
          registered.dispatcher,
          () -> new Devices(List.of(new Devices.Line("cuda", "the library was not found"))));

  private String why(String... keys) {
    return commands.why(false, "add.Tensor", keys).toString();
  }

  @Test
  void opsListsNamesAndFindsParts() {
    assertThat(commands.ops(false)).isEqualTo(List.of("aten::add.Tensor"));
    assertThat(commands.ops(false, "add")).isEqualTo(List.of("aten::add.Tensor"));
    assertThat(commands.ops(false, "mul")).isEqualTo(List.of());
    assertThat(commands.ops(true)).hasToString("[\n  \"aten::add.Tensor\"\n]");
  }

  @Test
  void schemaShowsEachArgumentAndWhoDefinedIt() {
    String text = commands.schema(false, "add.Tensor").toString();
    assertThat(text.lines().map(line -> line.strip().replaceAll(" {2,}", "|")))
        .containsSubsequence(
            "aten::add.Tensor(Tensor self, Tensor(a!) other, *, int[2] k=1) -> Tensor",
            "self|Tensor|by position, dispatched",
            "other|Tensor|(a!)|by position, dispatched",
            "k|int[2]|[1, 1]|by name",
            "returns",
            "type|name|alias",
            "Tensor",
            "alias analysis|CONSERVATIVE (default)",
            "tags|none",
            "defined by|operators.aten 1.0");
    assertThat(commands.schema(true, "add.Tensor").toString())
        .contains("\"defaultValue\" : \"[1, 1]\"", "\"isKeywordOnly\" : true");
  }

  @Test
  void aSchemaThatNobodyDefinedIsAnError() {
    registered.dispatcher.commit(
        Registered.by("b"),
        changes -> changes.kernel(Names.operator("t::f"), DispatchKey.CPU, Registered.nothing()));
    assertThat(
            catchThrowableOfType(NoSuchOperator.class, () -> commands.schema(false, "t::f"))
                .isImplemented())
        .isTrue();
  }

  @Test
  void aSchemaWhoseBundleHasLeftNamesTheBundle() {
    Registration gone =
        registered.dispatcher.commit(
            Registered.by("t.gone"),
            changes -> changes.define(OperatorSchema.parse("t::f(Tensor self) -> Tensor")));
    registered.dispatcher.commit(
        Registered.by("b"),
        changes -> changes.kernel(Names.operator("t::f"), DispatchKey.CPU, Registered.nothing()));
    gone.close();
    assertThat(catchThrowableOfType(NoSuchOperator.class, () -> commands.schema(false, "t::f")))
        .hasMessageContaining("plug t.gone again");
  }

  @Test
  void aPartThatNoNameHasIsNamedWithItsPosition() {
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> commands.ops(false, "add[")))
        .hasMessageContaining("no name has its character 4, [")
        .hasMessageContaining("try letters");
  }

  @Test
  void whyTellsWhoseKernelsFailed() {
    registered.fail("backend.x", 1);
    assertThat(why("CPU"))
        .containsSubsequence("backend.x 1.0 failed once, last with", "no floats here, 0.");
    assertThat(commands.why(true, "add.Tensor", "CPU").toString()).contains("\"failures\" : 1");
  }

  @Test
  void tableShowsWhoServesAndWhoWaits() {
    registered.kernel("backend.cpu.reference", DispatchKey.CPU);
    registered.kernel("backend.cpu", DispatchKey.CPU);
    assertThat(commands.table(false, false, "aten::add.Tensor").toString().lines())
        .anySatisfy(line ->
            assertThat(line)
                .containsSubsequence("CPU", "backend.cpu", "kernel", "backend.cpu.reference"))
        .containsSubsequence("inactive")
        .last()
        .asString()
        .containsSubsequence("CPU", "backend.cpu.reference 1.0", "shadowed by backend.cpu 1.0");
  }

  @Test
  void tableAllHasALineForEverySlot() {
    assertThat(commands.table(false, true, "aten::add.Tensor").toString().lines())
        .hasSize(DispatchKey.tableSize() + 2);
  }

  @Test
  void tableAsJsonHasItsGenerationAndSlots() {
    registered.kernel("backend.cpu", DispatchKey.CPU);
    assertThat(commands.table(true, false, "add.Tensor").toString())
        .contains("\"generation\" : 2", "\"servedBy\" : \"backend.cpu 1.0\"", "\"inactive\" : [ ]");
  }

  @Test
  void theNamespaceMayBeLeftOut() {
    assertThat(commands.table(false, false, "add.Tensor").toString())
        .startsWith("aten::add.Tensor(");
  }

  @Test
  void whyNamesTheReasonAndTheUnpluggedBundle() {
    registered.kernel("backend.cpu.reference", DispatchKey.CPU);
    registered.kernel("backend.cpu", DispatchKey.CPU).close();
    assertThat(why("CPU"))
        .contains("backend.cpu.reference 1.0 registered a kernel for the key itself")
        .contains("backend.cpu 1.0 was withdrawn")
        .contains("(generation 4)");
    assertThat(why()).isEqualTo(why("CPU"));
    assertThat(why("CUDA")).contains("no bundle registered a kernel");
  }

  @Test
  void whyTellsByWhatAKernelIsBeforeOthers() {
    registered.kernel("a", DispatchKey.CPU);
    registered.kernel("b", DispatchKey.CPU);
    assertThat(why("CPU")).contains("being the newest of ranking 0; it shadows a 1.0");
    registered.kernel("c", DispatchKey.CPU, 7);
    assertThat(why("CPU"))
        .contains("by its ranking 7; it shadows b 1.0 (ranking 0), a 1.0 (ranking 0)");
  }

  @Test
  void whyTellsAliasesWhichKeysTheyServe() {
    assertThat(why("Autograd"))
        .contains("stands for several keys", "AutogradCPU", "no bundle registered");
    registered.kernel("feature.autograd", DispatchKey.AUTOGRAD);
    assertThat(why("Autograd")).contains("feature.autograd 1.0 registered", "AutogradOther");
    assertThat(why("AutogradCPU")).contains("at Autograd, for all autograd keys");
    assertThat(why("Dense")).contains("one key a backend", "CUDA");
  }

  @Test
  void whyTellsWhatKeepsACompositeKernelOut() {
    registered.kernel("operators.aten", DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    assertThat(why("AutogradCPU")).contains("composite kernel, and no backend's kernel");
    registered.kernel("backend.cpu", DispatchKey.CPU);
    assertThat(why("AutogradCPU"))
        .contains("no bundle serves the key")
        .contains("composite kernel of operators.aten 1.0 does not serve it")
        .contains("the kernel of backend.cpu 1.0 at CPU");
  }

  @Test
  void whyTellsWhatIsAmbiguous() {
    registered.kernel("operators.aten", DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    registered.kernel("backend.sparse", DispatchKey.SPARSE_CPU);
    assertThat(why("AutogradOther"))
        .contains("operators.aten 1.0", "backend.sparse 1.0 at SparseCPU", "calls fail");
  }

  @Test
  void whyTellsOfFallbacksAndOfWithdrawnOnes() {
    var fallback =
        registered.fallback("feature.profiler", DispatchKey.PROFILER, Registered.nothing());
    assertThat(why("Profiler")).contains("feature.profiler 1.0 serves the key for every operator");
    fallback.close();
    assertThat(why("Profiler"))
        .contains("no bundle serves the key", "feature.profiler 1.0 was withdrawn");
  }

  @Test
  void whyFollowsAWholeSetDown() {
    registered.kernel("feature.autograd", DispatchKey.AUTOGRAD);
    registered.kernel("backend.cpu", DispatchKey.CPU);
    assertThat(why("CPU|AutogradCPU|ADInplaceOrView").lines().toList())
        .first()
        .asString()
        .endsWith("goes to AutogradCPU; each redispatch one further: AutogradCPU, CPU");
    assertThat(why("CPU|AutogradCPU|ADInplaceOrView")).contains("passes by ADInplaceOrView");
    assertThat(why("empty")).contains("goes to Undefined");
    assertThat(why("full")).contains("goes to PythonDispatcher");
  }

  @Test
  void whyAsJsonHasARowAKey() {
    assertThat(commands.why(true, "add.Tensor", "CPU", "CUDA").toString())
        .contains("\"key\" : \"CPU\"", "\"key\" : \"CUDA\"", "\"reason\" : \"missing\"");
  }

  @Test
  void dumpHasTheLinesOfTheDispatchersOwnDump() {
    registered.kernel("backend.cpu", DispatchKey.CPU);
    var dump = new OperatorDump(registered.dispatcher.report(Registered.ADD).orElseThrow());
    assertThat(commands.dump(false, "add.Tensor"))
        .hasToString(dump.state() + "\n" + dump.computedTable() + "\n" + dump.extractor().strip());
    assertThat(commands.dump(true, "add.Tensor").toString())
        .contains("\"CPU: backend.cpu 1.0 [kernel]\"", "\"name: aten::add.Tensor\"");
  }

  @Test
  void unknownNamesAreRefusedWithNearOnes() {
    NoSuchOperator noOperator =
        catchThrowableOfType(
            NoSuchOperator.class, () -> commands.table(false, false, "adder.Tensor"));
    assertThat(noOperator.name()).hasToString("aten::adder.Tensor");
    assertThat(noOperator.similar()).containsExactly("aten::add.Tensor");
    UnknownKey noKey = catchThrowableOfType(UnknownKey.class, () -> why("AutogradCPV"));
    assertThat(noKey.similar()).contains("AutogradCPU");
    for (String command : List.of("schema", "dump", "why")) {
      assertThat(catchThrowableOfType(NoSuchOperator.class, () -> call(command))).isNotNull();
    }
  }

  private Object call(String command) {
    return switch (command) {
      case "schema" -> commands.schema(false, "no::such");
      case "dump" -> commands.dump(false, "no::such");
      default -> commands.why(false, "no::such", "CPU");
    };
  }

  @Test
  void completionOffersOperatorsAndKeys() {
    assertThat(commands.__why()).contains("aten::add.Tensor", "AutogradCPU", "Autograd");
    assertThat(
            Arrays.asList(
                commands.__ops(), commands.__schema(), commands.__table(), commands.__dump()))
        .allSatisfy(offered -> assertThat(offered).containsExactly("aten::add.Tensor"));
  }

  @Test
  void whyTellsTheStateOfADeviceWithoutAKernel() {
    assertThat(why("CUDA")).contains("no bundle registered a kernel", "the library was not found");
    assertThat(why("CPU")).doesNotContain("the library was not found");
  }
}
