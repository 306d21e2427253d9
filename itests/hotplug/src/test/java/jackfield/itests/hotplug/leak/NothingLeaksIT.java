package jackfield.itests.hotplug.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.dispatch.PlugFailure;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.ThrowingBackend;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Backend;
import jackfield.spi.Platform;
import jackfield.spi.Profiler;
import jackfield.tensor.Autograd;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.wiring.BundleWiring;

/** After a bundle was unplugged, even its class loader is collected. */
@InsideFramework
class NothingLeaksIT {
  private static final int CYCLES = 100;

  @Inject private BundleContext context;
  private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
  private final List<WeakReference<Bundle>> bundles = new ArrayList<>();
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Aten aten;

  @BeforeEach
  void open() throws InterruptedException {
    panel = new Panel(context);
    platform = panel.platform();
    aten = panel.aten();
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private void watch(String bundle) {
    Bundle watched = panel.bundle(bundle);
    bundles.add(new WeakReference<>(watched));
    BundleWiring wiring = watched.adapt(BundleWiring.class);
    loaders.add(new WeakReference<>(Objects.requireNonNull(wiring.getClassLoader())));
  }

  private long left() {
    return left(loaders);
  }

  private static long left(List<? extends WeakReference<?>> watched) {
    System.gc();
    return watched.stream().filter(each -> each.get() != null).count();
  }

  private static Path file(String location) {
    return Path.of(URI.create(location));
  }

  @Test
  @Tag("thorough")
  void aHundredBackendsComeAndGoAndNoClassLoaderStays() throws Exception {
    Path jar = file(Distribution.backend("backend.cpu"));
    KnownSums sums = new KnownSums(aten);
    Tensor weight = HostData.tensor(new float[] {2, 3}, 2).requiresGradient();
    List<Tensor> alive = new ArrayList<>();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      platform.plug(jar);
      watch("backend.cpu");
      sums.check();
      alive.add(aten.mul(weight, weight));
      platform.unplug("backend.cpu");
      alive.add(aten.sum(alive.getLast()));
    }
    Deadline.await("all of %d loaders collected".formatted(CYCLES), () -> left() == 0);
    assertThat(HostData.floats(alive.getFirst())).containsExactly(4, 9);
    panel.service(Autograd.class).backward(alive.getLast());
    assertThat(HostData.floats(weight.grad())).containsExactly(4, 6);
  }

  @Test
  void theFrameworkForgetsTheBundlesThemselves() throws Exception {
    Path jar = file(Distribution.backend("backend.cpu"));
    for (int cycle = 0; cycle < 10; cycle++) {
      platform.plug(jar);
      watch("backend.cpu");
      platform.unplug("backend.cpu");
      watch("feature.profiler"); // the test uses a service throughout
      platform.unplug("feature.profiler");
      platform.plug(file(Distribution.platform("feature.profiler")));
    }
    Deadline.await("all bundles collected", () -> left(bundles) == 0);
    assertThat(bundles).hasSize(20);
  }

  @Test
  @Tag("thorough")
  void featuresComeAndGoAndNoClassLoaderStaysThoughTheirGraphsDo() throws Exception {
    Tensor weight = HostData.tensor(new float[] {2, 3}, 2).requiresGradient();
    List<Tensor> alive = new ArrayList<>();
    for (int cycle = 0; cycle < 10; cycle++) {
      watch("feature.autograd");
      watch("feature.profiler");
      panel.service(Profiler.class).start();
      alive.add(aten.sum(aten.mul(weight, weight)));
      platform.unplug("feature.autograd");
      platform.unplug("feature.profiler");
      platform.plug(file(Distribution.platform("feature.autograd")));
      platform.plug(file(Distribution.platform("feature.profiler")));
    }
    Deadline.await("all loaders collected", () -> left() == 0);
    assertThat(alive).allMatch(Tensor::requiresGrad);
  }

  @Test
  void aRefusedBundleIsCollectedThoughItsFailureIsKept() throws Exception {
    Path jar =
        BundleJar.named("test.refused")
            .component(Backend.class, ThrowingBackend.class, 50)
            .write(TestFolder.named("leaks"));
    SynchronousBundleListener watcher =
        event -> {
          if (event.getType() == BundleEvent.STARTING) {
            watch("test.refused");
          }
        };
    context.addBundleListener(watcher);
    List<PlugFailure> failures = new ArrayList<>();
    for (int cycle = 0; cycle < 10; cycle++) {
      failures.add(catchThrowableOfType(PlugFailure.class, () -> platform.plug(jar)));
    }
    context.removeBundleListener(watcher);
    assertThat(loaders).hasSize(10);
    Deadline.await("all loaders collected", () -> left() == 0);
    assertThat(failures).doesNotContainNull();
  }
}
