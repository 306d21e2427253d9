package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.ApiMismatch;
import jackfield.dispatch.PlugFailure;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.bundle.RefusingBackend;
import jackfield.itests.hotplug.bundle.SecondLibrary;
import jackfield.itests.hotplug.bundle.ThrowingBackend;
import jackfield.itests.hotplug.bundle.UnmakeableBackend;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Messages;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Backend;
import jackfield.spi.OperatorLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import javax.inject.Inject;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** A bundle that cannot be plugged or unplugged leaves bundles and tables unchanged. */
@InsideFramework(isShared = true)
class RefusalIT {
  private static final String COMPONENT_LOG = "jackfield.dispatcher.impl.log.ComponentLog";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as is the next field
  private Path folder;

  @BeforeEach
  void open() throws IOException {
    panel = new Panel(context);
    folder = TestFolder.named("refusal");
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private void assertRefused(Path file, String problem) throws InterruptedException {
    assertRefused("plug", file.toString(), problem, () -> panel.platform().plug(file));
  }

  private void assertUnplugRefused(String bundle, String problem) throws InterruptedException {
    assertRefused("unplug", bundle, problem, () -> panel.platform().unplug(bundle));
  }

  private void assertRefused(String action, String subject, String problem, ThrowingCallable ask)
      throws InterruptedException {
    Panel.State before = panel.state();
    PlugFailure failure = catchThrowableOfType(PlugFailure.class, ask);
    assertThat(failure).isNotNull();
    assertThat(failure.action()).isEqualTo(action);
    assertThat(failure.bundle()).isEqualTo(subject);
    assertThat(failure.problem()).contains(problem);
    assertThat(failure.remedy()).isNotBlank();
    assertThat(failure).hasMessageContainingAll(action, subject, problem, failure.remedy());
    assertThat(panel.state()).isEqualTo(before);
  }

  private BundleJar backend(Class<? extends Backend> type) throws IOException {
    return BundleJar.named("test.refused").component(Backend.class, type, 50);
  }

  @Test
  void aFileThatIsNotThere() throws Exception {
    assertRefused(folder.resolve("absent.jar"), "no such file");
  }

  @Test
  void aFileThatIsNoJar() throws Exception {
    assertRefused(Files.writeString(folder.resolve("text.jar"), "no jar"), "no jar");
  }

  @Test
  void aJarThatIsNoBundle() throws Exception {
    Path jar = folder.resolve("plain.jar");
    new JarOutputStream(Files.newOutputStream(jar)).close();
    assertRefused(jar, "Bundle-SymbolicName");
  }

  @Test
  void aBundleWithoutAName() throws Exception {
    assertRefused(BundleJar.named("").write(folder), "Bundle-SymbolicName");
  }

  @Test
  void aBundleThatNeedsAPackageNobodyHas() throws Exception {
    Path jar = BundleJar.named("test.refused").header("Import-Package", "no.such").write(folder);
    assertRefused(jar, "no.such");
  }

  @Test
  void aBundleForAnotherVersionOfTheApi() throws Exception {
    Path jar =
        BundleJar.named("test.refused")
            .header("Import-Package", "jackfield.spi;version=\"[9.0,10)\"")
            .write(folder);
    assertRefused(jar, "jackfield.spi [9.0.0,10.0.0)");
    ApiMismatch refused = catchThrowableOfType(ApiMismatch.class, () -> panel.platform().plug(jar));
    ApiMismatch.Difference difference = refused.differences().getFirst();
    assertThat(difference.asked()).isEqualTo("[9.0.0,10.0.0)");
    assertThat(difference.isOlder()).isTrue();
    assertThat(refused)
        .hasMessageContainingAll(
            "asked", "[9.0.0,10.0.0)", "available", difference.available(), "update the platform");
  }

  @Test
  void aBundleThatRequiresABackendNobodyProvides() throws Exception {
    assertRefused(requiring("(jackfield.backend=acme)"), "(jackfield.backend=acme)");
    assertRefused(requiring("(&(jackfield.backend=cpu)(version>=9.0))"), "there are cpu 0.1.0");
  }

  @Test
  void aBundleIsPluggedWhoseBackendIsThere() throws Exception {
    Path jar = requiring("(&(jackfield.backend=cpu)(version>=0.1))");
    assertThat(panel.platform().plug(jar).bundle()).isEqualTo("test.refused");
  }

  private Path requiring(String filter) throws IOException {
    String need = "jackfield.backend;filter:=\"%s\";effective:=active".formatted(filter);
    return BundleJar.named("test.refused").header("Require-Capability", need).write(folder);
  }

  @Test
  void aBundleThatIsPluggedAlready() throws Exception {
    Path jar = backend(MarkingBackend.class).write(folder);
    panel.platform().plug(jar);
    assertRefused(jar, "installed already");
  }

  @Test
  void aBackendThatThrowsWhileItRegisters() throws Exception {
    assertRefused(backend(ThrowingBackend.class).write(folder), "no such card");
  }

  @Test
  void aBackendThatCannotBeMade() throws Exception {
    assertRefused(backend(UnmakeableBackend.class).write(folder), "no driver");
  }

  @Test
  void aBackendWhoseClassHasAWrongSchemaIsReportedByTheRequestAndNotByTheLog() throws Exception {
    try (Messages log = new Messages(COMPONENT_LOG)) {
      Path jar = backend(RefusingBackend.class).write(folder);
      assertRefused(jar, "cannot be made: unknown type at line 1, column 15");
      assertRefused(jar, "such as Tensor"); // all lines of the error
      assertThat(log.texts()).isEmpty();
    }
  }

  @Test
  void aFailureThatIsNoTypedErrorIsLoggedWithItsStack() throws Exception {
    try (Messages log = new Messages(COMPONENT_LOG)) {
      assertRefused(backend(UnmakeableBackend.class).write(folder), "no driver");
      assertThat(log.texts()).anyMatch(text -> text.contains("InvocationTargetException"));
    }
  }

  @Test
  void aLibraryThatDefinesWhatIsDefined() throws Exception {
    Path jar =
        BundleJar.named("test.refused")
            .component(OperatorLibrary.class, SecondLibrary.class, 0)
            .write(folder);
    assertRefused(jar, "aten::add.Tensor");
  }

  @Test
  void aBundleOfWhichOnePartIsFineAndTheOtherIsNot() throws Exception {
    Path jar =
        backend(MarkingBackend.class)
            .component(Backend.class, ThrowingBackend.class, 0)
            .write(folder);
    assertRefused(jar, "no such card");
  }

  @Test
  void whatWasMendedIsPlugged() throws Exception {
    assertRefused(backend(ThrowingBackend.class).write(folder), "no such card");
    assertThat(panel.platform().plug(backend(MarkingBackend.class).write(folder)).bundle())
        .isEqualTo("test.refused");
  }

  @Test
  void unpluggingWhatIsNotInstalled() throws Exception {
    assertUnplugRefused("backend.cpux", "no bundle of that name");
  }

  @Test
  void unpluggingTheCore() throws Exception {
    assertUnplugRefused("dispatcher.api", "core");
    assertUnplugRefused("jackfield.dispatcher.impl", "core");
    assertUnplugRefused("org.apache.felix.scr", "core");
    assertUnplugRefused(context.getBundle(0).getSymbolicName(), "core");
  }
}
