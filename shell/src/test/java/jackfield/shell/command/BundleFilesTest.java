package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BundleFilesTest {
  @TempDir Path root;
  private Path here;
  private Path shipped;
  private Path library;
  private BundleFiles files;

  @BeforeEach
  void shipOneBackend() throws IOException {
    here = Files.createDirectory(root.resolve("here"));
    shipped =
        Files.createFile(
            Files.createDirectory(root.resolve("backends")).resolve("backend.cpu.jar"));
    Path platform = Files.createDirectory(root.resolve("platform"));
    library = Files.createFile(platform.resolve("operators.aten.jar"));
    Path devices = Files.createDirectory(root.resolve("devices"));
    Files.createFile(devices.resolve("backend.cuda.jar"));
    files = new BundleFiles(List.of(shipped.getParent(), devices), platform);
  }

  @Test
  void aFileInTheCurrentFolderComesFirst() throws IOException {
    Path own = Files.createFile(here.resolve("backend.cpu.jar"));
    assertThat(files.resolve(here, "backend.cpu.jar")).isEqualTo(own);
  }

  @Test
  void theNameOfAShippedBundleWinsOverAFileOfThatName() throws IOException {
    Path own = Files.createFile(here.resolve("backend.cpu"));
    assertThat(files.resolve(here, "backend.cpu")).isEqualTo(shipped);
    assertThat(files.resolve(here, "jackfield.backend.cpu")).isEqualTo(shipped);
    assertThat(files.resolve(here, "./backend.cpu").normalize()).isEqualTo(own);
  }

  @Test
  void aBundleOfThePlatformCanBePluggedAgainByItsName() throws IOException {
    Files.createDirectory(here.resolve("operators.aten"));
    assertThat(files.resolve(here, "operators.aten")).isEqualTo(library);
    assertThat(files.names()).containsExactly("backend.cpu", "backend.cuda");
  }

  @Test
  void aFolderOfTheSameNameDoesNotHideTheShippedJar() throws IOException {
    Files.createDirectory(here.resolve("backend.cpu"));
    assertThat(files.resolve(here, "backend.cpu")).isEqualTo(shipped);
  }

  @Test
  void aFolderAloneIsNamedAsOne() throws IOException {
    Files.createDirectory(here.resolve("sources"));
    PlugFailure failure =
        catchThrowableOfType(PlugFailure.class, () -> files.resolve(here, "sources"));
    assertThat(failure.problem()).isEqualTo("it is a folder");
    assertThat(failure.remedy()).contains("backend.cpu");
  }

  @Test
  void whatIsNowhereIsRefusedWithTheNamesThatAreThere() {
    PlugFailure failure =
        catchThrowableOfType(PlugFailure.class, () -> files.resolve(here, "nothing"));
    assertThat(failure.action()).isEqualTo("plug");
    assertThat(failure.problem())
        .isEqualTo("no file and no bundle of the distribution has that name");
    assertThat(failure.remedy()).contains("backend.cpu");
  }

  @Test
  void aReplacementThatIsNowhereIsRefusedWithTheRequestAndTheBundleToReplace() {
    PlugFailure failure =
        catchThrowableOfType(
            PlugFailure.class, () -> files.replacement(here, "swap", "acme", "nothing"));
    assertThat(failure.action()).isEqualTo("swap");
    assertThat(failure.bundle()).isEqualTo("nothing");
    assertThat(failure.problem())
        .isEqualTo("no file and no bundle of the distribution has that name, to replace acme");
    assertThat(failure.remedy())
        .isEqualTo("a path to a jar, or one of [backend.cpu, backend.cuda]");
    assertThat(files.replacement(here, "swap", "acme", "backend.cpu")).isEqualTo(shipped);
  }

  @Test
  void aPipeIsLeftToThePlatformWhichNamesIt() throws Exception {
    Path pipe = here.resolve("pipe");
    Assumptions.assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    assertThat(files.resolve(here, "pipe")).isEqualTo(pipe);
  }
}
