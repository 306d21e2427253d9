package jackfield.itests.hotplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Distribution;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a running bundle when a jar that replaces it is put into the folder. */
class PlugFolderIT {
  private static final String PLUGGED = "plugged    backend.cpu 0.1.0";

  @TempDir private Path home;
  private Launch launch; // set before each test, as are the fields below
  private Path gate;
  private Process process;
  private BufferedReader lines;

  @BeforeEach
  void start() throws Exception {
    launch = new Launch(home);
    gate = home.resolve("gate");
    assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();
    launch.drop("backend.cpu.jar");
    // The script continues after something was written to the pipe.
    process = launch.start("run", launch.script("cat " + gate, "backends", "history"));
    lines = process.inputReader();
    assertThat(Launch.readUntil(lines, PLUGGED)).isTrue();
    assertThat(Launch.readUntil(lines, "> cat")).isTrue();
  }

  @AfterEach
  void end() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private BundleJar next() throws IOException {
    return BundleJar.copyOf(Distribution.backend("backend.cpu")).header("Bundle-Version", "9.1.0");
  }

  /** Lets the script continue and returns the lines about the backend. */
  private List<String> whatIsPlugged() throws IOException {
    Files.writeString(gate, "go on\n");
    assertThat(Launch.readUntil(lines, "> backends")).isTrue();
    return lines
        .lines()
        .filter(line -> line.contains(" backend.cpu "))
        .map(line -> line.replaceAll("\\s+", " ").strip())
        .collect(Collectors.toList());
  }

  @Test
  void aNewerVersionBesideItIsSwappedForIt() throws Exception {
    launch.drop(next().write(home), "newer.jar");
    assertThat(Launch.readUntil(lines, "swapped    backend.cpu 9.1.0 for backend.cpu 0.1.0"))
        .isTrue();
    assertThat(whatIsPlugged())
        .anyMatch(line -> line.startsWith("backend cpu backend.cpu 9.1.0"))
        .noneMatch(line -> line.startsWith("backend cpu backend.cpu 0.1.0"));
  }

  @Test
  @Tag("thorough")
  void otherContentOfTheSameFileIsSwappedForIt() throws Exception {
    launch.drop("backend.cpu.jar");
    assertThat(Launch.readUntil(lines, "swapped    backend.cpu 0.1.0 for backend.cpu 0.1.0"))
        .isTrue();
    assertThat(whatIsPlugged()).anyMatch(line -> line.startsWith("backend cpu backend.cpu 0.1.0"));
  }

  @Test
  @Tag("thorough")
  void aNewerVersionThatIsRefusedCostsItNothing() throws Exception {
    launch.drop(next().header("Import-Package", "no.such").write(home), "newer.jar");
    assertThat(Launch.readUntil(lines, "swap ")).isTrue();
    assertThat(Launch.readUntil(lines, "  found      at the step start")).isTrue();
    assertThat(whatIsPlugged())
        .anyMatch(line -> line.startsWith("backend cpu backend.cpu 0.1.0"))
        .noneMatch(line -> line.contains("9.1.0"))
        .noneMatch(line -> line.contains("left"));
  }

  @Test
  @Tag("thorough")
  void whatServedBeforeARefusedJarWasWrittenOverItServesAfterARestartToo() throws Exception {
    Path refused = next().header("Import-Package", "no.such").write(home);
    Path jar = launch.drop(refused, "backend.cpu.jar");
    assertThat(Launch.readUntil(lines, "  found      at the step start")).isTrue();
    List<String> before = backends(whatIsPlugged());
    end();
    for (int restart = 1; restart <= 2; restart++) {
      Launch.Run run = launch.run("run", launch.script("backends"));
      assertThat(run.text())
          .contains("no.such", PLUGGED, "plug backend.cpu.jar: what served last takes its place");
      assertThat(backends(run.text().lines().toList())).isEqualTo(before);
    }
    Files.delete(jar);
    assertThat(launch.run("run", launch.script("backends")).text()).doesNotContain(PLUGGED);
  }

  private static List<String> backends(List<String> lines) {
    return lines.stream()
        .map(line -> line.replaceAll("\\s+", " ").strip())
        .filter(line -> line.startsWith("backend cpu backend.cpu "))
        .toList();
  }
}
