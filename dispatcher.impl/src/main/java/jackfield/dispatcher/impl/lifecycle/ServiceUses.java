package jackfield.dispatcher.impl.lifecycle;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceObjects;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/**
 * Removes the framework's use counts of a stopped bundle's services.
 *
 * <p>Felix 7.0.5 counts uses by bundle and service. When a bundle stops, the counts become 0 but
 * remain as long as the services do. They keep the bundle reachable even after its uninstallation:
 * its headers and the directory of its jar, about 13 KB for each plug of a backend. Declarative
 * Services causes them, since it asks for the configurations of each component in its bundle's
 * name. Felix does remove a count that becomes 0 through {@link ServiceObjects}. So this class gets
 * and ungets, in that way, each service that a stopping bundle may have used.
 *
 * <p><em>Threads</em>: called on the thread that stops a bundle.
 */
@Component(
    service = {},
    immediate = true)
public final class ServiceUses implements SynchronousBundleListener {
  private static final System.Logger LOG = System.getLogger(ServiceUses.class.getName());
  private static final String CONFIGURATIONS =
      "(objectClass=org.osgi.service.cm.ConfigurationAdmin)";

  private final BundleContext context; // of Declarative Services

  /** Creates the component; called by Declarative Services. */
  @Activate
  public ServiceUses(@Reference ServiceReference<ServiceComponentRuntime> components) {
    // Only listeners of one context are called in their order. In the context of Declarative
    // Services this one runs after the stopping bundle's components are deactivated.
    context = components.getBundle().getBundleContext();
    context.addBundleListener(this);
  }

  @Deactivate
  void leave() {
    context.removeBundleListener(this);
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    Bundle bundle = event.getBundle();
    if (event.getType() == BundleEvent.STOPPING && bundle.getBundleId() != 0) {
      BundleContext stopping = bundle.getBundleContext();
      Stream.concat(Stream.of(CONFIGURATIONS), wanted(bundle))
          .flatMap(filter -> matching(stopping, filter))
          .forEach(service -> forget(stopping, service));
    }
  }

  /** Returns the filters of the services that a bundle's manifest requires. */
  private static Stream<String> wanted(Bundle bundle) {
    return bundle.adapt(BundleRevision.class).getDeclaredRequirements("osgi.service").stream()
        .map(BundleRequirement::getDirectives)
        .map(directives -> directives.get("filter"))
        .filter(Objects::nonNull);
  }

  private static Stream<ServiceReference<?>> matching(BundleContext stopping, String filter) {
    try {
      ServiceReference<?>[] found = stopping.getAllServiceReferences(null, filter);
      return found == null ? Stream.empty() : Arrays.stream(found);
    } catch (InvalidSyntaxException malformed) {
      LOG.log(System.Logger.Level.DEBUG, "a service is required by a malformed filter", malformed);
      return Stream.empty();
    }
  }

  private static <S> void forget(BundleContext stopping, ServiceReference<S> service) {
    ServiceObjects<S> objects = stopping.getServiceObjects(service);
    S object = objects == null ? null : objects.getService(); // null if it was just unregistered
    if (object != null) {
      objects.ungetService(object);
    }
  }
}
