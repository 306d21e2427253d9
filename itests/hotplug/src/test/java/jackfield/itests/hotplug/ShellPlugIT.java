package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.Culprit;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.bundle.Stayer;
import jackfield.itests.hotplug.platform.Configured;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Backend;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** The shell commands for plugging, on a running platform. */
@InsideFramework(isShared = true)
class ShellPlugIT {
  private static final String BACKEND = "backend.cpu";
  private static final String MARKING = "test.marking";

  @Inject private BundleContext context;
  @Inject private CommandProcessor processor;
  private Panel panel; // set before each test, as are the fields below
  private Path folder;
  private CommandSession session;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    folder = TestFolder.named("shell");
    for (String lender : List.of("parts/org.apache.felix.gogo.jline")) {
      context.installBundle(
          Distribution.jar(lender)); // not started: the shell starts the services that it uses
    }
    context.installBundle(Distribution.jar("verbs/shell")).start();
    session =
        processor.createSession(
            new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(),
            new ByteArrayOutputStream());
  }

  @AfterEach
  void close() throws BundleException {
    session.close();
    panel.close();
  }

  private String execute(String command) throws Exception {
    return String.valueOf(session.execute("jackfield:" + command));
  }

  private Path version(String version) throws Exception {
    return BundleJar.copyOf(Distribution.backend(BACKEND))
        .header("Bundle-Version", version)
        .write(folder);
  }

  private Path marking() throws Exception {
    return BundleJar.named(MARKING)
        .component(Backend.class, MarkingBackend.class, 50)
        .write(folder);
  }

  @Test
  void aSwapTellsItsPhasesAndWhatBecameOfTheOne() throws Exception {
    execute("plug " + version("1.0.0"));
    List<String> lines = execute("swap backend.cpu " + version("9.1.0")).lines().toList();
    assertThat(lines)
        .extracting(line -> line.split(" ")[0])
        .containsExactly("start", "check", "warm-up", "commit", "drain", "gone", "verdict");
    assertThat(lines.get(1)).contains("operators agree");
    assertThat(lines.getLast()).startsWith("verdict   collected after");
    assertThat(execute("backends")).contains("9.1.0").doesNotContain("1.0.0");
    assertThat(execute("leaks").lines().toList().get(1))
        .containsSubsequence(BACKEND, "1.0.0", "collected");
  }

  @Test
  @Tag("thorough")
  void anUpdateTellsItsPhasesAndWhatBecameOfTheFormerRevision() throws Exception {
    execute("plug " + version("1.0.0"));
    long number = panel.bundle(BACKEND).getBundleId();
    List<String> lines = execute("update backend.cpu " + version("9.1.0")).lines().toList();
    assertThat(lines)
        .extracting(line -> line.split(" ")[0])
        .containsExactly("check", "drain", "commit", "verdict");
    assertThat(lines.getLast()).startsWith("verdict   collected after");
    assertThat(panel.bundle(BACKEND).getBundleId()).isEqualTo(number);
    assertThat(panel.title(BACKEND)).isEqualTo("backend.cpu 9.1.0");
  }

  @Test
  void whatIsPulledIsCollectedAndItsReportSaysSo() throws Exception {
    execute("plug " + version("1.0.0"));
    assertThat(execute("unplug backend.cpu"))
        .containsSubsequence("unplugged", "\nverdict    collected after");
    execute("plug " + version("1.0.0"));
    assertThat(session.execute("((jackfield:unplug backend.cpu) removal) verdict"))
        .isEqualTo("collected");
  }

  @Test
  void whatDeclaresThatItStaysIsResidentForThatReason() throws Exception {
    BundleJar jar =
        BundleJar.named("test.resident")
            .header("Jackfield-Resident", "its thread cannot be ended")
            .header("Bundle-Activator", Culprit.class.getName())
            .header("Import-Package", "org.osgi.framework,javax.management")
            .header("Pins", "thread");
    for (String type : List.of("", "$Release", "$1")) {
      jar.with(Class.forName(Culprit.class.getName() + type));
    }
    execute("plug " + jar.write(folder));
    assertThat(execute("unplug test.resident"))
        .containsSubsequence(
            "\nverdict    resident after", "declared by the bundle: its thread cannot be ended");
  }

  @Test
  @Tag("thorough")
  void whoIsSetAsideIsResidentUntilTheThreadLeavesAndThenJudgedAnew() throws Exception {
    execute("plug " + marking());
    String resident = "thread who-stays is inside a pinned region";
    try (Configured soon = deadline("QUARANTINE");
        Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(List.of(soon, stayer)).isNotEmpty();
      assertThat(execute("unplug " + MARKING))
          .containsSubsequence("quarantined", "\nverdict    resident after", resident);
      assertThat(execute("leaks").lines().toList().get(1))
          .containsSubsequence(MARKING, "resident", resident);
      assertThat(execute("drain"))
          .containsSubsequence("quarantined", MARKING, "policy quarantine", resident, "at ");
    }
    Deadline.await("the bundle gone", () -> panel.bundle(MARKING) == null);
    Deadline.await("the verdict", () -> !execution("leaks").contains("pending"));
    assertThat(execute("leaks").lines().toList().get(1)).containsSubsequence(MARKING, "collected");
    assertThat(execute("drain")).isEqualTo("  none");
  }

  private Configured deadline(String mode) {
    return new Configured(
        context, "jackfield.platform", Map.of("drain.mode", mode, "drain.deadline.millis", 50L));
  }

  @Test
  void aSwapWhoseOldBundleIsUsedSaysWhoIsInside() throws Exception {
    execute("plug " + version("1.0.0"));
    try (Configured soon = deadline("QUARANTINE");
        Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(List.of(soon, stayer)).isNotEmpty();
      assertThat(execute("swap backend.cpu " + version("9.1.0")))
          .containsSubsequence("gone", "quarantined", "\nverdict   resident after", "who-stays");
    }
    Deadline.await("no bundle being removed", () -> execution("drain").equals("  none"));
    assertThat(panel.title(BACKEND)).isEqualTo("backend.cpu 9.1.0");
  }

  private String execution(String command) {
    try {
      return execute(command);
    } catch (Exception broken) {
      throw new AssertionError(command, broken);
    }
  }

  @Test
  void aDrainThatIsCancelledPutsTheBundleBack() throws Exception {
    execute("plug " + marking());
    try (Configured soon = deadline("QUARANTINE");
        Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(List.of(soon, stayer)).isNotEmpty();
      execute("unplug " + MARKING);
      assertThat(execute("backends")).doesNotContain(MARKING);
      assertThat(execute("drain --cancel " + MARKING)).isEqualTo("  none");
      assertThat(execute("backends")).contains(MARKING);
    }
  }
}
