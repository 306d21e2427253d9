package jackfield.itests.hotplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.process.Launch.Run;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the launcher of the distribution as the start script does, in a JVM of its own. */
@Tag("thorough")
class LauncherIT {
  private static final Path SCRIPT = Path.of("plug.script"); // tests run in the module's folder

  private static final Path INSPECTION = Path.of("inspect.script");

  @TempDir private Path home;

  private Launch launcher() {
    return new Launch(home);
  }

  @Test
  void aScriptWhoseLinesAllSucceedEndsWithZero() throws Exception {
    Run run = launcher().run("run", launcher().script("help", "lb jackfield | grep api"));
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text()).contains("> help", "leaves the shell", "dispatcher.api");
  }

  @Test
  void aScriptWithAWrongLineEndsWithOneAndNamesTheLine() throws Exception {
    Run run = launcher().run("run", launcher().script("help", "", "unplugg backend.cpu"));
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text()).contains("line 3: unplugg backend.cpu", "no command 'unplugg'");
  }

  @Test
  void theRepositorysScriptShowsWhoServesAndAWrongLineAfterItEndsWithOne() throws Exception {
    List<String> lines = new ArrayList<>(Files.readAllLines(SCRIPT));
    lines.add("table aten::addmmm");
    Run run = launcher().run("run", launcher().script(lines.toArray(String[]::new)));
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.text().lines().filter(line -> line.equals("> table aten::addmm"))).hasSize(3);
    assertThat(run.text()).contains("plugged    backend.cpu", "unplugged  backend.cpu");
    assertThat(run.text()).contains("line %d: table aten::addmmm".formatted(lines.size()));
  }

  @Test
  void everyInspectionCommandAnswersInTheRunningPlatform() throws Exception {
    Run run = launcher().run("run", INSPECTION.toString());
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text())
        .contains(
            "aten::addmm(Tensor self, Tensor mat1, Tensor mat2",
            "backend.cpu 0.1.0 registered a kernel for the key itself; it is before others by its"
                + " ranking 0; it shadows backend.cpu.reference 0.1.0 (ranking -100)",
            "goes to AutogradCPU",
            "at CPU, shadows backend.cpu.reference 0.1.0",
            "withdrawn from CPU, uncovers backend.cpu.reference 0.1.0",
            "backend.cpu 0.1.0 was withdrawn",
            "redispatch below",
            "name: aten::addmm",
            "CPU: backend.cpu.reference 0.1.0 [kernel]",
            "mat1 Tensor",
            "\"slot\" : 1",
            "\"kind\" : \"library\"",
            "verdict    collected after ",
            "class loader collected, no native library")
        .doesNotContain("a kernel was registered where one of the same ranking serves");
    assertThat(run.text().lines())
        .anySatisfy(line -> assertThat(line).contains("library", "aten", "operators.aten 0.1.0"))
        .anySatisfy(line -> assertThat(line).contains("AutogradCPU", "instance"));
  }

  @Test
  void theCommandsOfTheExercisesPrintWhatThePagesShow() throws Exception {
    List<ShellExercise> exercises = ShellExercise.all();
    Run run =
        launcher()
            .run(
                "run",
                launcher()
                    .script(
                        exercises.stream().map(ShellExercise::commands).toArray(String[]::new)));
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(exercises)
        .isNotEmpty()
        .allSatisfy(exercise -> assertThat(run.text()).containsPattern(exercise.shown()));
  }

  @Test
  void aMissingScriptIsMisuse() throws Exception {
    Run run = launcher().run("run", home.resolve("absent.script").toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.text()).contains("cannot read the script", "try");
  }

  @Test
  void aJarInThePlugFolderIsPlugged() throws Exception {
    launcher().drop("backend.cpu.jar");
    Run run = launcher().run("run", launcher().script("lb jackfield"));
    assertThat(run.text()).contains("plugged    backend.cpu");
    assertThat(run.code()).isZero();
  }

  @Test
  void removingAJarFromThePlugFolderUnplugsIt() throws Exception {
    Path jar = launcher().drop("backend.cpu.jar");
    Process process = launcher().start("run", launcher().script("sleep 60"));
    try (BufferedReader lines = process.inputReader()) {
      assertThat(Launch.readUntil(lines, "plugged    backend.cpu")).isTrue();
      Files.delete(jar);
      assertThat(Launch.readUntil(lines, "unplugged  backend.cpu")).isTrue();
    } finally {
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void settingsInThePlugFolderAreInForceBeforeTheJarsBesideThem() throws Exception {
    launcher().drop("backend.cpu.jar");
    Files.writeString(home.resolve("plug/jackfield.trust.cfg"), "policy = enforce\n");
    Run run = launcher().run("run", launcher().script("backends"));
    assertThat(run.text())
        .contains("the gate refuses it", "it is not signed", "no trust store is set")
        .doesNotContain("plugged    backend.cpu");
  }

  @Test
  void settingsThatChangeWhileItRunsAreFollowed() throws Exception {
    launcher().drop("backend.cpu.jar");
    Path settings = home.resolve("plug/jackfield.trust.json");
    Files.writeString(settings, "{\"policy\": \"enforce\"}");
    Process process = launcher().start("run", launcher().script("sleep 60"));
    try (BufferedReader lines = process.inputReader()) {
      assertThat(Launch.readUntil(lines, "> sleep 60")).isTrue();
      Files.writeString(settings, "{\"policy\": \"off\"}");
      assertThat(Launch.readUntil(lines, "plugged    backend.cpu")).isTrue();
    } finally {
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aJarThatIsNoBundleIsRefusedInOneMessage() throws Exception {
    Files.writeString(Files.createDirectories(home.resolve("plug")).resolve("x.jar"), "no jar");
    Run run = launcher().run("run", launcher().script("lb jackfield"));
    assertThat(run.code()).isZero();
    assertThat(run.text()).contains("x.jar", "no jar").doesNotContain("\tat ");
  }

  @Test
  void anInterruptedVerbLeavesNoFilesBehind() throws Exception {
    Process process = launcher().start("run", launcher().script("echo ready", "sleep 60"));
    assertThat(Launch.readUntil(process.inputReader(), "> sleep 60")).isTrue();
    process.destroy(); // Ctrl-C and kill request this
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(home.resolve("tmp")).isEmptyDirectory();
  }
}
