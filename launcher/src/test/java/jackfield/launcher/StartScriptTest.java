package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the real start script in a made-up home: its words, and what it copies from the JVM. */
@Tag("slow")
class StartScriptTest {
  @TempDir private Path folder;
  private ScriptHome home; // set before each test

  @BeforeEach
  void layOut() throws IOException {
    home = new ScriptHome(folder);
  }

  @Test
  void theVersionAndTheFlagsArePrintedWithoutAJvm() throws Exception {
    ScriptHome.write(home.file("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
    assertThat(home.start("version").text()).isEqualTo("Jackfield 1.2.3\n");
    assertThat(home.start("jvm-flags").text())
        .isEqualTo(
            "--add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED"
                + " --sun-misc-unsafe-memory-access=allow\n");
    for (String verb : List.of("version", "jvm-flags")) {
      ScriptHome.Run refused = home.start(verb, "extra");
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.text()).contains(verb + " takes no arguments, found 'extra'");
    }
  }

  @Test
  void aNumberOfThreadsBeforeTheVerbBecomesAPropertyOfTheJvm() throws Exception {
    home.javaHome(home.jdk("home jdk", "25.0.3"));
    for (String[] given : new String[][] {{"--threads", "12"}, {"--threads=12"}}) {
      List<String> line = new ArrayList<>(List.of(given));
      line.addAll(List.of("demo", "--threads", "3"));
      ScriptHome.Run run = home.start(line.toArray(String[]::new));
      assertThat(run.text().lines())
          .containsSubsequence("-Djackfield.threads=12", "demo", "--threads", "3")
          .doesNotContain("--threads=12");
    }
    assertThat(home.start("demo").text()).doesNotContain("threads");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "0", "1025", "-1", "99999999999999999999"})
  void aNumberOfThreadsThatIsNoneIsRefusedWithoutAJvm(String threads) throws Exception {
    ScriptHome.Run run = home.start("--threads", threads, "demo");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.text())
        .contains("a number from 1 to 1024, found '" + threads + "'")
        .contains("try");
    assertThat(home.start("--threads").code()).isEqualTo(2);
  }

  @Test
  void helpOfAVerbIsTheVerbsOwnHelp() throws Exception {
    home.javaHome(home.jdk("home jdk", "25.0.3"));
    ScriptHome.Run run = home.start("help", "demo");
    assertThat(run.text().lines()).containsSubsequence("demo", "--help");
    ScriptHome.Run more = home.start("help", "demo", "more");
    assertThat(more.text().lines()).containsSubsequence("demo", "--help", "more");
    assertThat(home.start("help").text()).contains("--help");
  }

  @Test
  void theScriptWorksThroughLinksFromAnotherFolder() throws Exception {
    home.javaHome(home.jdk("fit", "25.0.3"));
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, home.file("jackfield"));
    Path second = Files.createDirectories(folder.resolve("b")).resolve("second");
    Files.createSymbolicLink(second, Path.of("../link"));
    assertThat(home.start(second, "demo").text()).contains("-Djackfield.home=" + home.root());
  }

  @Test
  void theWarningOfTheIncubatorModuleIsDroppedAndNothingElse() throws Exception {
    String jdk = home.jdk("fit", "25.0.3");
    home.javaHome(jdk);
    ScriptHome.executable(
        Path.of(jdk, "bin", "java"),
        "echo note >&2; echo 'WARNING: Using incubator modules: jdk.incubator.vector' >&2;"
            + " echo 'WARNING: another' >&2; printf 'no end of line' >&2; exit 7");
    ScriptHome.Run run = home.start("demo");
    assertThat(run.code()).isEqualTo(7);
    assertThat(run.text()).isEqualTo("note\nWARNING: another\nno end of line");
  }

  @Test
  void whatIsPrintedWithoutThatWarningIsCopied() throws Exception {
    String jdk = home.jdk("fit", "25.0.3");
    home.javaHome(jdk);
    ScriptHome.executable(
        Path.of(jdk, "bin", "java"), "echo ' first  line' >&2; printf last >&2; exit 1");
    ScriptHome.Run run = home.start("demo");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).isEqualTo(" first  line\nlast");
  }

  @Test
  void javaHasTheProcessNumberOfTheScriptAndReceivesItsSignals() throws Exception {
    String jdk = home.jdk("fit", "25.0.3");
    home.javaHome(jdk);
    ScriptHome.executable(Path.of(jdk, "bin", "java"), "exec 2>&1; echo process $$");
    Process process = home.process(home.file("jackfield"), "demo").start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(text).contains("process " + process.pid());
  }
}
