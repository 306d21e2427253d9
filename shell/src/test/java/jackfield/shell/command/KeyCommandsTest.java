package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.key.UnknownKey;
import jackfield.shell.Registered;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyCommandsTest {
  private final Registered registered = new Registered();
  private final KeyCommands commands = new KeyCommands(registered.dispatcher);

  private static List<String> lines(Object report) {
    return report.toString().lines().map(line -> line.strip().replaceAll(" {2,}", "|")).toList();
  }

  private List<String> keyset(String... words) {
    return lines(commands.keyset(false, words));
  }

  @Test
  void keysHasALineForEachKey() {
    registered.fallback("feature.profiler", DispatchKey.PROFILER, Registered.nothing());
    List<String> lines = lines(commands.keys(false));
    assertThat(lines).hasSize(DispatchKey.values().length + 1);
    assertThat(lines)
        .contains(
            "key|sort|bit|backend bit|slot|fallback",
            "Undefined|undefined|–|–|0|–",
            "Dense|building block|16|–|–|–",
            "CPU|instance|16|0|1|–",
            "Autograd|alias|–|–|–|–")
        .anySatisfy(line ->
            assertThat(line)
                .matches("Profiler\\|functionality\\|\\d+\\|–\\|\\d+\\|.*profiler 1.0"));
    assertThat(commands.keys(true).toString()).contains("\"backendBit\" : null", "\"slot\" : 1");
  }

  @Test
  void keysOfLeasedBackendsPrintUnderTheirHoldersName() {
    try (var _ = registered.dispatcher.privateBackends().lease("acme")) {
      assertThat(lines(commands.keys(false)))
          .anyMatch(line -> line.startsWith("Autogradacme|instance"))
          .contains("PrivateUse1 is leased by acme");
      assertThat(keyset("acme").getFirst()).isEqualTo("keys|acme");
    }
  }

  @Test
  void keysetTellsMembersSlotAndWhatARedispatchLeaves() {
    assertThat(keyset("CPU|AutogradCPU"))
        .contains(
            "keys|CPU, AutogradCPU",
            "functionalities|Dense, AutogradFunctionality",
            "backends|CPU",
            "highest key|AutogradCPU",
            "backend|CPU",
            "slot|" + DispatchKey.AUTOGRAD_CPU.tableIndex(),
            "redispatch below|CPU");
  }

  @Test
  void keysetUnderstandsEveryWayOfWritingASet() {
    List<String> expected = keyset("CPU|AutogradCPU");
    assertThat(keyset("CPU, AutogradCPU")).isEqualTo(expected);
    assertThat(keyset("CPU", "AutogradCPU")).isEqualTo(expected);
    assertThat(keyset("DispatchKeySet(CPU, AutogradCPU)")).isEqualTo(expected);
    assertThat(keyset("Dense|AutogradFunctionality|CPUBit")).isEqualTo(expected);
    assertThat(keyset(expected.get(3).substring("raw|".length()))).isEqualTo(expected);
  }

  @Test
  void keysetKnowsNamedSetsAndAliases() {
    assertThat(keyset("autograd"))
        .contains("functionalities|AutogradOther, AutogradFunctionality, AutogradNestedTensor");
    assertThat(keyset("Autograd").getFirst()).contains("AutogradCPU", "AutogradMeta");
    assertThat(keyset("empty")).contains("keys|–", "highest key|Undefined", "slot|0");
  }

  @Test
  void keysetAsJsonHasItsFields() {
    assertThat(commands.keyset(true, "CPU").toString())
        .contains("\"hex\" : \"0x0000000000010001\"", "\"slot\" : 1", "\"redispatch\" : [ ]");
  }

  @Test
  void anUnknownKeyIsRefusedWithNearOnes() {
    UnknownKey unknown = catchThrowableOfType(UnknownKey.class, () -> keyset("CPU|CUDB"));
    assertThat(unknown.similar()).contains("CUDA");
  }

  @Test
  void fallbacksTellWhoServesWhichKey() {
    registered.fallback("feature.profiler", DispatchKey.PROFILER, Registered.nothing());
    registered.fallback("someone", DispatchKey.TRACER, KernelFunction.fallthrough());
    assertThat(lines(commands.fallbacks(false)))
        .anyMatch(line -> line.matches("Profiler\\|\\d+\\|feature.profiler 1.0\\|kernel"))
        .anyMatch(line -> line.matches("Tracer\\|\\d+\\|someone 1.0\\|calls pass by"));
    assertThat(commands.fallbacks(true).toString()).contains("\"isFallthrough\" : true");
  }

  @Test
  void withoutFallbacksItSaysSo() {
    assertThat(commands.fallbacks(false)).hasToString("  none");
    assertThat(commands.fallbacks(true)).hasToString("[ ]");
  }

  @Test
  void completionOffersKeysAndNamedSets() {
    assertThat(commands.__keyset())
        .contains("autograd", "AutogradCPU", "CompositeImplicitAutograd");
    assertThat(commands.__keys()).containsExactly("--json");
    assertThat(commands.__fallbacks()).containsExactly("--json");
  }
}
