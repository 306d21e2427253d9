package jackfield.itests.hotplug.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.DeviceBackend;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.memory.BackendGone;
import jackfield.memory.Device;
import jackfield.memory.MemoryInUse;
import jackfield.spi.Backend;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.Verdict;
import jackfield.spi.SwapReport;
import jackfield.tensor.Autograd;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** The fate of tensors when the backend that owns their memory is unplugged. */
@InsideFramework(isShared = true)
class TensorFateIT {
  private static final String NULL = "backend.null";
  private static final String ACME = "test.acme";
  private static final Device NIL = new Device("nil", -1);

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Aten aten;
  private Path folder;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    aten = panel.aten();
    folder = TestFolder.named("fate");
    platform.plug(Path.of(URI.create(Distribution.backend("backend.cpu"))));
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private PlugReport plugNull() {
    return platform.plug(Path.of(URI.create(Distribution.nil())));
  }

  private PlugReport plugAcme(String fate) throws IOException {
    System.setProperty(DeviceBackend.FATE, fate);
    BundleJar jar = BundleJar.named(ACME).component(Backend.class, DeviceBackend.class, 0);
    String imports =
        "jackfield.aten.composite.allocation,jackfield.aten.kernel,jackfield.aten.rule,"
            + BundleJar.OPERATOR_PACKAGES
            + BundleJar.API_PACKAGES;
    return platform.plug(jar.header("Import-Package", imports).write(folder));
  }

  private Tensor onNil(Tensor from) {
    return aten._toCopy(from, null, null, NIL);
  }

  private Tensor onAcme() {
    return aten.empty(new long[] {2, 3}, null, null, new Device("acme", -1));
  }

  @Test
  void evacuatedTensorsAndTheirGraphsComputeOnTheHost() throws Exception {
    long bundle = plugNull().bundleId();
    Tensor weight = HostData.tensor(new float[] {2, 3}, 2).requiresGradient();
    Tensor x = onNil(weight);
    Tensor y = aten.mul(x, x);
    Tensor view = aten.select(y, 0, 1);
    assertThat(view.device()).isEqualTo(NIL);
    PlugReport report = platform.unplug(NULL);
    assertThat(report.tensors()).contains("evacuated to the host").doesNotContain("orphaned");
    assertThat(view.device()).isEqualTo(Device.CPU);
    assertThat(HostData.floats(aten.add(view, view))).containsExactly(18);
    panel.service(Autograd.class).backward(aten.sum(y));
    assertThat(HostData.floats(weight.grad())).containsExactly(4, 6);
    RemovedBundles.RemovedBundle removed =
        panel
            .service(RemovedBundles.class)
            .verdict(bundle)
            .orElseThrow()
            .get(Deadline.SECONDS, TimeUnit.SECONDS);
    assertThat(removed.verdict()).as(removed.toString()).isEqualTo(Verdict.COLLECTED);
    assertThat(x.device()).isEqualTo(Device.CPU);
  }

  @Test
  @Tag("thorough")
  void evacuatedTensorsCanGoToTheNextVersion() throws Exception {
    plugNull();
    Tensor x = onNil(HostData.tensor(new float[] {1, 2}, 2));
    Path next =
        BundleJar.copyOf(Distribution.nil()).header("Bundle-Version", "0.2.0").write(folder);
    SwapReport report = platform.swap(NULL, next);
    assertThat(report.phases())
        .extracting(SwapReport.Phase::name)
        .containsExactly("start", "check", "warm-up", "commit", "drain", "tensors", "gone");
    assertThat(report.phases().get(1).text())
        .matches("(\\d+) of \\1 operators agree"); // all tensors
    assertThat(HostData.floats(x)).containsExactly(1, 2);
    Tensor again = onNil(x);
    assertThat(HostData.floats(aten._toCopy(aten.add(again, again), null, null, Device.CPU)))
        .containsExactly(2, 4);
  }

  @Test
  @Tag("thorough")
  void aBundleThatIsStoppedByTheFrameworkEvacuatesToo() throws Exception {
    plugNull();
    Tensor x = onNil(HostData.tensor(new float[] {1, 2}, 2));
    panel.bundle(NULL).stop();
    assertThat(HostData.floats(x)).containsExactly(1, 2);
  }

  @Test
  void anOrphanIsRefusedAlsoByTheNextAtItsKey() throws Exception {
    plugAcme("ORPHAN");
    Tensor x = onAcme();
    assertThat(aten.neg(x)).isSameAs(x);
    PlugReport report = platform.unplug(ACME);
    assertThat(report.tensors()).isEqualTo("1 tensor, 24 bytes orphaned");
    BackendGone gone = catchThrowableOfType(BackendGone.class, () -> aten.neg(x));
    assertThat(gone.bundle()).isEqualTo(ACME + " 1.0.0");
    assertThat(x).hasToString("tensor(..., device='acme', size=(2, 3))");
    plugAcme("ORPHAN");
    assertThat(catchThrowableOfType(BackendGone.class, () -> aten.neg(x))).isNotNull();
    assertThat(aten.neg(onAcme()).device()).isEqualTo(x.device());
  }

  @Test
  void aVetoKeepsTheBundleUntilNobodyHoldsItsTensors() throws Exception {
    plugAcme("VETO");
    Tensor x = onAcme();
    Panel.State before = panel.state();
    MemoryInUse refused = catchThrowableOfType(MemoryInUse.class, () -> platform.unplug(ACME));
    assertThat(refused.tensors()).isEqualTo(1);
    assertThat(refused.sizeBytes()).isEqualTo(24);
    assertThat(panel.state()).isEqualTo(before);
    assertThat(aten.neg(x)).isSameAs(x);
    x.close();
    assertThat(platform.unplug(ACME).tensors()).isEmpty();
  }

  @Test
  void aBundleThatTheFrameworkStopsCannotVeto() throws Exception {
    plugAcme("VETO");
    Tensor x = onAcme();
    panel.bundle(ACME).stop();
    assertThat(catchThrowableOfType(BackendGone.class, () -> aten.neg(x))).isNotNull();
  }
}
