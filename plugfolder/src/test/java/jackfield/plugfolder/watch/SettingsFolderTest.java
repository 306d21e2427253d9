package jackfield.plugfolder.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFolderTest {
  private static final String PID = "jackfield.trust";

  @TempDir private Path home;
  private final Sink sink = new Sink();
  private final List<String> told = new ArrayList<>();
  private Path folder; // set before each test, as is the other
  private SettingsFolder settings;

  /** Records the settings and faults that it receives, in their order. */
  private static final class Sink implements SettingsSink {
    private final Map<String, Map<String, Object>> configurations = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private Map<String, String> faults = Map.of(); // the last that were told
    private boolean isFull; // set by a test: nothing can be written

    @Override
    public void put(String pid, Map<String, Object> given) throws IOException {
      if (isFull) {
        throw new IOException("no space left");
      }
      if (given.containsValue("unfit")) {
        throw new IllegalArgumentException("a value is unfit");
      }
      configurations.put(pid, given);
      events.add("put " + pid);
    }

    @Override
    public void delete(String pid) {
      configurations.remove(pid);
      events.add("delete " + pid);
    }

    @Override
    public void tellFaults(Map<String, String> told) {
      faults = Map.copyOf(told);
      events.add("faults " + new TreeMap<>(told).keySet());
    }

    @Override
    public void settle() {
      events.add("settled");
    }
  }

  @BeforeEach
  void create() throws IOException {
    folder = Files.createDirectory(home.resolve("plug"));
    settings = new SettingsFolder(folder, sink, name -> null, told::add);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  // Two looks find a file alike.
  private void lookTwice() throws IOException {
    settings.look(false);
    settings.look(false);
  }

  private Object policy() {
    return sink.configurations.getOrDefault(PID, Map.of()).get("policy");
  }

  @Test
  void filesAtTheStartAreConfiguredAtTheFirstScan() throws Exception {
    Path file = write("jackfield.trust.cfg", "policy = enforce");
    write("acme.json", "{\"a\": 1}");
    settings.look(true);
    assertThat(sink.configurations.get(PID))
        .isEqualTo(Map.of("policy", "enforce", SettingsSink.FILE, file.toString()));
    assertThat(sink.configurations.get("acme")).containsEntry("a", 1);
    assertThat(sink.events).containsExactly("put acme", "put jackfield.trust", "settled");
    assertThat(told).isEmpty();
  }

  @Test
  void aFileIsAppliedWhenItIsNotWrittenAnyMore() throws Exception {
    settings.look(true);
    write("jackfield.trust.cfg", "policy = enf");
    settings.look(false);
    write("jackfield.trust.cfg", "policy = enforce");
    settings.look(false);
    assertThat(sink.events).isEmpty();
    settings.look(false);
    assertThat(policy()).isEqualTo("enforce");
    lookTwice();
    assertThat(sink.events).containsExactly("put jackfield.trust", "settled");
  }

  @Test
  void aFaultIsPublishedBesideTheSettings() throws Exception {
    write("jackfield.trust.cfg", "policy = warn");
    settings.look(true);
    write("jackfield.trust.cfg", "policy = \\u00zz");
    lookTwice();
    assertThat(policy()).isEqualTo("warn");
    assertThat(sink.faults.get(PID)).contains("jackfield.trust.cfg: line 1: key 'policy'");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("settings"),
            line -> assertThat(line).startsWith("  found      " + folder).contains("line 1: "),
            line -> assertThat(line).startsWith("  available  PID.cfg"),
            line -> assertThat(line).startsWith("  try        "));
    lookTwice();
    assertThat(told).hasSize(1);
  }

  @Test
  void aFaultAtTheStartIsPublishedBeforeAnySetting() throws Exception {
    write("jackfield.trust.json", "{\"truststore\": \"trusted.pem\", }");
    write("acme.cfg", "a = 1");
    settings.look(true);
    assertThat(sink.events).containsExactly("faults [jackfield.trust]", "put acme", "settled");
    assertThat(sink.configurations).containsOnlyKeys("acme");
  }

  @Test
  void aMendedFileIsConfiguredBeforeItsFaultIsOver() throws Exception {
    write("jackfield.trust.json", "{");
    settings.look(true);
    write("jackfield.trust.json", "{\"policy\": \"enforce\"}");
    lookTwice();
    assertThat(sink.events)
        .containsExactly("faults [jackfield.trust]", "put jackfield.trust", "faults []", "settled");
  }

  @Test
  void aFaultEndsWithItsFileAndTheConfigurationToo() throws Exception {
    Path file = write("jackfield.trust.cfg", "policy = enforce");
    settings.look(true);
    write("jackfield.trust.cfg", "policy");
    lookTwice();
    Files.delete(file);
    settings.look(false);
    assertThat(sink.faults).isEmpty();
    assertThat(sink.configurations).isEmpty();
  }

  @Test
  void twoFilesForOneConfigurationAreAFaultUntilOneIsLeft() throws Exception {
    Path lines = write("jackfield.trust.cfg", "policy = enforce");
    settings.look(true);
    write("jackfield.trust.json", "{\"policy\": \"off\"}");
    lookTwice();
    assertThat(policy()).isEqualTo("enforce");
    assertThat(sink.faults.get(PID))
        .contains("jackfield.trust.cfg and jackfield.trust.json are for one configuration");
    Files.delete(lines);
    settings.look(false);
    assertThat(policy()).isEqualTo("off");
    assertThat(sink.faults).isEmpty();
  }

  @Test
  void twoFilesAtTheStartConfigureNothing() throws Exception {
    write("jackfield.trust.cfg", "policy = enforce");
    write("jackfield.trust.yaml", "policy: off");
    write("acme.maker-one.cfg", "a = 1");
    write("acme.maker~one.json", "{}");
    settings.look(true);
    assertThat(sink.configurations).isEmpty();
    assertThat(sink.faults).containsOnlyKeys(PID, "acme.maker~one");
  }

  @Test
  void aLinkToNothingAndAFolderAreFaults() throws Exception {
    Files.createSymbolicLink(folder.resolve("jackfield.trust.cfg"), home.resolve("absent.cfg"));
    Files.createDirectory(folder.resolve("jackfield.verdict.cfg"));
    settings.look(true);
    assertThat(sink.faults).containsOnlyKeys(PID, "jackfield.verdict");
    Files.writeString(home.resolve("absent.cfg"), "policy = enforce");
    lookTwice();
    assertThat(policy()).isEqualTo("enforce");
    assertThat(sink.faults).containsOnlyKeys("jackfield.verdict");
  }

  @Test
  void aFolderThatCannotBeReadIsAFaultOfAll() throws Exception {
    Path file = write("jackfield.trust.cfg", "policy = warn");
    settings.look(true);
    Files.delete(file);
    Files.delete(folder);
    lookTwice();
    assertThat(sink.faults).containsOnlyKeys(SettingsSink.EVERY);
    assertThat(policy()).isEqualTo("warn");
    Files.writeString(folder, "no folder");
    lookTwice();
    assertThat(sink.faults.get(SettingsSink.EVERY)).contains("it is no folder");
    Files.delete(folder);
    Files.createDirectory(folder);
    settings.look(false);
    assertThat(sink.faults).isEmpty();
    assertThat(sink.configurations).isEmpty();
  }

  @Test
  void aValueThatIsRefusedIsAFault() throws Exception {
    write("jackfield.trust.cfg", "policy = unfit");
    settings.look(true);
    lookTwice();
    assertThat(sink.faults.get(PID)).endsWith("jackfield.trust.cfg: a value is unfit");
    assertThat(sink.events).containsExactly("faults [jackfield.trust]");
  }

  @Test
  void aScanThatCannotPublishFails() throws Exception {
    write("jackfield.trust.cfg", "policy = enforce");
    sink.isFull = true;
    assertThatThrownBy(() -> settings.look(true)).hasMessageContaining("no space left");
    sink.isFull = false;
    settings.look(false);
    assertThat(policy()).isEqualTo("enforce");
  }
}
