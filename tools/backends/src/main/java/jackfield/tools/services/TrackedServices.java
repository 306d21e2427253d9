package jackfield.tools.services;

import jackfield.kernel.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/** A tracker takes the services, and releases all when it is closed. */
record TrackedServices(BundleContext context) implements RegisteredServices {
  @Override
  public <S, R> R use(Class<S> type, Function<List<S>, R> work) {
    ServiceTracker<S, S> tracker = new ServiceTracker<>(context, type, null);
    tracker.open();
    try {
      return work.apply(List.copyOf(tracker.getTracked().values()));
    } finally {
      tracker.close();
    }
  }

  @Override
  public List<String> providers(Class<?> type) {
    ServiceTracker<?, ?> tracker = new ServiceTracker<>(context, type, null);
    tracker.open();
    try {
      List<String> names = new ArrayList<>();
      for (ServiceReference<?> each : tracker.getTracked().keySet()) {
        Bundle provider = each.getBundle();
        if (provider != null) { // null if the service was just unregistered
          names.add(Provenance.briefName(provider.getSymbolicName()));
        }
      }
      return names;
    } finally {
      tracker.close();
    }
  }
}
