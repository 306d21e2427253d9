package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  @TempDir private Path root;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void layOutADistribution() throws IOException {
    for (String folder :
        List.of("platform", "backends", "verbs", "home/examples/data/fashion-mnist")) {
      Files.createDirectories(root.resolve(folder));
    }
  }

  @Test
  void aMachineWithAllThatIsNeededIsWell() {
    assertThat(examine()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("JDK", "vectors", "cores", "memory");
  }

  @Test
  void missingDataFailsAndSaysWhatToDo() throws IOException {
    Files.delete(root.resolve("home/examples/data/fashion-mnist"));
    assertThat(examine()).isEqualTo(Main.FAILED);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("missing  data", "--data DIR");
  }

  @Test
  void aDispatcherThatCannotBeAskedForItsFenceFails() throws IOException {
    write("platform/dispatcher.api.jar", "");
    assertThat(examine()).isEqualTo(Main.FAILED);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("missing  fence", "mvn");
  }

  @Test
  void anAbsentGraphicsCardIsNoFailure() {
    assertThat(new Machine(root).gpu().state()).isEqualTo(Finding.State.ABSENT);
  }

  @Test
  void aDriverWithItsLibraryIsFound() throws IOException {
    write("proc/driver/nvidia/version", "NVRM version");
    write("usr/lib/x86_64-linux-gnu/libcuda.so.1", "");
    write("usr/lib/aarch64-linux-gnu/libcuda.so.1", "");
    Finding gpu = new Machine(root).gpu();
    assertThat(gpu.state()).isEqualTo(Finding.State.OK);
    assertThat(gpu.found()).contains("libcuda.so.1");
  }

  @Test
  void aDriverThatIsTooOldNamesTheOneThatIsNeeded() throws IOException {
    write(
        "proc/driver/nvidia/version",
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.57.02  Tue Jul 13 16:14:05 UTC 2021");
    write("usr/lib/x86_64-linux-gnu/libcuda.so.1", "");
    write("usr/lib/aarch64-linux-gnu/libcuda.so.1", "");
    Finding gpu = new Machine(root).gpu();
    assertThat(gpu.state()).isEqualTo(Finding.State.ABSENT);
    assertThat(gpu.found()).contains("driver 470 is too old");
    assertThat(gpu.remedy()).contains("driver 520 or newer");
  }

  @Test
  void aDriverWithoutItsLibraryNamesThePackage() throws IOException {
    write("proc/driver/nvidia/version", "NVRM version");
    assertThat(new Machine(root).gpu().remedy()).contains("libcuda1");
  }

  @Test
  void anArgumentIsRefused() {
    assertThat(doctor().run(List.of("--all"), print(out), print(err))).isEqualTo(Main.MISUSED);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("--all");
  }

  @Test
  void aDistributionWithoutItsFoldersSaysHowToBuildIt() throws IOException {
    Files.delete(root.resolve("backends"));
    assertThatThrownBy(this::examine)
        .isInstanceOf(LaunchFailure.class)
        .hasMessageContainingAll("backends", LaunchFailure.REBUILD);
  }

  private int examine() {
    return doctor().run(List.of(), print(out), print(err));
  }

  private Doctor doctor() {
    return new Doctor(new Distribution(root, root.resolve("home")), new Machine(root));
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
