package jackfield.itests.hotplug.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

@InsideFramework(isShared = true)
class PlatformIT {
  @Inject private BundleContext context;

  @Test
  void everyBundleOfThePlatformIsActive() {
    assertThat(ours())
        .extracting(Bundle::getSymbolicName)
        .contains("jackfield.dispatcher.api", "jackfield.dispatcher.impl");
    assertThat(ours()).allSatisfy(b -> assertThat(b.getState()).isEqualTo(Bundle.ACTIVE));
  }

  @Test
  void theFastBackendIsInstalledStartedUpdatedStoppedAndUninstalled() throws BundleException {
    Bundle backend = context.installBundle(Distribution.backend("backend.cpu"));
    backend.start();
    assertThat(backend.getState()).isEqualTo(Bundle.ACTIVE);
    backend.update();
    assertThat(backend.getState()).isEqualTo(Bundle.ACTIVE);
    backend.stop();
    assertThat(backend.getState()).isEqualTo(Bundle.RESOLVED);
    backend.uninstall();
    assertThat(backend.getState()).isEqualTo(Bundle.UNINSTALLED);
  }

  private List<Bundle> ours() {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> bundle.getSymbolicName().startsWith("jackfield."))
        .toList();
  }
}
