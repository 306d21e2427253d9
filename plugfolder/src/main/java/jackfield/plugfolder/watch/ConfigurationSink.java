package jackfield.plugfolder.watch;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationListener;

/**
 * Passes settings to Configuration Admin.
 *
 * @param context of this bundle
 * @param configurations the service
 * @param tell receives messages for users
 */
record ConfigurationSink(
    BundleContext context, ConfigurationAdmin configurations, Consumer<String> tell)
    implements SettingsSink {
  private static final String MARKER = "jackfield.plugfolder.delivered";
  private static final long WAIT_SECONDS = 10;

  private Configuration configuration(String pid) throws IOException {
    int name = pid.indexOf('~');
    return name < 0
        ? configurations.getConfiguration(pid, "?")
        : configurations.getFactoryConfiguration(
            pid.substring(0, name), pid.substring(name + 1), "?");
  }

  @Override
  public void put(String pid, Map<String, Object> settings) throws IOException {
    configuration(pid).updateIfDifferent(FrameworkUtil.asDictionary(settings));
  }

  @Override
  public void delete(String pid) throws IOException {
    configuration(pid).delete();
  }

  @Override
  public void tellFaults(Map<String, String> faults) throws IOException {
    if (faults.isEmpty()) {
      delete(FAULTS);
      return;
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("pids", faults.keySet().toArray(String[]::new));
    settings.put("faults", faults.values().toArray(String[]::new));
    put(FAULTS, settings);
  }

  // Events are delivered in order: when this one arrives, the earlier ones have been delivered.
  @Override
  public void settle() throws IOException {
    CountDownLatch delivered = new CountDownLatch(1);
    ConfigurationListener listener =
        event -> {
          if (event.getPid().equals(MARKER)) {
            delivered.countDown();
          }
        };
    var registration = context.registerService(ConfigurationListener.class, listener, null);
    Configuration last = configurations.getConfiguration(MARKER, "?");
    try {
      last.update(FrameworkUtil.asDictionary(Map.of("delivered", true)));
      if (!delivered.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
        tell.accept(
            "jackfield: settings in the folder plug may be applied after its jars are plugged");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      registration.unregister();
      last.delete();
    }
  }
}
