package jackfield.shell.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.shell.Gogo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptTest {
  private final Gogo gogo = new Gogo();

  @AfterEach
  void close() {
    gogo.close();
  }

  @Test
  void linesAreEchoedAndTheirResultsPrinted() {
    assertThat(gogo.run("twice 21", "twice 2")).isZero();
    assertThat(gogo.out()).isEqualToNormalizingNewlines("> twice 21\n42\n> twice 2\n4\n");
  }

  @Test
  void theFirstFailingLineEndsTheScriptAndIsNamed() {
    assertThat(gogo.run("twice 1", "fail", "twice 3")).isEqualTo(1);
    assertThat(gogo.err()).contains("test.gosh, line 2: fail", "the reason is this");
    assertThat(gogo.out()).doesNotContain("twice 3");
  }

  @Test
  void anUnknownCommandFailsAndPointsToHelp() {
    assertThat(gogo.run("", "# a comment", "nope")).isEqualTo(1);
    assertThat(gogo.err()).contains("line 3: nope", "no command 'nope'", "help");
  }

  @Test
  void commentsAndBlankLinesSayNothing() {
    assertThat(gogo.run("", "  ", "# twice 1")).isZero();
    assertThat(gogo.out()).isEmpty();
  }

  @Test
  void anUnfinishedLineGoesOnInTheNext() {
    assertThat(gogo.run("x = (", "  twice 4", ")", "twice $x")).isZero();
    assertThat(gogo.out()).endsWith("16\n");
  }

  @Test
  void aScriptThatEndsInTheMiddleOfACommandFails() {
    assertThat(gogo.run("twice 1", "twice [1", "twice 3")).isEqualTo(1);
    assertThat(gogo.err())
        .contains("line 2: twice [1", "the command ends inside of brackets, quotes or a comment")
        .contains("[ of line 2, column 7");
  }

  @Test
  void whatIsOpenIsNamedWithItsLine() {
    assertThat(gogo.run("twice 1", "x = (", "  twice [[1, 2] '[' \\[", "twice 3")).isEqualTo(1);
    assertThat(gogo.err()).contains("line 2: x = (");
    assertThat(gogo.err()).contains("( of line 2, column 5, [ of line 3, column 9");
    assertThat(gogo.run("twice '1 [")).isEqualTo(1);
    assertThat(gogo.err()).contains("' of line 1, column 7");
  }

  @Test
  void exitEndsTheScriptWithoutFailure() {
    assertThat(gogo.run("exit", "fail")).isZero();
    assertThat(gogo.err()).isEmpty();
  }

  @Test
  void aDashReadsStandardInput() throws IOException {
    var in = new ByteArrayInputStream("twice 1\nhelp\n".getBytes(StandardCharsets.UTF_8));
    assertThat(Script.read("-", in).lines()).containsExactly("twice 1", "help");
  }

  @Test
  void anAbsentFileIsAnError() {
    assertThatThrownBy(() -> Script.read("absent.gosh", new ByteArrayInputStream(new byte[0])))
        .isInstanceOf(NoSuchFileException.class);
  }
}
