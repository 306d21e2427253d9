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

/**
 * Runs the start script in a made-up home. Its {@code java} prints its arguments, writes the cache
 * that it is asked for, and fails when it must use a cache and the file {@code unfit} is there.
 */
@Tag("slow")
class AotCacheTest {
  @TempDir private Path folder;
  private Path home;
  private Path cache;
  private String javaOptions = "";

  @BeforeEach
  void layOutAHomeThatIsBuilt() throws IOException {
    home = Files.createDirectories(folder.resolve("a home"));
    cache = home.resolve("launcher/target/jackfield.aot");
    Files.copy(
        Path.of("..", "jackfield"), home.resolve("jackfield"), StandardCopyOption.COPY_ATTRIBUTES);
    write(home.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n</project>\n");
    Files.setLastModifiedTime(home.resolve("pom.xml"), ago(120));
    write(home.resolve("launcher/target/dist/lib/launcher.jar"), "");
    Files.setLastModifiedTime(home.resolve("launcher/target/dist/lib/launcher.jar"), ago(60));
    write(home.resolve("embed/target/jackfield-1.2.3.jar"), "");
    write(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.3\"\n");
    for (String tool : List.of("java", "javac")) {
      Path file = folder.resolve("jdk/bin").resolve(tool);
      write(
          file,
          """
          #!/bin/sh
          case "$*" in
            *-XX:AOTMode=on*) [ ! -e '%1$s/unfit' ]; exit $? ;;
          esac
          for argument in "$@"; do
            case $argument in
              -XX:AOTCacheOutput=*) [ -e '%1$s/broken' ] || echo trained > "${argument#*=}" ;;
            esac
            printf '%%s\\n' "$argument"
          done
          if [ -e '%1$s/broken' ]; then echo 'no memory' >&2; exit 3; fi
          """
              .formatted(folder));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void aCacheThatWasMadeIsUsedAndItsLogIsQuiet() throws Exception {
    assertThat(start("demo").text()).doesNotContain("-XX:AOTCache");
    assertThat(start("aot").text()).contains("wrote " + cache);
    assertThat(start("demo").text().lines())
        .containsSubsequence("-XX:AOTCache=" + cache, "-Xlog:aot*=off", "-Xlog:cds*=off", "demo");
  }

  @Test
  void aCacheThatFitsIsNotMadeAgain() throws Exception {
    start("aot");
    assertThat(start("aot").text()).contains("nothing to do").doesNotContain("wrote");
  }

  @Test
  void aCacheOfAnotherJdkIsCalledStaleAndMadeAgain() throws Exception {
    start("aot");
    write(folder.resolve("unfit"), "");
    assertThat(start("aot").text()).contains("is stale", "wrote " + cache);
  }

  @Test
  void aCacheThatIsOlderThanABundleIsCalledStale() throws Exception {
    start("aot");
    Files.setLastModifiedTime(cache, ago(30));
    write(home.resolve("launcher/target/dist/platform/part.jar"), "");
    assertThat(start("aot").text()).contains("is stale", "wrote " + cache);
  }

  @Test
  void aFailedTrainingRunKeepsTheOldCacheAndItsOutputInALog() throws Exception {
    start("aot");
    write(folder.resolve("unfit"), "");
    write(folder.resolve("broken"), "");
    Run run = start("aot");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("no AOT cache was made");
    assertThat(cache).hasContent("trained");
    assertThat(Path.of(cache + ".log")).content().contains("no memory");
  }

  @Test
  void aCacheOfTheUserGoesFirst() throws Exception {
    start("aot");
    javaOptions = "-XX:AOTCache=own.aot";
    assertThat(start("demo").text()).doesNotContain("-XX:AOTCache=" + cache);
  }

  @Test
  void aProgramHasACacheOfItsOwn() throws Exception {
    write(folder.resolve("program.jar"), "");
    Run run = start("aot", "--class-path", "program.jar", "Program", "two words");
    assertThat(run.code()).isZero();
    assertThat(run.text()).contains("Program\ntwo words\n", "java -XX:AOTCache=Program.aot -XX:T");
    assertThat(folder.resolve("Program.aot")).hasContent("trained");
  }

  @Test
  void aProgramThatFailsHasNoCache() throws Exception {
    write(folder.resolve("program.jar"), "");
    write(folder.resolve("broken"), "");
    Run run = start("aot", "--class-path", "program.jar", "Program");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("no memory", "no AOT cache was made of Program");
  }

  @Test
  void aFolderOnTheClassPathOfAProgramIsRefused() throws Exception {
    Run run = start("aot", "--class-path", "jdk", "Program");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("'jdk'", "jar --create");
  }

  private record Run(int code, String text) {}

  private Run start(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("jackfield").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(folder.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("JDK_JAVA_OPTIONS", javaOptions);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), text);
  }

  private static FileTime ago(int seconds) {
    return FileTime.from(Instant.now().minusSeconds(seconds));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
