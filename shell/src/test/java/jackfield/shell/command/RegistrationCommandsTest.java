package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.NoSuchBundle;
import jackfield.kernel.NoSuchOperator;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.report.LibraryLabel;
import jackfield.schema.OperatorSchema;
import jackfield.shell.Registered;
import jackfield.shell.report.Names;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RegistrationCommandsTest {
  private final Registered registered = new Registered();
  private final RegistrationCommands commands = new RegistrationCommands(registered.dispatcher);

  private static List<String> lines(Object report) {
    return report.toString().lines().map(line -> line.strip().replaceAll(" {2,}", "|")).toList();
  }

  private void library(String namespace, String bundle, String schema) {
    var owner = Registered.by(bundle);
    registered.dispatcher.commit(
        owner,
        changes ->
            changes
                .library(new LibraryLabel("library", namespace, Optional.empty(), owner))
                .define(OperatorSchema.parse(schema)));
  }

  @Test
  void librariesShowBlocksBundlesAndPlainCommits() {
    try (var t = LibraryBlock.define(registered.dispatcher, "t", "Example.java", 7)) {
      t.def("f(Tensor x) -> Tensor")
          .impl("f", LibraryKernel.of(Registered.nothing()).at(DispatchKey.CPU));
      library("u", "acme", "u::g(Tensor x) -> Tensor");
      assertThat(lines(commands.libraries(false)))
          .containsExactly(
              "kind|for|key|by|definitions|kernels|fallbacks",
              "commit|aten|–|operators.aten 1.0|1|0|0",
              "DEF|t|–|registered at Example.java:7|1|1|0",
              "library|u|–|acme 1.0|1|0|0");
      assertThat(commands.libraries(true).toString())
          .contains("\"kind\" : \"DEF\"", "\"source\" : \"registered at Example.java:7\"");
    }
  }

  @Test
  void severalOwnersOfANamespaceAreReportedWithTheirPlaces() {
    library("u", "acme", "u::g(Tensor x) -> Tensor");
    library("u", "bcme", "u::h(Tensor x) -> Tensor");
    assertThat(lines(commands.libraries(false)))
        .contains("namespace u is defined by several: acme 1.0, bcme 1.0");
  }

  @Test
  void kernelsTellWhatBecomesOfEachKernelOfABundle() {
    registered.kernel("backend.a", DispatchKey.CPU);
    registered.kernel("backend.b", DispatchKey.CPU);
    registered.kernel("backend.a", DispatchKey.AUTOGRAD);
    registered.fallback("backend.a", DispatchKey.PROFILER, Registered.nothing());
    assertThat(lines(commands.kernels(false, "backend.a")))
        .containsExactly(
            "operator|key|by|state",
            "*|Profiler|backend.a 1.0|serves",
            "aten::add.Tensor|CPU|backend.a 1.0|shadowed by backend.b 1.0",
            "aten::add.Tensor|Autograd|backend.a 1.0|serves 18 keys");
    assertThat(commands.kernels(true, "backend.b").toString()).contains("\"serves\" : 1");
  }

  @Test
  void aBundleWhoseNameBeginsAlikeIsAnotherOne() {
    registered.kernel("a", DispatchKey.CPU);
    registered.kernel("a b", DispatchKey.CUDA);
    assertThat(lines(commands.kernels(false, "a"))).noneMatch(line -> line.contains("CUDA"));
  }

  @Test
  void anUnknownBundleIsRefusedWithNearOnes() {
    registered.kernel("backend.cpu", DispatchKey.CPU);
    NoSuchBundle unknown =
        catchThrowableOfType(NoSuchBundle.class, () -> commands.kernels(false, "backend.cup"));
    assertThat(unknown.known()).containsExactly("backend.cpu", "operators.aten");
    assertThat(unknown).hasMessageContaining("similar    backend.cpu");
  }

  @Test
  void kernelsTellHowOftenTheyFailed() {
    registered.fail("backend.cpu", 2);
    assertThat(lines(commands.kernels(false, "backend.cpu")))
        .anyMatch(
            line -> line.matches(".*serves; failed 2 times, last with .*Exception: no floats"));
    assertThat(commands.kernels(true, "backend.cpu").toString()).contains("\"failures\" : 2");
  }

  @Test
  void danglingListsKernelsWithoutDefinition() {
    assertThat(commands.dangling(false)).hasToString("  none");
    registered.dispatcher.commit(
        Registered.by("acme"),
        changes -> changes.kernel(Names.operator("t::f"), DispatchKey.CUDA, Registered.nothing()));
    assertThat(lines(commands.dangling(false))).contains("t::f|CUDA|acme 1.0|serves");
    assertThat(commands.dangling(true).toString()).contains("\"operator\" : \"t::f\"");
  }

  @Test
  void historyTellsWhoCameAndLeft() {
    registered.kernel("backend.a", DispatchKey.CPU).close();
    assertThat(lines(commands.history(false)))
        .anyMatch(line ->
            line.matches("gen 3\\|[0-9:]{8}\\|backend.a 1.0\\|unplugged\\|1 operator\\|CPU"))
        .anyMatch(line -> line.matches("gen 2\\|[0-9:]{8}\\|backend.a 1.0\\|plugged.*"));
    assertThat(commands.history(true).toString())
        .contains("\"generation\" : 3", "\"action\" : \"unplugged\"");
  }

  @Test
  void historyOfAnOperatorTellsWhoOverrodeWhom() {
    registered.kernel("a", DispatchKey.CPU);
    var newer = registered.kernel("b", DispatchKey.CPU);
    registered.kernel("low", DispatchKey.CPU, -1).close();
    newer.close();
    assertThat(lines(commands.history(false, "add.Tensor")).stream().skip(1))
        .map(line -> line.replaceFirst("\\|[0-9:]{8}", ""))
        .containsExactly(
            "gen 6|b 1.0|withdrawn from CPU, uncovers a 1.0",
            "gen 5|low 1.0|withdrawn from CPU, was shadowed by b 1.0",
            "gen 4|low 1.0|at CPU, shadowed by b 1.0",
            "gen 3|b 1.0|at CPU, shadows a 1.0",
            "gen 2|a 1.0|at CPU",
            "gen 1|operators.aten 1.0|defined it");
    assertThat(commands.history(true, "add.Tensor").toString())
        .contains("\"before\" : \"a 1.0\"", "\"what\" : \"at CPU, shadows a 1.0\"");
  }

  @Test
  void historyRemembersOperatorsThatHaveGone() {
    registered
        .dispatcher
        .commit(
            Registered.by("acme"),
            changes -> changes.define(OperatorSchema.parse("t::gone(Tensor x) -> Tensor")))
        .close();
    assertThat(lines(commands.history(false, "t::gone")).get(1))
        .endsWith("|acme 1.0|withdrew its definition");
    assertThat(
            catchThrowableOfType(
                NoSuchOperator.class, () -> commands.history(false, "t::neverThere")))
        .isNotNull();
  }

  @Test
  void completionOffersBundlesAndOperators() {
    registered.kernel("backend.cpu", DispatchKey.CPU);
    assertThat(commands.__kernels()).containsExactly("backend.cpu", "operators.aten");
    assertThat(commands.__history()).containsExactly("aten::add.Tensor");
    assertThat(commands.__libraries()).containsExactly("--json");
    assertThat(commands.__dangling()).containsExactly("--json");
  }
}
