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
 * Makes the framework forget which services a stopped bundle had used.
 *
 * <p>Felix 7.0.5 keeps a count of uses by bundle and service. When a bundle stops the counts become
 * 0 but stay for as long as the services are there, and with them the bundle, uninstalled or not:
 * its headers and its jar's directory, some 13 KB each time that a backend is plugged, since
 * Declarative Services asks for the configurations of each component in its bundle's name. A count
 * that becomes 0 through {@link ServiceObjects} is removed, though; so each service that a stopping
 * bundle may have used is taken and given back once more in that way.
 *
 * <p><em>Threads</em>: called by whoever stops a bundle.
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
    // Listeners of one context are called in their order, those of several in any: with the
    // context of Declarative Services this comes after the stopping bundle's components have gone.
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

  /** Returns the filters of the services that a bundle says it wants. */
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
      LOG.log(System.Logger.Level.DEBUG, "a service that is wanted by a wrong filter", malformed);
      return Stream.empty();
    }
  }

  private static <S> void forget(BundleContext stopping, ServiceReference<S> service) {
    ServiceObjects<S> objects = stopping.getServiceObjects(service);
    S object = objects == null ? null : objects.getService(); // null if it has just left
    if (object != null) {
      objects.ungetService(object);
    }
  }
}
