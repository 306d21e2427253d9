package jackfield.shell;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.key.DispatchKey;
import jackfield.shell.command.Help;
import jackfield.shell.command.KeyCommands;
import jackfield.shell.command.OperatorCommands;
import jackfield.shell.command.RegistrationCommands;
import jackfield.shell.command.ReportConverter;
import jackfield.shell.report.Devices;
import jackfield.shell.report.Listing;
import java.util.List;
import org.apache.felix.service.command.Converter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class InspectionInGogoTest {
  private final Registered registered = new Registered();
  private final Gogo gogo = new Gogo();

  @BeforeEach
  void offer() {
    registered.kernel("backend.cpu.reference", DispatchKey.CPU);
    registered.kernel("backend.cpu", DispatchKey.CPU);
    gogo.offer(
        new OperatorCommands(registered.dispatcher, () -> new Devices(List.of())),
        "ops",
        "schema",
        "table",
        "why",
        "dump");
    gogo.offer(new KeyCommands(registered.dispatcher), "keys", "keyset", "fallbacks");
    gogo.offer(
        new RegistrationCommands(registered.dispatcher),
        "libraries",
        "kernels",
        "dangling",
        "history");
  }

  @AfterEach
  void close() {
    gogo.close();
  }

  private String output(String line) {
    assertThat(gogo.run(line)).as(gogo.err()).isZero();
    String output = gogo.out().substring(gogo.out().indexOf('\n') + 1);
    return output.replaceAll("\\x1b\\[[0-9;]*m", "").strip(); // grep paints what it finds
  }

  @Test
  void reportsCanBeGrepped() {
    assertThat(output("ops | grep add")).isEqualTo("aten::add.Tensor");
    assertThat(output("kernels backend.cpu.reference | grep shadowed"))
        .contains("shadowed by backend.cpu 1.0");
  }

  @Test
  void eachGoesThroughRowsAndTheirFields() {
    assertThat(output("each (table add.Tensor) { echo ($it servedBy) }"))
        .contains("backend.cpu 1.0");
    assertThat(gogo.run("each (keys) { echo ($it slot) }", "each (history) { echo ($it by) }"))
        .isZero();
    assertThat(gogo.out()).contains("operators.aten 1.0");
  }

  @Test
  void fieldsOfAReportCanBeAskedFor() {
    assertThat(output("(keyset CPU) hex")).isEqualTo("0x0000000000010001");
    assertThat(gogo.run("each ((schema add.Tensor) arguments) { echo ($it name) }")).isZero();
    assertThat(gogo.out()).contains("self", "other");
  }

  @Test
  void jsonAndOtherFlagsMayStandTogether() {
    assertThat(output("table --json --all add.Tensor")).startsWith("{").contains("\"hidden\" : 0");
    assertThat(output("history --json add.Tensor")).contains("\"what\"");
    assertThat(output("ops --json add")).contains("\"aten::add.Tensor\"");
    assertThat(output("why --json add.Tensor CPU CUDA")).contains("\"CUDA\"");
  }

  @Test
  void aSetInQuotesIsNoPipe() {
    assertThat(output("keyset \"CPU|AutogradCPU\"")).contains("CPU, AutogradCPU");
  }

  @Test
  void everyCommandHasHelpWithAnExample() {
    for (String command :
        new String[] {
          "ops",
          "schema",
          "table",
          "why",
          "dump",
          "keys",
          "keyset",
          "fallbacks",
          "libraries",
          "kernels",
          "dangling",
          "history"
        }) {
      assertThat(new Help(gogo.session()).about(command))
          .contains(command, "[--json]", "example: ");
    }
  }

  @Test
  void helpBeginsWithTheShortestForm() {
    assertThat(new Help(gogo.session()).about("history").lines().filter(l -> l.startsWith("hist")))
        .map(line -> line.replaceFirst(" {2,}.*", ""))
        .containsExactly("history [--json]", "history [--json] OPERATOR");
  }

  @Test
  void rowsAndReportsHaveALineAndAPart() {
    Listing<?> keys = (Listing<?>) new KeyCommands(registered.dispatcher).keys(false);
    ReportConverter converter = new ReportConverter();
    assertThat(converter.format(keys, Converter.LINE, null))
        .hasToString("keys: " + DispatchKey.values().length);
    assertThat(converter.format(keys.getFirst(), Converter.PART, null)).hasToString("Undefined");
    assertThat(converter.format(keys.getFirst(), Converter.LINE, null).toString())
        .startsWith("Undefined  undefined");
    assertThat(converter.format("text", Converter.LINE, null)).isNull();
  }
}
