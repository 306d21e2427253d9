package jackfield.itests.hotplug.leak;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.Culprit;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Backend;
import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** The verdicts on unplugged bundles with the default configuration. */
@Tag("thorough")
@InsideFramework
class LeaksByDefaultIT {
  private static final Duration BY_DEFAULT = Duration.ofSeconds(5);

  @Inject private BundleContext context;

  private RemovedBundle pulled(BundleJar jar) throws Exception {
    Panel panel = new Panel(context);
    Path folder = TestFolder.named("default");
    panel.platform().plug(jar.write(folder));
    Bundle bundle = panel.bundle("test.pulled");
    panel.platform().unplug("test.pulled");
    return panel
        .service(RemovedBundles.class)
        .verdict(bundle.getBundleId())
        .orElseThrow()
        .get(Deadline.SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aBackendThatIsPulledIsFoundCollectedInTime() throws Exception {
    RemovedBundle removed =
        pulled(BundleJar.named("test.pulled").component(Backend.class, MarkingBackend.class, 50));
    assertThat(removed.verdict()).as(removed.toString()).isEqualTo(Verdict.COLLECTED);
    assertThat(removed.nanos()).isLessThan(BY_DEFAULT.toNanos());
  }

  @Test
  void whatDeclaresThatItStaysIsFoundResidentInTime() throws Exception {
    BundleJar jar =
        BundleJar.named("test.pulled")
            .header("Jackfield-Resident", "its thread cannot be ended")
            .header("Bundle-Activator", Culprit.class.getName())
            .header("Import-Package", "org.osgi.framework,javax.management")
            .header("Pins", "thread")
            .with(Culprit.class)
            .with(Class.forName(Culprit.class.getName() + "$Release"))
            .with(Class.forName(Culprit.class.getName() + "$1"));
    RemovedBundle removed = pulled(jar);
    assertThat(removed.verdict()).as(removed.toString()).isEqualTo(Verdict.RESIDENT);
    assertThat(removed.reason()).contains("declared", "its thread cannot be ended");
    assertThat(removed.nanos()).isLessThan(BY_DEFAULT.toNanos());
  }
}
