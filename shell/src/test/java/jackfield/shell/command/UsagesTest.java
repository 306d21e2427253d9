package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.shell.Gogo;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Parameter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UsagesTest {
  private final Gogo gogo = new Gogo();

  @BeforeEach
  void offer() {
    gogo.offer(new Sample(), "join", "open");
  }

  @AfterEach
  void close() {
    gogo.close();
  }

  private Misuse misuse(String line) {
    return catchThrowableOfType(Misuse.class, () -> Sessions.execute(gogo.session(), line));
  }

  @Test
  void aMissingArgumentIsNamed() {
    Misuse misuse = misuse("join a");
    assertThat(misuse.problem()).isEqualTo("join: RIGHT is missing");
    assertThat(misuse.usage()).containsExactly("join [--json] [--with SIGN] LEFT RIGHT");
    assertThat(misuse("join").problem()).isEqualTo("join: LEFT is missing");
  }

  @Test
  void anOptionAndItsValueAreNoArguments() {
    assertThat(misuse("join --with x --json a").problem()).isEqualTo("join: RIGHT is missing");
  }

  @Test
  void aSurplusArgumentIsNamed() {
    assertThat(misuse("join a b c").problem()).isEqualTo("join: c is one argument too many");
  }

  @Test
  void aMisspeltOptionGetsTheNearestOne() {
    Misuse misuse = misuse("join --jsn a b");
    assertThat(misuse.problem()).isEqualTo("join: there is no option --jsn");
    assertThat(misuse.nearest()).containsExactly("--json");
    assertThat(misuse).hasMessageContaining("did you mean --json?");
  }

  @Test
  void aMisspeltOptionOfACommandThatTakesAnyNumberOfWordsIsFoundToo() {
    assertThat(misuse("open --jsn a b").nearest()).containsExactly("--json");
    assertThatCode(() -> Sessions.execute(gogo.session(), "open --json a -1 b"))
        .doesNotThrowAnyException();
  }

  @Test
  void anArgumentOfAnotherTypeIsAMisuse() {
    assertThat(misuse("twice many").problem()).isEqualTo("twice: an argument is of another type");
  }

  @Test
  void aWordThatGogoMakesNullOfIsNamedIfTheCommandFailsOnIt() throws Exception {
    Misuse misuse = misuse("join a null");
    assertThat(misuse.problem()).isEqualTo("join: null stands for no value");
    assertThat(misuse.usage()).containsExactly("join [--json] [--with SIGN] LEFT RIGHT");
    assertThat(misuse("join a $unset").problem()).isEqualTo("join: $unset stands for no value");
    assertThat(misuse("join a ${unset}").problem()).isEqualTo("join: ${unset} stands for no value");
    assertThat(Sessions.execute(gogo.session(), "b = b; join a $b")).isEqualTo("ab");
  }

  @Test
  void aMisuseWithinAnotherCommandIsExplainedToo() {
    assertThat(misuse("echo (join a)").problem()).isEqualTo("join: RIGHT is missing");
    assertThat(misuse("join a | grep a").problem()).isEqualTo("join: RIGHT is missing");
  }

  @Test
  void anUnknownCommandGetsTheNearestOne() {
    assertThat(misuse("twise 1").nearest()).containsExactly("twice");
    assertThat(misuse("nothingofthekind").nearest()).isEmpty();
  }

  @Test
  void aWordWithWildcardsThatNoFileMatchesIsExplained() throws Exception {
    Misuse misuse = misuse("open rc=$?");
    assertThat(misuse.problem()).isEqualTo("no file matches rc=$?");
    assertThat(misuse).hasMessageContaining("'rc=$?' in quotes");
    assertThat(Sessions.execute(gogo.session(), "open 'rc=$?'")).isEqualTo("rc=$?");
  }

  @Test
  void aCommandsOwnFailureStaysAsItIs() {
    assertThat(
            catchThrowableOfType(
                IllegalStateException.class, () -> Sessions.execute(gogo.session(), "fail")))
        .hasMessage("the reason is this");
  }

  /** Commands with options. */
  public static final class Sample {
    public String join(
        CommandSession session,
        @Parameter(names = "--json", presentValue = "true", absentValue = "false") boolean json,
        @Parameter(names = "--with", absentValue = "") String sign,
        String left,
        String right) {
      return left.concat(sign).concat(right); // fails on null
    }

    public String open(
        @Parameter(names = "--json", presentValue = "true", absentValue = "false") boolean json,
        String... words) {
      return String.join(" ", words);
    }
  }
}
