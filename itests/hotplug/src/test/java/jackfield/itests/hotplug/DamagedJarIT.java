package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.ChangePolicy;
import jackfield.spi.Platform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.inject.Inject;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/**
 * Jars without something that they need. None is plugged, and none replaces a working bundle,
 * although its changes were committed.
 */
@InsideFramework
class DamagedJarIT {
  private static final String BACKEND = "backend.cpu";
  private static final String LOOP = "jackfield/backend/cpu/loops/matrix/TileLoop.class";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Path folder;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    folder = TestFolder.named("damaged");
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private BundleJar next() throws IOException {
    return BundleJar.copyOf(Distribution.backend(BACKEND)).header("Bundle-Version", "9.1.0");
  }

  private void assertRefused(String problem, ThrowingCallable request) throws Exception {
    Panel.State before = panel.state();
    PlugFailure failure = catchThrowableOfType(PlugFailure.class, request);
    assertThat(failure).as(problem).isNotNull();
    assertThat(failure.problem()).contains(problem);
    assertThat(panel.state()).isEqualTo(before);
    new KnownSums(panel.aten()).check();
  }

  /** Makes each kind of request with the jar. */
  private void assertRefused(BundleJar damaged, String problem) throws Exception {
    Path jar = damaged.write(folder);
    assertRefused(problem, () -> platform.plug(jar));
    platform.plug(BundleJar.copyOf(Distribution.backend(BACKEND)).write(folder));
    for (ChangePolicy changes : ChangePolicy.values()) {
      assertRefused(problem, () -> platform.swap(BACKEND, jar, changes));
      assertRefused(problem, () -> platform.update(BACKEND, jar, changes));
    }
  }

  private static String component(BundleJar jar) {
    return jar.names(".xml").getFirst();
  }

  @Test
  @Tag("thorough")
  void allItsClassesAreMissing() throws Exception {
    assertRefused(next().without(".class"), "cannot be made: java.lang.ClassNotFoundException");
  }

  @Test
  void aClassThatAKernelNeedsIsMissing() throws Exception {
    assertRefused(
        next().without(LOOP), "NoClassDefFoundError: jackfield/backend/cpu/loops/matrix/TileLoop");
  }

  @Test
  @Tag("thorough")
  void aClassThatAKernelNeedsIsCut() throws Exception {
    assertRefused(next().cut(LOOP), "cannot be used: java.lang.ClassFormatError");
  }

  @Test
  @Tag("thorough")
  void theClassOfItsComponentIsCut() throws Exception {
    assertRefused(
        next().cut("jackfield/backend/cpu/CpuBackend.class"),
        "cannot be made: java.lang.ClassFormatError");
  }

  @Test
  @Tag("thorough")
  void theDescriptionOfItsComponentIsMissing() throws Exception {
    BundleJar jar = next();
    assertRefused(jar.without(component(jar)), "its manifest declares the component");
  }

  @Test
  void theDescriptionOfItsComponentIsCut() throws Exception {
    BundleJar jar = next();
    assertRefused(jar.cut(component(jar)), component(jar) + " cannot be read");
  }

  @Test
  @Tag("thorough")
  void theDescriptionOfItsComponentIsEmpty() throws Exception {
    BundleJar jar = next();
    String name = component(jar);
    byte[] nothing = "<nothing/>".getBytes(StandardCharsets.UTF_8);
    assertRefused(jar.resource(name, nothing), "describes no component");
  }

  @Test
  void aBundleWithoutTheKernelsOfTheOldOneIsNoNextVersion() throws Exception {
    platform.plug(BundleJar.copyOf(Distribution.backend(BACKEND)).write(folder));
    Path empty = BundleJar.named("test.empty").write(folder);
    assertRefused("it has no kernel or definition of aten::", () -> platform.swap(BACKEND, empty));
    assertThat(platform.swap(BACKEND, empty, ChangePolicy.ACCEPT).bundle()).isEqualTo("test.empty");
  }
}
