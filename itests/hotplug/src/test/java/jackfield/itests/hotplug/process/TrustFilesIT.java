package jackfield.itests.hotplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.spi.Backend;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Configuration files with errors in the launcher's folder {@code plug}. */
class TrustFilesIT {
  private static final String SHUT = "the gate is shut";
  private static final String CFG = "jackfield.trust.cfg";
  private static final String JSON = "jackfield.trust.json";

  @TempDir private Path home;
  private Path jar; // unsigned; created before each test

  /** The errors in the files, and the text about each in the message. */
  private enum Fault {
    LAST_COMMA(JSON, "{\"truststore\": \"trusted.pem\", }", "line 1, column 31: "),
    NO_ESCAPE(CFG, "truststore = \\u00zz", "key 'truststore': the backslash at character 1 "),
    MISSPELT_KEY(CFG, "trustore = trusted.pem", "unknown key 'trustore'"),
    UNKNOWN_VALUE(CFG, "policy = enforc", "policy 'enforc' is none of"),
    NO_VALUE(CFG, "truststore =", "line 1: key 'truststore' has no value"),
    GIVEN_TWICE(CFG, "policy = enforce\npolicy = off", "line 2: key 'policy' is given twice"),
    WRONG_TYPE(JSON, "{\"policy\": true}", "policy is no text"),
    NO_OBJECT(JSON, "[\"policy\", \"enforce\"]", "a list"),
    ABSENT_STORE(CFG, "truststore = absent.pem", "absent.pem: there is no such file"),
    FOLDER_AS_STORE(CFG, "truststore = plug", "plug: it is a folder"),
    EMPTY(CFG, "", "it is empty"),
    OTHER_FORMAT("jackfield.trust.yaml", "policy: enforce", ".yaml, which is no format"),
    OF_A_FACTORY("jackfield.trust-one.cfg", "policy = off", "factory");

    private final String file;
    private final String text;
    private final String found;

    Fault(String file, String text, String found) {
      this.file = file;
      this.text = text;
      this.found = found;
    }
  }

  @BeforeEach
  void makeJar() throws IOException {
    jar =
        BundleJar.named("test.backend")
            .component(Backend.class, MarkingBackend.class, 50)
            .write(home);
  }

  private Launch launch() {
    return new Launch(home);
  }

  private Path plug() throws IOException {
    return launch().plug();
  }

  /** Starts with an unsigned jar in the folder and another one that a command plugs. */
  private void assertShutAtTheStart(String found) throws Exception {
    launch().drop(jar, "test.jar");
    Launch.Run run = launch().run("run", launch().script("plug " + jar));
    assertThat(run.code()).as(run.text()).isEqualTo(1);
    assertThat(run.text()).contains(SHUT, found).doesNotContain("\tat ", "is admitted: ");
    assertThat(run.text().lines())
        .noneMatch(line -> line.startsWith("plugged"))
        .filteredOn(line -> line.contains("the gate refuses it"))
        .hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void aFaultAtTheStartShutsTheGateBeforeTheFirstJar() throws Exception {
    shutAtTheStart(Fault.MISSPELT_KEY);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"LAST_COMMA", "NO_ESCAPE", "EMPTY", "OTHER_FORMAT"})
  @Tag("thorough")
  void otherFaultsAtTheStartShutTheGateToo(Fault fault) throws Exception {
    shutAtTheStart(fault);
  }

  private void shutAtTheStart(Fault fault) throws Exception {
    Files.writeString(plug().resolve(fault.file), fault.text);
    assertShutAtTheStart(fault.found);
  }

  @Test
  @Tag("thorough")
  void twoFilesAtTheStartShutTheGate() throws Exception {
    Files.writeString(plug().resolve(CFG), "policy = off");
    Files.writeString(plug().resolve(JSON), "{\"policy\": \"off\"}");
    assertShutAtTheStart(CFG + " and " + JSON + " are for one configuration");
  }

  @Test
  @Tag("thorough")
  void aLinkToNothingAtTheStartShutsTheGate() throws Exception {
    Files.createSymbolicLink(plug().resolve(CFG), home.resolve("absent.cfg"));
    assertShutAtTheStart("it is a link to a file that is not there");
  }

  @Test
  @Tag("thorough")
  void aFolderThatIsNoneShutsTheGate() throws Exception {
    Files.writeString(home.resolve("plug"), "no folder");
    Launch.Run run = launch().run("run", launch().script("plug " + jar));
    assertThat(run.text()).contains(SHUT, "it is no folder").doesNotContain("is admitted: ");
  }

  @Test
  void aFaultThatComesWhileItRunsShutsTheGateAndGoesWithItsFile() throws Exception {
    shutWhileItRuns(EnumSet.of(Fault.LAST_COMMA, Fault.MISSPELT_KEY));
  }

  @Test
  @Tag("thorough")
  void everyFaultThatComesWhileItRunsShutsTheGate() throws Exception {
    shutWhileItRuns(EnumSet.allOf(Fault.class));
  }

  private void shutWhileItRuns(Set<Fault> faults) throws Exception {
    Process process = launch().start("run", launch().script("sleep 240"));
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(Launch.readUntil(lines, "> sleep 240")).isTrue();
      for (Fault fault : faults) {
        Path file = Files.writeString(plug().resolve(fault.file), fault.text);
        awaitLine(lines, fault.found);
        launch().drop(jar, "test.jar");
        awaitLine(lines, SHUT + ", ");
        Files.delete(file);
        awaitLine(lines, "plugged    test.backend");
        Files.delete(plug().resolve("test.jar"));
        awaitLine(lines, "unplugged  test.backend");
      }
    } finally {
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitLine(BufferedReader lines, String part) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.contains(part)) {
      line = lines.readLine();
    }
    assertThat(line).as(part).isNotNull();
  }

  @Test
  void aFaultInTheFileOfAnotherIsOneMessageWithItsPlace() throws Exception {
    Path file = Files.writeString(plug().resolve("jackfield.platform.cfg"), "\ndrain.mode = \\q");
    Launch.Run run = launch().run("run", launch().script("backends"));
    assertThat(run.code()).as(run.text()).isZero();
    assertThat(run.text())
        .contains("  found      " + file + ": line 2: key 'drain.mode': the backslash at ")
        .doesNotContain("\tat ", SHUT);
  }
}
