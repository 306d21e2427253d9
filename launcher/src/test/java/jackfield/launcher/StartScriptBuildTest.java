package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the start script builds the distribution, the artifact or a cache, and what it says. */
@Tag("slow")
class StartScriptBuildTest {
  @TempDir private Path folder;
  private ScriptHome home; // set before each test

  @BeforeEach
  void layOut() throws IOException {
    home = new ScriptHome(folder);
  }

  @Test
  void aCacheIsMadeOnRequestAndUsedFromThenOn() throws Exception {
    String jdk = home.jdk("home jdk", "25.0.3");
    home.javaHome(jdk);
    Path cache = home.file("launcher/target/jackfield.aot");
    ScriptHome.executable(
        Path.of(jdk, "bin", "java"), "printf '%s\\n' \"$@\"; echo cached > '" + cache + ".new'");
    ScriptHome.write(home.file("launcher/target/dist/.built"), "");
    assertThat(home.start("aot").text()).startsWith("wrote " + cache);
    assertThat(Files.readString(Path.of(cache + ".log")))
        .contains("-XX:AOTCacheOutput=" + cache + ".new", "first.script");
    Files.setLastModifiedTime(
        home.file("launcher/target/dist/.built"), FileTime.from(Instant.now().minusSeconds(60)));
    assertThat(home.start("demo").text()).contains("-XX:AOTCache=" + cache);
    Files.setLastModifiedTime(cache, FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(home.start("demo").text()).doesNotContain("-XX:AOTCache=");
  }

  @Test
  void aCacheThatIsNotMadeIsReported() throws Exception {
    String jdk = home.jdk("home jdk", "25.0.3");
    home.javaHome(jdk);
    ScriptHome.executable(Path.of(jdk, "bin", "java"), "exit 3");
    ScriptHome.Run run = home.start("aot");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("no AOT cache was made", "jackfield.aot.log");
  }

  @Test
  void theClassPathOfTheArtifactIsPrinted() throws Exception {
    home.javaHome(home.jdk("home jdk", "25.0.3"));
    ScriptHome.write(home.file("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
    Path target = home.file("embed/target");
    ScriptHome.write(target.resolve("jackfield-1.2.3.jar"), "");
    ScriptHome.write(target.resolve("path/api.jar"), "");
    Files.setLastModifiedTime(home.file("pom.xml"), FileTime.from(Instant.now().minusSeconds(60)));
    assertThat(home.start("classpath").text())
        .isEqualTo("%1$s/jackfield-1.2.3.jar:%1$s/path/api.jar\n".formatted(target));
  }

  @Test
  void theArtifactIsBuiltWhenASourceIsNewerThanItThoughTheDistributionIsNot() throws Exception {
    home.javaHome(home.jdk("home jdk", "25.0.3"));
    ScriptHome.write(home.file("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
    Path jar = home.file("embed/target/jackfield-1.2.3.jar");
    ScriptHome.write(jar, "");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(3600)));
    Files.setLastModifiedTime(home.file("pom.xml"), FileTime.from(Instant.now().minusSeconds(60)));
    assertThat(home.start("demo").text()).doesNotContain("building");
    assertThat(home.start("classpath").text()).contains("building");
    assertThat(home.start("classpath").text()).doesNotContain("building");
  }

  @Test
  void whatIsBuiltIsNotBuiltAgain() throws Exception {
    home.javaHome(home.jdk("fit", "25.0.3"));
    assertThat(home.start("demo").text()).doesNotContain("building");
    assertThat(folder.resolve("builds")).doesNotExist();
  }

  @Test
  void aChangedSourceIsBuiltOnceAndTheScriptSaysSo() throws Exception {
    home.javaHome(home.jdk("fit", "25.0.3"));
    Files.setLastModifiedTime(
        home.file("launcher/target/dist/lib/launcher.jar"),
        FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(home.start("demo").text()).contains("building");
    assertThat(home.start("demo").text()).doesNotContain("building");
    assertThat(folder.resolve("builds")).content().isEqualToIgnoringNewLines("built");
  }

  @Test
  void aChangedTestIsNoReasonToBuild() throws Exception {
    home.javaHome(home.jdk("fit", "25.0.3"));
    ScriptHome.write(home.file("examples/demo/src/test/java/DemoTest.java"), "");
    Files.setLastModifiedTime(
        home.file("examples/demo/src/test/java/DemoTest.java"),
        FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(home.start("demo").text()).doesNotContain("building");
  }

  @Test
  void aFailedBuildEndsWithOneAndTheCommandToRepeatIt() throws Exception {
    home.javaHome(home.jdk("fit", "25.0.3"));
    ScriptHome.executable(home.tools().resolve("mvn"), "exit 3");
    Files.delete(home.file("launcher/target/dist/lib/launcher.jar"));
    ScriptHome.Run run = home.start("demo");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("the build failed", "mvn -DskipTests package");
  }

  @Test
  void oneOfTwoStartsBuildsAndTheOtherWaits() throws Exception {
    assumeThat(Path.of("/usr/bin/flock")).exists();
    ScriptHome.executable(home.tools().resolve("flock"), "exec /usr/bin/flock \"$@\"");
    home.javaHome(home.jdk("fit", "25.0.3"));
    Path builds = folder.resolve("builds");
    Path jar = home.file("launcher/target/dist/lib/launcher.jar");
    ScriptHome.executable(
        home.tools().resolve("mvn"),
        "echo built >> '%s'; /bin/sleep 1; echo > '%s'".formatted(builds, jar));
    Files.delete(jar);
    Process first = home.process(home.file("jackfield"), "demo").start();
    Process second = home.process(home.file("jackfield"), "demo").start();
    String text = text(first) + text(second);
    assertThat(text).containsOnlyOnce("another start builds");
    assertThat(first.waitFor() + second.waitFor()).isZero();
    assertThat(builds).hasContent("built");
  }

  private static String text(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
