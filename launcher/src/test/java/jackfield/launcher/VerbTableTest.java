package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerbTableTest {
  private final List<String> heard = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final VerbTable table =
      new VerbTable(
          List.of(
              new Verb("demo", "Trains", arguments -> heard.addAll(arguments) ? 7 : 8),
              new Verb("shell", "Opens a shell", arguments -> 0)),
          print(out),
          print(err));

  @Test
  void theExitCodeIsTheVerbs() {
    assertThat(table.run("demo", "x")).isEqualTo(7);
  }

  @Test
  void everythingBehindTheVerbIsLeftToIt() {
    table.run("demo", "--quick", "--data", "some folder", "-5", "--help", "@file", "shell");
    assertThat(heard)
        .containsExactly("--quick", "--data", "some folder", "-5", "--help", "@file", "shell");
  }

  @Test
  void anUnknownVerbIsRefusedInOneLineThatNamesTheNearest() {
    assertThat(table.run("demp")).isEqualTo(Main.MISUSED);
    assertThat(text(err).lines())
        .singleElement()
        .asString()
        .contains("verb 'demp'", "did you mean 'demo'", "demo, shell", "--help");
  }

  @Test
  void aWordThatIsNearNoVerbGetsNoSuggestion() {
    assertThat(table.run("shipment")).isEqualTo(Main.MISUSED);
    assertThat(text(err)).contains("verb 'shipment'").doesNotContain("did you mean");
  }

  @Test
  void anUnknownFlagIsRefusedInOneLine() {
    assertThat(table.run("--quick", "demo")).isEqualTo(Main.MISUSED);
    assertThat(text(err).lines()).singleElement().asString().contains("flag '--quick'");
  }

  @Test
  void theHelpOfAnUnknownVerbIsRefused() {
    assertThat(table.run("demp", "--help")).isEqualTo(Main.MISUSED);
    assertThat(text(err)).contains("verb 'demp'", "did you mean 'demo'");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void helpListsTheVerbsOnStandardOutput() {
    assertThat(table.run("--help")).isZero();
    assertThat(text(out)).contains("demo", "Trains", "shell", "Opens a shell");
    assertThat(text(out))
        .contains("--threads N VERB: a kernel's loop runs on N threads, 1 to 1024;");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void noVerbAtAllIsMisuseAndShowsTheHelp() {
    assertThat(table.run()).isEqualTo(Main.MISUSED);
    assertThat(text(err)).contains("Usage", "demo");
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(table.run("--version")).isZero();
    assertThat(text(out).lines()).singleElement().asString().startsWith("Jackfield");
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
