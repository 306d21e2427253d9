package jackfield.tools.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Dispatcher;
import jackfield.tools.fuzz.jar.JarsCommand;
import jackfield.tools.fuzz.operator.OperatorsCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FuzzOptionsTest {
  private final Dispatcher dispatcher = new Fixture().dispatcher();
  private final StringWriter err = new StringWriter();

  @TempDir private Path distribution;

  @BeforeEach
  void addBackend() throws IOException {
    Files.createFile(
        Files.createDirectory(distribution.resolve("backends")).resolve("backend.cpu.jar"));
  }

  private String refusal(String... arguments) {
    var operators = new OperatorsCommand.Services(dispatcher, null, null, () -> null, distribution);
    var jars = new JarsCommand.Services(null, dispatcher, null, distribution);
    int code =
        FuzzVerb.commandLine(dispatcher, operators, jars)
            .setErr(new PrintWriter(err))
            .execute(arguments);
    assertThat(code).isEqualTo(2);
    return err.toString();
  }

  @Test
  void anUnknownBackendIsRefusedWithTheKnownOnes() {
    assertThat(refusal("operators", "--backend", "nope", "--calls", "1"))
        .startsWith("--backend: the distribution has no backend nope; it has cpu");
  }

  @Test
  void aNameThatNoOperatorHasIsRefused() {
    assertThat(refusal("operators", "--op", "aten::nope"))
        .startsWith("--op: no operator has a name that begins with aten::nope");
  }

  @Test
  void aStandInWithoutADeviceIsRefused() {
    assertThat(refusal("operators", "--stand-in", "--calls", "1"))
        .startsWith("--stand-in needs a device, such as --device cuda");
  }

  @Test
  void aCountBelowOneIsRefused() {
    assertThat(refusal("jars", "--count", "0")).startsWith("--count: expected 1 or more, found 0");
    assertThat(refusal("schemas", "--count", "-1")).contains("found -1");
  }

  @Test
  void noCallsAndNoTimeAreRefused() {
    assertThat(refusal("operators", "--calls", "0"))
        .startsWith("--calls: expected a number above 0, found 0");
    assertThat(refusal("operators", "--calls", "-1", "--minutes", "1")).contains("found -1");
    assertThat(refusal("operators", "--minutes", "0")).contains("--minutes: expected");
    assertThat(refusal("operators", "--minutes", "NaN")).contains("found NaN");
  }
}
