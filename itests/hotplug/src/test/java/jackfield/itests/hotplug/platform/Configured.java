package jackfield.itests.hotplug.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationListener;

/** A configuration that is in force until this is closed. */
public final class Configured implements AutoCloseable {
  private static final String SETTLED = "test.settled";

  private final BundleContext context;
  private final ConfigurationAdmin configurations;
  private final Configuration configuration;

  public Configured(BundleContext context, String pid, Map<String, Object> settings) {
    this.context = context;
    this.configurations = context.getService(context.getServiceReference(ConfigurationAdmin.class));
    try {
      this.configuration = configurations.getConfiguration(pid, "?");
      change(settings);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /** Replaces the settings; they are in force when this returns. */
  public void change(Map<String, Object> settings) throws IOException {
    configuration.update(FrameworkUtil.asDictionary(settings));
    awaitDelivery();
  }

  // Events are delivered in order: after this event, all earlier ones were delivered.
  private void awaitDelivery() throws IOException {
    CountDownLatch heard = new CountDownLatch(1);
    ConfigurationListener listener =
        event -> {
          if (event.getPid().equals(SETTLED)) {
            heard.countDown();
          }
        };
    var registration = context.registerService(ConfigurationListener.class, listener, null);
    Configuration last = configurations.getConfiguration(SETTLED, "?");
    try {
      last.update(FrameworkUtil.asDictionary(Map.of("settled", true)));
      if (!heard.await(Deadline.SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("no event of " + SETTLED);
      }
    } catch (InterruptedException stopped) {
      throw new AssertionError("nobody interrupts it", stopped);
    } finally {
      registration.unregister();
      last.delete();
    }
  }

  @Override
  public void close() {
    try {
      configuration.delete();
      awaitDelivery();
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
