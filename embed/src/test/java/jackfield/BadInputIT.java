package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.Pin;
import jackfield.dispatch.PlugFailure;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong folders and wrong bundles: one typed error each, and nothing half-done. */
class BadInputIT {
  @TempDir private Path folder; // set before each test

  private Options here() {
    return Options.defaults().temporaryFolder(folder);
  }

  private Path backendCpu() {
    return EmbeddedBundle.all().stream()
        .filter(each -> each.name().equals("backend.cpu"))
        .findFirst()
        .orElseThrow()
        .extract(folder);
  }

  // ---- folders

  @Test
  void aPlugFolderThatCannotBeCreatedStopsTheStart() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Path below = file.resolve("plug");
    var failed =
        catchThrowableOfType(StartFailed.class, () -> Jackfield.start(here().plugFolder(below)));
    assertThat(failed.problem()).contains("plug folder " + below);
    assertThat(failed.remedy()).contains("Options.plugFolder");
    assertThat(folder).isDirectoryNotContaining("glob:**jackfield-*");
  }

  @Test
  void anInterruptedThreadStartsNothing() {
    Thread.currentThread().interrupt();
    var failed = catchThrowableOfType(StartFailed.class, () -> Jackfield.start(here()));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failed.problem()).isEqualTo("the thread was interrupted");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPlugThatCannotCopyItsBundleIsRefusedAsAPlug() throws IOException {
    try (Jackfield jackfield = Jackfield.start(here())) {
      String part = "backend.cpu-%d.part".formatted(Thread.currentThread().threadId());
      Files.createDirectory(extracted().resolve(part));
      var failed = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug("backend.cpu"));
      assertThat(failed.problem()).contains("cannot be copied to", "Is a directory");
      assertThat(failed.remedy()).contains("Options.temporaryFolder");
      jackfield.plug("backend.cpu");
    }
  }

  /** Returns the folder that a platform copies its bundles to. */
  private Path extracted() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(each -> each.endsWith("dist")).findFirst().orElseThrow();
    }
  }

  @Test
  void aTemporaryFolderThatIsAbsentOrNotWritableStopsTheStart() {
    for (Path wrong : List.of(folder.resolve("absent"), Path.of("/proc"))) {
      var failed =
          catchThrowableOfType(
              StartFailed.class, () -> Jackfield.start(Options.defaults().temporaryFolder(wrong)));
      assertThat(failed.problem()).startsWith("cannot use the folder %s: ".formatted(wrong));
      assertThat(failed.remedy()).contains("Options.temporaryFolder");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aPlugFolderIsWatchedByOnePlatformAtATime() throws IOException {
    Path plug = folder.resolve("plug");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    Options options = here().plugFolder(plug);
    try (Jackfield _ = Jackfield.start(options)) {
      for (Path same : List.of(plug, link.resolve("plug"))) {
        var used =
            catchThrowableOfType(
                PlugFolderInUse.class, () -> Jackfield.start(options.plugFolder(same)));
        assertThat(used.folder()).isEqualTo(same);
      }
      try (Stream<Path> left = Files.list(folder)) {
        assertThat(left.filter(file -> file.toString().contains("jackfield-"))).hasSize(1);
      }
    }
    Jackfield.start(options).close();
  }

  @Test
  @Tag("thorough")
  void aPlugFolderOfAnotherProcessIsInUseUntilThatEnds() throws Exception {
    Path plug = Files.createDirectory(folder.resolve("plug"));
    Path program = folder.resolve("Lock.java");
    Files.writeString(
        program,
        """
        void main(String[] files) throws Exception {
          var lock = new java.io.RandomAccessFile(files[0], "rw").getChannel().lock();
          System.out.println("locked " + lock.isValid());
          System.in.read();
        }
        """);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process other =
        new ProcessBuilder(
                java.toString(), program.toString(), plug.resolve(".owner.lock").toString())
            .start();
    try (var said = other.inputReader(StandardCharsets.UTF_8)) {
      assertThat(said.readLine()).isEqualTo("locked true");
      var used =
          catchThrowableOfType(
              PlugFolderInUse.class, () -> Jackfield.start(here().plugFolder(plug)));
      assertThat(used).hasMessageContaining("another process");
    } finally {
      other.destroyForcibly().waitFor();
    }
    Jackfield.start(here().plugFolder(plug)).close();
  }

  // ---- nulls

  @Test
  void aNullArgumentIsNamed() {
    assertNull("Jackfield.start: options is null", () -> Jackfield.start(null));
    try (Jackfield jackfield = Jackfield.start(here())) {
      Platform platform = jackfield.platform();
      assertNull("Jackfield.plug: nameOrFile is null", () -> jackfield.plug(null));
      assertNull("Jackfield.unplug: name is null", () -> jackfield.unplug(null));
      assertNull("Jackfield.swap: name is null", () -> jackfield.swap(null, "x"));
      assertNull("Jackfield.swap: replacement is null", () -> jackfield.swap("x", (Path) null));
      assertNull("Jackfield.tensor: values is null", () -> jackfield.tensor(null));
      assertNull("Jackfield.operator: name is null", () -> jackfield.operator(null));
      assertNull("Jackfield.table: operator is null", () -> jackfield.table(null));
      assertNull("Jackfield.listen: listener is null", () -> jackfield.listen(null));
      assertNull("Platform.plug: file is null", () -> platform.plug((Path) null));
      assertNull(
          "Platform.plug: a file of the list is null",
          () -> platform.plug(Arrays.asList((Path) null)));
      assertNull("Platform.unplug: bundle is null", () -> platform.unplug(null));
    }
  }

  private static void assertNull(String message, Runnable call) {
    assertThatNullPointerException().isThrownBy(call::run).withMessage(message);
  }

  // ---- bundles

  @Test
  void aBundleThatRegistersNothingIsPluggedWithANote() throws IOException {
    Path idle = folder.resolve("idle.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
    manifest.getMainAttributes().putValue("Bundle-SymbolicName", "my.idle");
    new JarOutputStream(Files.newOutputStream(idle), manifest).close();
    try (Jackfield jackfield = Jackfield.start()) {
      Platform.PlugReport report = jackfield.platform().plug(idle);
      assertThat(report.check())
          .contains("it registered no service: its manifest has no Service-Component");
    }
  }

  @Test
  void aHeaderThatIsNoVersionIsNamedWithItsFile() throws IOException {
    Path wrong =
        NewerJar.copy(
            backendCpu(),
            folder.resolve("wrong.jar"),
            headers -> headers.putValue("Bundle-Version", "one"));
    try (Jackfield jackfield = Jackfield.start(here())) {
      List<Platform.Contribution> before = jackfield.plugged();
      var refused = catchThrowableOfType(PlugFailure.class, () -> jackfield.platform().plug(wrong));
      assertThat(refused).hasMessageContaining(wrong.toString());
      assertThat(refused.problem()).contains("Bundle-Version", "one");
      assertThat(refused.remedy()).contains("1.0.0");
      assertThat(jackfield.plugged()).isEqualTo(before);
    }
  }

  @Test
  void aFileThatIsNoFitBundleIsRefusedAndNothingHasChanged() throws IOException {
    Path noBundle = folder.resolve("no-bundle.jar");
    new JarOutputStream(Files.newOutputStream(noBundle)).close();
    Path empty = Files.createFile(folder.resolve("empty.jar"));
    Path absent = folder.resolve("absent.jar");
    try (Jackfield jackfield = Jackfield.start()) {
      List<Platform.Contribution> before = jackfield.plugged();
      for (Path wrong : List.of(noBundle, empty, absent)) {
        var refused =
            catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(wrong.toString()));
        assertThat(refused.problem()).isNotEmpty();
        assertThat(refused.remedy()).isNotEmpty();
        var notSwapped =
            catchThrowableOfType(
                PlugFailure.class, () -> jackfield.swap("backend.cpu.reference", wrong));
        assertThat(notSwapped.problem()).isEqualTo(refused.problem());
      }
      assertThat(jackfield.plugged()).isEqualTo(before);
    }
  }

  @Test
  void aPlugInsideAPinIsChecked() {
    Path cpu = backendCpu();
    try (Jackfield jackfield = Jackfield.start(here())) {
      try (Pin _ = jackfield.dispatcher().pin()) {
        String check = jackfield.platform().plug(cpu).check();
        assertThat(check).contains("operators agree").doesNotContain("0 of 0");
      }
    }
  }

  @Test
  void aBundleThatIsPluggedTwiceIsNamedAndNotItsFile() {
    try (Jackfield jackfield = Jackfield.start(here())) {
      jackfield.plug("backend.cpu");
      var twice = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug("backend.cpu"));
      assertThat(twice.bundle()).isEqualTo("backend.cpu");
      assertThat(twice.remedy())
          .isEqualTo("unplug backend.cpu:0.1.0 first, or swap backend.cpu:0.1.0 for backend.cpu");
      assertThat(twice.getMessage()).doesNotContain(folder.toString());
    }
  }

  @Test
  void aListThatNamesABundleTwiceSaysSo() {
    Path cpu = backendCpu();
    try (Jackfield jackfield = Jackfield.start(here())) {
      PlugFailure refused =
          catchThrowableOfType(
              PlugFailure.class, () -> jackfield.platform().plug(List.of(cpu, cpu)));
      assertThat(refused.problem())
          .contains("names the bundle")
          .contains("backend.cpu 0.1.0 twice");
      jackfield.platform().plug(cpu);
    }
  }

  @Test
  void aBundleThatIsBeingRemovedIsWaitedForOrKept() {
    try (Jackfield jackfield = Jackfield.start(here())) {
      jackfield.plug("backend.cpu");
      try (Pin _ = Pin.open()) {
        jackfield.unplug("backend.cpu");
        PlugFailure refused =
            catchThrowableOfType(PlugFailure.class, () -> jackfield.plug("backend.cpu"));
        assertThat(refused.problem()).contains("is being removed");
        assertThat(refused.remedy()).contains("drain --cancel backend.cpu");
      }
    }
  }

  @Test
  void aSwapWaitsWithADeadlineOfAllTime() {
    Path cpu = backendCpu();
    try (Jackfield jackfield = Jackfield.start(here())) {
      Platform platform = jackfield.platform();
      DrainPolicy allTime = DrainPolicy.quarantine(Duration.ofSeconds(Long.MAX_VALUE));
      jackfield.plug("backend.cpu");
      platform.swap("backend.cpu", cpu, allTime);
      platform.unplug("backend.cpu", allTime);
      jackfield.plug("backend.cpu");
    }
  }

  @Test
  void aBundleWhosePackagesTheFrameworkExportsIsRefused() throws IOException {
    String api =
        Stream.of(ArtifactPath.joined().split(File.pathSeparator))
            .filter(jar -> jar.contains("dispatcher.api"))
            .findFirst()
            .orElseThrow();
    try (Jackfield jackfield = Jackfield.start(here())) {
      var refused = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(api));
      assertThat(refused.problem())
          .startsWith("org.apache.felix.framework exports all its packages already: jackfield.");
      assertThat(refused.remedy()).contains("org.apache.felix.framework");
      jackfield.unplug("operators.aten"); // it exports only what the framework exports, too
      jackfield.plug("operators.aten");
    }
  }

  @Test
  void aBundleOfTheCoreIsRefusedInEachVersion() throws IOException {
    Path impl = folder.resolve("impl.jar");
    try (Jackfield jackfield = Jackfield.start(here())) {
      NewerJar.copy(
          backendCpu(),
          impl,
          headers -> headers.putValue("Bundle-SymbolicName", "jackfield.dispatcher.impl"));
      var refused = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(impl.toString()));
      assertThat(refused.problem()).contains("dispatcher.impl 0.1.0", "belongs to the core");
      assertThat(refused.remedy()).doesNotContain("unplug");
    }
  }

  @Test
  void aPlugThatFailsInAnInterruptedThreadSaysSoAndWhatIsLeft() throws IOException {
    Path broken =
        NewerJar.copy(
            backendCpu(),
            folder.resolve("broken.jar"),
            headers -> {
              headers.putValue("Bundle-SymbolicName", "acme.broken");
              headers.putValue("Bundle-Activator", "acme.Absent");
            });
    try (Jackfield jackfield = Jackfield.start(here())) {
      List<Platform.Contribution> before = jackfield.plugged();
      Thread.currentThread().interrupt();
      var failed = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(broken.toString()));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(failed.problem()).startsWith("the thread was interrupted; ");
      assertThat(failed.remedy())
          .isEqualTo(
              "plug it again from a thread that is not interrupted; what was installed for it is"
                  + " gone");
      assertThat(jackfield.plugged()).isEqualTo(before);
    }
  }

  @Test
  void aBundleForAnotherVersionOfTheApiIsRefusedAndNamesWhatItNeeds() throws IOException {
    Path other =
        NewerJar.copy(
            backendCpu(),
            folder.resolve("other.jar"),
            headers -> headers.putValue("Import-Package", "jackfield.spi;version=\"[99.0,100)\""));
    try (Jackfield jackfield = Jackfield.start()) {
      List<Platform.Contribution> before = jackfield.plugged();
      var refused = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(other.toString()));
      assertThat(refused.problem()).contains("jackfield.spi", "99.0");
      assertThat(jackfield.plugged()).isEqualTo(before);
      jackfield.plug("backend.cpu"); // nothing of the other one is installed
    }
  }
}
