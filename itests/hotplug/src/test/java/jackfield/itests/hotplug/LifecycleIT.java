package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Addmm;
import jackfield.aten.Aten;
import jackfield.itests.hotplug.bundle.AnnotatedLibrary;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.bundle.SecondLibrary;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Resolution;
import jackfield.report.PlugEvent;
import jackfield.report.TableReport;
import jackfield.spi.Backend;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import jackfield.spi.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/**
 * The provider of a sum and a product at each step of a backend's life, and that both results are
 * right.
 */
@InsideFramework(isShared = true)
class LifecycleIT {
  private static final String BACKEND = "backend.cpu";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Path folder;
  private String reference;
  private String fast;

  @BeforeEach
  void open() throws IOException {
    panel = new Panel(context);
    folder = TestFolder.named("lifecycle");
    reference = panel.title("backend.cpu.reference");
    fast = reference.replace(".reference", "");
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private Bundle install() throws BundleException {
    return context.installBundle(Distribution.backend(BACKEND));
  }

  private void assertServing(String bundle, String... shadowed) throws InterruptedException {
    for (OperatorType<?, ?, ?> operator : List.of(Aten.ADD_TENSOR, Addmm.TYPE)) {
      TableReport.Row row = panel.row(operator);
      assertThat(row.servedBy()).as(operator.toString()).isEqualTo(bundle);
      assertThat(row.reason()).isEqualTo(Resolution.Reason.KERNEL);
      assertThat(row.shadowed()).containsExactly(shadowed);
    }
    new KnownSums(panel.aten()).check();
  }

  @Test
  void aBackendServesFromItsStartToItsStop() throws Exception {
    assertServing(reference);
    Bundle backend = install();
    assertServing(reference);
    backend.start();
    assertServing(fast, reference);
    backend.stop();
    assertServing(reference);
    backend.start();
    assertServing(fast, reference);
    backend.uninstall();
    assertServing(reference);
  }

  @Test
  void anUpdatedBackendLeavesAndComesAgain() throws Exception {
    Bundle backend = install();
    backend.start();
    backend.update();
    assertServing(fast, reference);
    assertThat(panel.dispatcher().history().subList(0, 2))
        .extracting(PlugEvent::isPlugged)
        .containsExactly(true, false);
  }

  @Test
  void anUpdateBringsTheNextVersionIntoTheTable() throws Exception {
    Bundle backend = install();
    backend.start();
    Path next =
        BundleJar.copyOf(Distribution.backend(BACKEND))
            .header("Bundle-Version", "9.1.0")
            .write(folder);
    backend.update(Files.newInputStream(next));
    assertServing("backend.cpu 9.1.0", reference);
    backend.uninstall();
    assertServing(reference);
  }

  @Test
  void anUpdateOfAStoppedBackendPlugsNothing() throws Exception {
    Bundle backend = install();
    backend.start();
    backend.stop();
    backend.update();
    assertServing(reference);
    backend.start();
    assertServing(fast, reference);
  }

  private Bundle startOfTwo(Class<?> service, Class<?> other) throws Exception {
    Path jar =
        BundleJar.named("test.two")
            .component(Backend.class, MarkingBackend.class, 50)
            .component(service, other, 0)
            .with(AnnotatedLibrary.Result.class)
            .write(folder);
    Bundle bundle = context.installBundle(jar.toUri().toString());
    bundle.start();
    return bundle;
  }

  @Test
  void twoServicesOfABundleStartedPlainlyAreOneGeneration() throws Exception {
    Bundle two = startOfTwo(KernelHost.class, AnnotatedLibrary.class);
    List<PlugEvent> events = panel.dispatcher().history().subList(0, 2);
    assertThat(events).allMatch(PlugEvent::isPlugged);
    assertThat(events)
        .extracting(event -> event.provenance().bundle())
        .containsExactly("test.two", "test.two");
    assertThat(events.get(0).generation()).isEqualTo(events.get(1).generation());
    two.uninstall();
    assertServing(reference);
  }

  @Test
  void oneServiceOfABundleStartedPlainlyThatIsRefusedKeepsTheOtherOut() throws Exception {
    Bundle two = startOfTwo(OperatorLibrary.class, SecondLibrary.class);
    assertServing(reference);
    assertThat(panel.dispatcher().history().getFirst().provenance().bundle())
        .isNotEqualTo("test.two");
    two.uninstall();
  }

  @Test
  void thePlatformPlugsAndUnplugsByFileAndName() throws Exception {
    Path jar = BundleJar.copyOf(Distribution.backend(BACKEND)).write(folder);
    var plugged = panel.platform().plug(jar);
    assertThat(plugged.bundle()).isEqualTo(BACKEND);
    assertServing(fast, reference);
    assertThat(panel.platform().plugged())
        .anySatisfy(entry -> {
          assertThat(entry.bundle()).isEqualTo(BACKEND);
          assertThat(entry.kind()).isEqualTo(Platform.Contribution.Kind.BACKEND);
          assertThat(entry.kernels()).isPositive();
        });
    var unplugged = panel.platform().unplug(BACKEND);
    assertThat(unplugged.generation()).isGreaterThan(plugged.generation());
    assertThat(panel.bundle(BACKEND)).isNull();
    assertServing(reference);
  }
}
