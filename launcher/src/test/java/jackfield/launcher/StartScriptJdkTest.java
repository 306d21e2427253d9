package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which JDK the start script finds, and how it starts it. */
@Tag("slow")
class StartScriptJdkTest {
  @TempDir private Path folder;
  private ScriptHome home; // set before each test

  @BeforeEach
  void layOut() throws IOException {
    home = new ScriptHome(folder);
  }

  @Test
  void theJdkOfJavaHomeIsStartedWithTheFlagsAndTheArguments() throws Exception {
    home.javaHome(home.jdk("home jdk", "25.0.3"));
    ScriptHome.Run run = home.start("demo", "--data", "two words");
    assertThat(run.code()).isZero();
    assertThat(run.text().lines())
        .contains(
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-Djackfield.home=" + home.root(),
            home.root() + "/launcher/target/dist/lib/*",
            "two words");
  }

  @Test
  void aCollectorIsNamedUnlessTheUserNamesOne() throws Exception {
    home.javaHome(home.jdk("home jdk", "25.0.3"));
    assertThat(home.start("demo").text()).contains("-XX:+UseG1GC");
    home.javaOptions("-XX:+UseZGC");
    assertThat(home.start("demo").text()).doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void aJdkThatCorruptsPinnedArraysIsRefusedByItsVersion() throws Exception {
    String jdk = home.jdk("old", "25.0.2");
    home.javaHome(jdk);
    ScriptHome.Run run = home.start("demo");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("25.0.3", "found 25.0.2 in " + jdk, "install");
  }

  @Test
  void aFitJdkInAnInstallFolderIsTakenInPlaceOfAnOlderJavaHome() throws Exception {
    home.javaHome(home.jdk("old", "17.0.9"));
    String fit = home.jdk("jvm/fit", "25.0.10");
    assertThat(home.start("demo").text()).contains("started by " + fit);
  }

  @Test
  void theJdkCanBeAskedForAlone() throws Exception {
    String jdk = home.jdk("fit", "25.0.3");
    home.javaHome(jdk);
    assertThat(home.start("--find-jdk").text()).isEqualTo(jdk + "\n");
  }

  @Test
  void aLaterFeatureReleaseIsFit() throws Exception {
    home.javaHome(home.jdk("later", "26"));
    assertThat(home.start("demo").code()).isZero();
  }

  @Test
  void theVeryFirstReleaseIsRefused() throws Exception {
    home.javaHome(home.jdk("first", "25"));
    assertThat(home.start("demo").text()).contains("found 25 in");
  }

  @Test
  void aFolderWithoutCompilerIsNoJdk() throws Exception {
    String jdk = home.jdk("jre", "25.0.3");
    home.javaHome(jdk);
    Files.delete(Path.of(jdk, "bin", "javac"));
    assertThat(home.start("demo").text()).contains("found none");
  }
}
