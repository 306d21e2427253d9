package jackfield.itests.hotplug.bundle;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceEvent;

/**
 * The activator of a bundle that stays and keeps references: the values of its cache, and, if the
 * header {@code Keeps} says so, each service object even after the service was unregistered.
 */
public final class Keeper implements BundleActivator {
  private static final Map<String, Object> CACHE = new ConcurrentHashMap<>();

  private volatile Object kept; // written by the listener

  @Override
  public void start(BundleContext context) throws Exception {
    boolean isKeeping = context.getBundle().getHeaders().get("Keeps") != null;
    context.addServiceListener(
        event -> {
          if (event.getType() == ServiceEvent.REGISTERED) {
            kept = context.getService(event.getServiceReference());
          } else if (event.getType() == ServiceEvent.UNREGISTERING && !isKeeping) {
            kept = null;
          }
        },
        "(&(objectClass=" + Supplier.class.getName() + ")(!(component.id=*)))");
    context.registerService(Map.class, CACHE, FrameworkUtil.asDictionary(Map.of()));
  }

  @Override
  public void stop(BundleContext context) {
    kept = null;
    CACHE.clear();
  }
}
