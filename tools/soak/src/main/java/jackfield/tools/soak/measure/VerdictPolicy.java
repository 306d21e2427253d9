package jackfield.tools.soak.measure;

import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.Policy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Dictionary;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** Configures when unplugged bundles are judged, until it is closed. */
public final class VerdictPolicy implements AutoCloseable {
  private static final String PID = "jackfield.verdict";
  private static final Duration HEARD = Duration.ofSeconds(10);
  private static final long LOOK_NANOS = 1_000_000;

  private final BundleContext context;
  private final ServiceReference<ConfigurationAdmin> reference; // released by close()
  private final Configuration configuration;
  private final Dictionary<String, Object> before; // null if nothing was configured

  /** Sets the policy, which is in force when the constructor returns. */
  public VerdictPolicy(BundleContext context, RemovedBundles removedBundles, Policy policy)
      throws IOException {
    this.context = context;
    reference = context.getServiceReference(ConfigurationAdmin.class);
    if (reference == null || removedBundles == null) {
      throw new IllegalStateException(
          "a policy of verdicts needs the bundle verdict and Configuration Admin; one is missing");
    }
    configuration = context.getService(reference).getConfiguration(PID, "?");
    before = configuration.getProperties();
    Map<String, Object> changed = new LinkedHashMap<>();
    if (before != null) {
      changed.putAll(FrameworkUtil.asMap(before));
    }
    changed.put("verdict", policy.name().toLowerCase(Locale.ROOT));
    configuration.update(FrameworkUtil.asDictionary(changed));
    long end = System.nanoTime() + HEARD.toNanos();
    while (removedBundles.policy() != policy) {
      if (System.nanoTime() - end > 0) {
        close();
        throw new IllegalStateException("verdict=" + policy + " is not in force after " + HEARD);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public void close() {
    try {
      if (before == null) {
        configuration.delete();
      } else {
        configuration.update(before);
      }
    } catch (IOException unwritable) {
      throw new UncheckedIOException("cannot restore the configuration " + PID, unwritable);
    } finally {
      context.ungetService(reference);
    }
  }
}
