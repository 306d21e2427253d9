package jackfield.itests.hotplug.leak;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.Mm;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.OpenBlas;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Platform;
import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Verdict;
import jackfield.tensor.HostData;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.osgi.framework.BundleContext;

/** A native library is unmapped when the bundle that opened it is unplugged. */
@InsideFramework
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the OpenBLAS of the test is built for Linux on x86-64")
@Tag("thorough")
class NativesIT {
  private static final int CYCLES = 8;
  private static final String LIBRARY = "libopenblas.so.0";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private RemovedBundles removedBundles;
  private Path jar;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    removedBundles = panel.service(RemovedBundles.class);
    jar = jar();
  }

  private static Path jar() throws IOException {
    BundleJar bundle =
        BundleJar.named("test.openblas")
            .header("Bundle-Activator", OpenBlas.class.getName())
            .header(
                "Import-Package",
                "org.osgi.framework," + BundleJar.OPERATOR_PACKAGES + BundleJar.API_PACKAGES)
            .with(OpenBlas.class);
    try (var natives = new JarFile(new File(System.getProperty("jackfield.openblas")))) {
      for (String library : OpenBlas.LIBRARIES) {
        var entry = natives.getJarEntry("org/bytedeco/openblas/linux-x86_64/" + library);
        bundle.resource(library, natives.getInputStream(entry).readAllBytes());
      }
    }
    return bundle.write(TestFolder.named("natives"));
  }

  private static long mapped() {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> OpenBlas.LIBRARIES.stream().anyMatch(line::contains))
          .filter(line -> line.contains("/data/"))
          .count();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private void multiply() throws InterruptedException {
    Aten aten = panel.aten();
    var product =
        aten.mm(
            HostData.tensor(new float[] {1, 2, 3, 4, 5, 6}, 2, 3),
            HostData.tensor(new float[] {7, 8, 9, 10, 11, 12}, 3, 2));
    assertThat(HostData.floats(product)).containsExactly(58, 64, 139, 154);
  }

  private RemovedBundle verdict(long bundle) throws Exception {
    return removedBundles.verdict(bundle).orElseThrow().get(Deadline.SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void openBlasIsUnmappedEachTimeWhenUnplugReturns() throws Exception {
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      platform.plug(jar);
      long bundle = panel.bundle("test.openblas").getBundleId();
      assertThat(panel.row(Mm.TYPE).servedBy()).isEqualTo(panel.title("test.openblas"));
      multiply();
      assertThat(mapped()).isPositive();
      platform.unplug("test.openblas");
      assertThat(mapped()).isZero();
      multiply();
      assertThat(verdict(bundle).verdict()).isEqualTo(Verdict.COLLECTED);
    }
  }

  @Test
  @SuppressWarnings("restricted") // tests run with native access enabled
  void aLibraryThatSomeoneElseKeepsOpenIsResident() throws Exception {
    platform.plug(jar);
    var bundle = panel.bundle("test.openblas");
    Path file = bundle.getDataFile(LIBRARY).toPath();
    try (Arena other = Arena.ofShared()) {
      SymbolLookup.libraryLookup(file, other);
      platform.unplug("test.openblas");
      RemovedBundle removed = verdict(bundle.getBundleId());
      assertThat(removed.verdict()).isEqualTo(Verdict.RESIDENT);
      assertThat(removed.reason()).contains(LIBRARY, "mapped");
    }
    assertThat(mapped()).isZero();
  }
}
