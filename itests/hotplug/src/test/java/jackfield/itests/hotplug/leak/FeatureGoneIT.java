package jackfield.itests.hotplug.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.key.DispatchKey;
import jackfield.spi.Platform;
import jackfield.spi.Profiler;
import jackfield.tensor.Autograd;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** Features are unplugged while tensors still refer to what they recorded. */
@InsideFramework(isShared = true)
class FeatureGoneIT {
  private static final String AUTOGRAD = "feature.autograd";
  private static final String PROFILER = "feature.profiler";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Aten aten;
  private Tensor weight;

  @BeforeEach
  void open() throws InterruptedException {
    panel = new Panel(context);
    platform = panel.platform();
    aten = panel.aten();
    weight = HostData.tensor(new float[] {2, 3}, 2).requiresGradient();
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private Tensor loss() {
    return aten.sum(aten.mul(weight, weight));
  }

  @Test
  void computingGoesOnWithoutAutograd() {
    platform.unplug(AUTOGRAD);
    assertThat(panel.hasService(Autograd.class)).isFalse();
    Tensor loss = loss();
    assertThat(HostData.floats(loss)).containsExactly(13);
    assertThat(loss.requiresGrad()).isFalse();
    new KnownSums(aten).check();
  }

  @Test
  void aGraphWhoseAutogradHasLeftFailsWithFeatureGone() throws Exception {
    Tensor old = loss();
    Instant before = Instant.now();
    platform.unplug(AUTOGRAD);
    platform.plug(Path.of(URI.create(Distribution.platform(AUTOGRAD))));
    Autograd returned = panel.service(Autograd.class);
    FeatureGone gone = catchThrowableOfType(FeatureGone.class, () -> returned.backward(old));
    assertThat(gone).isNotNull();
    assertThat(gone.feature()).isEqualTo("autograd");
    assertThat(gone.removedAt()).isBetween(before, Instant.now());
    assertThat(weight.grad()).isNull();
    returned.backward(loss());
    assertThat(HostData.floats(weight.grad())).containsExactly(4, 6);
  }

  @Test
  void whoKeptTheServiceOfTheAutogradThatLeftIsToldSo() throws Exception {
    Autograd kept = panel.service(Autograd.class);
    Tensor old = loss();
    platform.unplug(AUTOGRAD);
    assertThat(catchThrowableOfType(FeatureGone.class, () -> kept.backward(old))).isNotNull();
  }

  @Test
  void aRecordingEndsWhenItsProfilerLeaves() throws Exception {
    Profiler.Recording recording = panel.service(Profiler.class).start();
    new KnownSums(aten).check();
    List<Profiler.Cost> recorded = recording.costs();
    assertThat(recorded).extracting(Profiler.Cost::operator).contains("aten::addmm");
    platform.unplug(PROFILER);
    assertThat(panel.row(Aten.ADD_TENSOR, DispatchKey.PROFILER).isFallthrough()).isTrue();
    new KnownSums(aten).check();
    assertThat(recording.costs()).isEqualTo(recorded);
    recording.close();
  }
}
