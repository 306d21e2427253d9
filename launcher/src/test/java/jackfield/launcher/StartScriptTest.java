package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the real start script in a made-up home, on JDKs that are folders with a release file. */
@Tag("slow")
class StartScriptTest {
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "sed",
          "find",
          "sort",
          "tail",
          "cut",
          "dirname",
          "readlink",
          "touch",
          "cat",
          "mv",
          "rm");

  @TempDir private Path folder;
  private Path home;
  private Path tools;
  private String javaHome = "";
  private String javaOptions = "";

  @BeforeEach
  void layOutAHomeThatIsBuilt() throws IOException {
    home = Files.createDirectories(folder.resolve("a home with spaces"));
    Files.copy(
        Path.of("..", "jackfield"), home.resolve("jackfield"), StandardCopyOption.COPY_ATTRIBUTES);
    write(home.resolve("examples/demo/src/main/java/Demo.java"), "");
    write(home.resolve("launcher/target/dist/lib/launcher.jar"), "");
    Files.setLastModifiedTime(
        home.resolve("examples/demo/src/main/java/Demo.java"),
        FileTime.from(Instant.now().minusSeconds(60)));
    tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Path real = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin") : Path.of("/bin");
      executable(tools.resolve(tool), "exec " + real.resolve(tool) + " \"$@\"");
    }
    executable(tools.resolve("mvn"), "echo built >> '" + folder.resolve("builds") + "'");
  }

  @Test
  void theVersionAndTheFlagsArePrintedWithoutAJvm() throws Exception {
    write(home.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
    assertThat(start(home.resolve("jackfield"), "version").text()).isEqualTo("Jackfield 1.2.3\n");
    assertThat(start(home.resolve("jackfield"), "jvm-flags").text())
        .isEqualTo(
            "--add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED"
                + " --sun-misc-unsafe-memory-access=allow\n");
    for (String verb : List.of("version", "jvm-flags")) {
      Run refused = start(home.resolve("jackfield"), verb, "extra");
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.text()).contains(verb + " takes no arguments, found 'extra'");
    }
  }

  @Test
  void aCacheIsMadeOnRequestAndUsedFromThenOn() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    Path cache = home.resolve("launcher/target/jackfield.aot");
    executable(
        Path.of(javaHome, "bin", "java"),
        "printf '%s\\n' \"$@\"; echo cached > '" + cache + ".new'");
    write(home.resolve("launcher/target/dist/.built"), "");
    assertThat(start(home.resolve("jackfield"), "aot").text()).startsWith("wrote " + cache);
    assertThat(Files.readString(Path.of(cache + ".log")))
        .contains("-XX:AOTCacheOutput=" + cache + ".new", "first.script");
    Files.setLastModifiedTime(
        home.resolve("launcher/target/dist/.built"), FileTime.from(Instant.now().minusSeconds(60)));
    assertThat(start(home.resolve("jackfield"), "demo").text()).contains("-XX:AOTCache=" + cache);
    Files.setLastModifiedTime(cache, FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(start(home.resolve("jackfield"), "demo").text()).doesNotContain("-XX:AOTCache=");
  }

  @Test
  void aCacheThatIsNotMadeIsReported() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    executable(Path.of(javaHome, "bin", "java"), "exit 3");
    Run run = start(home.resolve("jackfield"), "aot");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("no AOT cache was made", "jackfield.aot.log");
  }

  @Test
  void theClassPathOfTheArtifactIsPrinted() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    write(home.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
    Path target = home.resolve("embed/target");
    write(target.resolve("jackfield-1.2.3.jar"), "");
    write(target.resolve("path/api.jar"), "");
    Files.setLastModifiedTime(
        home.resolve("pom.xml"), FileTime.from(Instant.now().minusSeconds(60)));
    assertThat(start(home.resolve("jackfield"), "classpath").text())
        .isEqualTo("%1$s/jackfield-1.2.3.jar:%1$s/path/api.jar\n".formatted(target));
  }

  @Test
  void theArtifactIsBuiltWhenASourceIsNewerThanItThoughTheDistributionIsNot() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    write(home.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
    Path jar = home.resolve("embed/target/jackfield-1.2.3.jar");
    write(jar, "");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(3600)));
    Files.setLastModifiedTime(
        home.resolve("pom.xml"), FileTime.from(Instant.now().minusSeconds(60)));
    assertThat(start(home.resolve("jackfield"), "demo").text()).doesNotContain("building");
    assertThat(start(home.resolve("jackfield"), "classpath").text()).contains("building");
    assertThat(start(home.resolve("jackfield"), "classpath").text()).doesNotContain("building");
  }

  @Test
  void aNumberOfThreadsBeforeTheVerbBecomesAPropertyOfTheJvm() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    for (String[] given : new String[][] {{"--threads", "12"}, {"--threads=12"}}) {
      List<String> line = new ArrayList<>(List.of(given));
      line.addAll(List.of("demo", "--threads", "3"));
      Run run = start(home.resolve("jackfield"), line.toArray(String[]::new));
      assertThat(run.text().lines())
          .containsSubsequence("-Djackfield.threads=12", "demo", "--threads", "3")
          .doesNotContain("--threads=12");
    }
    assertThat(start(home.resolve("jackfield"), "demo").text()).doesNotContain("threads");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "0", "1025", "-1", "99999999999999999999"})
  void aNumberOfThreadsThatIsNoneIsRefusedWithoutAJvm(String threads) throws Exception {
    Run run = start(home.resolve("jackfield"), "--threads", threads, "demo");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.text())
        .contains("a number from 1 to 1024, found '" + threads + "'")
        .contains("try");
    assertThat(start(home.resolve("jackfield"), "--threads").code()).isEqualTo(2);
  }

  @Test
  void helpOfAVerbIsTheVerbsOwnHelp() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    Run run = start(home.resolve("jackfield"), "help", "demo");
    assertThat(run.text().lines()).containsSubsequence("demo", "--help");
    Run more = start(home.resolve("jackfield"), "help", "demo", "more");
    assertThat(more.text().lines()).containsSubsequence("demo", "--help", "more");
    assertThat(start(home.resolve("jackfield"), "help").text()).contains("--help");
  }

  @Test
  void theJdkOfJavaHomeIsStartedWithTheFlagsAndTheArguments() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    Run run = start(home.resolve("jackfield"), "demo", "--data", "two words");
    assertThat(run.code()).isZero();
    assertThat(run.text().lines())
        .contains(
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-Djackfield.home=" + home,
            home + "/launcher/target/dist/lib/*",
            "two words");
  }

  @Test
  void aCollectorIsNamedUnlessTheUserNamesOne() throws Exception {
    javaHome = jdk("home jdk", "25.0.3");
    assertThat(start(home.resolve("jackfield"), "demo").text()).contains("-XX:+UseG1GC");
    javaOptions = "-XX:+UseZGC";
    assertThat(start(home.resolve("jackfield"), "demo").text()).doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void aJdkThatCorruptsPinnedArraysIsRefusedByItsVersion() throws Exception {
    javaHome = jdk("old", "25.0.2");
    Run run = start(home.resolve("jackfield"), "demo");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("25.0.3", "found 25.0.2 in " + javaHome, "install");
  }

  @Test
  void aFitJdkInAnInstallFolderIsTakenInPlaceOfAnOlderJavaHome() throws Exception {
    javaHome = jdk("old", "17.0.9");
    String fit = jdk("jvm/fit", "25.0.10");
    assertThat(start(home.resolve("jackfield"), "demo").text()).contains("started by " + fit);
  }

  @Test
  void theJdkCanBeAskedForAlone() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    assertThat(start(home.resolve("jackfield"), "--find-jdk").text()).isEqualTo(javaHome + "\n");
  }

  @Test
  void aLaterFeatureReleaseIsFit() throws Exception {
    javaHome = jdk("later", "26");
    assertThat(start(home.resolve("jackfield"), "demo").code()).isZero();
  }

  @Test
  void theVeryFirstReleaseIsRefused() throws Exception {
    javaHome = jdk("first", "25");
    assertThat(start(home.resolve("jackfield"), "demo").text()).contains("found 25 in");
  }

  @Test
  void aFolderWithoutCompilerIsNoJdk() throws Exception {
    javaHome = jdk("jre", "25.0.3");
    Files.delete(Path.of(javaHome, "bin", "javac"));
    assertThat(start(home.resolve("jackfield"), "demo").text()).contains("found none");
  }

  @Test
  void theScriptWorksThroughLinksFromAnotherFolder() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    Path link = folder.resolve("link");
    Files.createSymbolicLink(link, home.resolve("jackfield"));
    Path second = Files.createDirectories(folder.resolve("b")).resolve("second");
    Files.createSymbolicLink(second, Path.of("../link"));
    assertThat(start(second, "demo").text()).contains("-Djackfield.home=" + home);
  }

  @Test
  void whatIsBuiltIsNotBuiltAgain() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    assertThat(start(home.resolve("jackfield"), "demo").text()).doesNotContain("building");
    assertThat(folder.resolve("builds")).doesNotExist();
  }

  @Test
  void aChangedSourceIsBuiltOnceAndTheScriptSaysSo() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    Files.setLastModifiedTime(
        home.resolve("launcher/target/dist/lib/launcher.jar"),
        FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(start(home.resolve("jackfield"), "demo").text()).contains("building");
    assertThat(start(home.resolve("jackfield"), "demo").text()).doesNotContain("building");
    assertThat(folder.resolve("builds")).content().isEqualToIgnoringNewLines("built");
  }

  @Test
  void aChangedTestIsNoReasonToBuild() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    write(home.resolve("examples/demo/src/test/java/DemoTest.java"), "");
    Files.setLastModifiedTime(
        home.resolve("examples/demo/src/test/java/DemoTest.java"),
        FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(start(home.resolve("jackfield"), "demo").text()).doesNotContain("building");
  }

  @Test
  void aFailedBuildEndsWithOneAndTheCommandToRepeatIt() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    executable(tools.resolve("mvn"), "exit 3");
    Files.delete(home.resolve("launcher/target/dist/lib/launcher.jar"));
    Run run = start(home.resolve("jackfield"), "demo");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("the build failed", "mvn -DskipTests package");
  }

  @Test
  void theWarningOfTheIncubatorModuleIsDroppedAndNothingElse() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    executable(
        Path.of(javaHome, "bin", "java"),
        "echo note >&2; echo 'WARNING: Using incubator modules: jdk.incubator.vector' >&2;"
            + " echo 'WARNING: another' >&2; printf 'no end of line' >&2; exit 7");
    Run run = start(home.resolve("jackfield"), "demo");
    assertThat(run.code()).isEqualTo(7);
    assertThat(run.text()).isEqualTo("note\nWARNING: another\nno end of line");
  }

  @Test
  void whatIsPrintedWithoutThatWarningIsCopied() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    executable(
        Path.of(javaHome, "bin", "java"), "echo ' first  line' >&2; printf last >&2; exit 1");
    Run run = start(home.resolve("jackfield"), "demo");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).isEqualTo(" first  line\nlast");
  }

  @Test
  void javaHasTheProcessNumberOfTheScriptAndReceivesItsSignals() throws Exception {
    javaHome = jdk("fit", "25.0.3");
    executable(Path.of(javaHome, "bin", "java"), "exec 2>&1; echo process $$");
    Process process = process(home.resolve("jackfield"), "demo").start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(text).contains("process " + process.pid());
  }

  private record Run(int code, String text) {}

  private Run start(Path script, String... arguments) throws IOException, InterruptedException {
    Process process =
        process(script, arguments).command(untilAllIsPrinted(script, arguments)).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), text);
  }

  /**
   * Returns a command that ends when nothing can be printed any more. The copy of standard error
   * may outlive the script, and Java closes its end of a pipe when its direct child ends: it would
   * lose the last lines. {@code cat} ends when the last process that can write to its pipe has
   * ended.
   */
  private static List<String> untilAllIsPrinted(Path script, String... arguments) {
    String line = "\"$@\" 2>&1 | cat; exit \"${PIPESTATUS[0]}\"";
    List<String> command = new ArrayList<>(List.of("bash", "-c", line, "bash"));
    command.addAll(command(script, arguments));
    return command;
  }

  private static List<String> command(Path script, String... arguments) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private ProcessBuilder process(Path script, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(command(script, arguments)).redirectErrorStream(true);
    builder.directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("JAVA_HOME", javaHome);
    builder.environment().put("JDK_JAVA_OPTIONS", javaOptions);
    builder.environment().put("JACKFIELD_JDK_FOLDERS", folder.resolve("jvm").toString());
    return builder;
  }

  private String jdk(String name, String version) throws IOException {
    Path jdk = folder.resolve(name);
    write(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    executable(jdk.resolve("bin/java"), "echo started by '" + jdk + "'; printf '%s\\n' \"$@\"");
    executable(jdk.resolve("bin/javac"), "");
    return jdk.toString();
  }

  private static void executable(Path file, String line) throws IOException {
    write(file, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
