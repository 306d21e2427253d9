package jackfield.itests.hotplug.process;

import jackfield.itests.hotplug.bundle.AddingBackend;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.spi.Backend;
import jackfield.spi.PlugSteps;
import jackfield.spi.PlugSteps.Step;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Halts the platform at a step that a change of the folder {@code plug} causes. */
final class KillAtStep {
  private final KillNine nine;
  private final Path made;
  private final Path one;
  private final Path two;

  /** The changes of the folder. */
  enum Change {
    PLUG,
    UNPLUG,
    SWAP;

    /** Returns the steps that the platform makes for the change. */
    List<Step> steps() {
      return switch (this) {
        case PLUG -> List.of(Step.INSTALL, Step.START, Step.CHECK, Step.COMMIT);
        case UNPLUG -> List.of(Step.COMMIT, Step.DRAIN, Step.QUIESCE, Step.STOP, Step.UNINSTALL);
        case SWAP ->
            List.of(
                Step.INSTALL,
                Step.START,
                Step.CHECK,
                Step.COMMIT,
                Step.DRAIN,
                Step.QUIESCE,
                Step.STOP,
                Step.UNINSTALL);
      };
    }
  }

  KillAtStep(KillNine nine, Path home) throws IOException {
    this.nine = nine;
    this.made = Files.createDirectories(home.resolve("made"));
    this.one = version("1.0.0");
    this.two = version("2.0.0");
  }

  private Path version(String version) throws IOException {
    return BundleJar.named("kill.a")
        .header("Bundle-Version", version)
        .component(Backend.class, AddingBackend.class, 50)
        .write(made);
  }

  /** Halts at each step of each change, prints each result and returns the number of failures. */
  int runAll(PrintStream out) throws IOException, InterruptedException {
    int failed = 0;
    for (Change change : Change.values()) {
      for (Step step : change.steps()) {
        List<String> problems = run(change, step);
        failed += problems.isEmpty() ? 0 : 1;
        out.println(
            "%-6s killed at %-9s  %s"
                .formatted(change, step, problems.isEmpty() ? "ok" : String.join("; ", problems)));
      }
    }
    return failed;
  }

  static int count() {
    int count = 0;
    for (Change change : Change.values()) {
      count += change.steps().size();
    }
    return count;
  }

  /** Halts at one step and returns the errors of the next start. */
  List<String> run(Change change, Step step) throws IOException, InterruptedException {
    Path jar = nine.plug().resolve("kill.a.jar");
    Files.deleteIfExists(jar);
    if (change != Change.PLUG) {
      Files.copy(one, jar);
    }
    Path halting = nine.plug().resolve("99-halting.jar"); // sorted last
    Files.copy(halting(step), halting, StandardCopyOption.REPLACE_EXISTING);
    List<String> problems = new ArrayList<>();
    Process process = nine.startUp();
    change(change, jar);
    if (!process.waitFor(Deadline.SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      problems.add("the step is not made");
    } else if (process.exitValue() != HaltingSteps.EXIT_CODE) {
      problems.add("it ended by itself with " + process.exitValue());
    }
    Files.delete(halting);
    problems.addAll(nine.problems());
    return problems;
  }

  private Path halting(Step step) throws IOException {
    return BundleJar.named("test.halting")
        .component(PlugSteps.class, HaltingSteps.class, 0)
        .header("Import-Package", "jackfield.spi,org.osgi.framework")
        .header("Halts", step.name())
        .write(made);
  }

  private void change(Change change, Path jar) throws IOException {
    if (change == Change.UNPLUG) {
      Files.delete(jar);
      return;
    }
    Path part = Files.copy(change == Change.PLUG ? one : two, made.resolve("next.part"));
    Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
