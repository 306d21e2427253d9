package jackfield.conformance;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.OperatorLibrary;
import jackfield.tensor.Autograd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The platform without a framework: a dispatcher with the components of the bundles on the class
 * path.
 */
public final class KitPlatform {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final List<Object> services = new ArrayList<>(List.of(dispatcher));

  /** Creates a platform without plugged bundles. */
  public KitPlatform() {}

  /**
   * Plugs the libraries and features of the class path, and the backends that {@code wanted}
   * accepts.
   *
   * @return the bundles of those backends
   */
  public List<String> plugClassPath(Predicate<BundleComponent> wanted) {
    List<BundleComponent> components = new ArrayList<>(BundleComponent.onClassPath());
    components.sort(Comparator.comparing(BundleComponent::order));
    List<String> backends = new ArrayList<>();
    for (BundleComponent component : components) {
      boolean isBackend = component.provides(Backend.class);
      if (!isBackend || wanted.test(component)) {
        plug(component);
        if (isBackend) {
          backends.add(component.bundle());
        }
      }
    }
    backends.sort(null);
    return backends;
  }

  private void plug(BundleComponent component) {
    Object service = component.create(services);
    services.add(service);
    Provenance provenance = Provenance.of(component.bundle());
    switch (service) {
      case OperatorLibrary library -> whiteboard.plug(library, provenance, component.ranking());
      case Backend backend -> plug(backend, provenance, component.ranking());
      case Feature feature -> whiteboard.plug(feature, provenance, component.ranking());
      default -> {} // the service that a feature provides besides
    }
  }

  /** Plugs one backend. */
  public void plug(Backend backend, Provenance provenance, int ranking) {
    whiteboard.plug(backend, provenance, ranking);
  }

  /** Returns the dispatcher of the platform. */
  public Dispatcher dispatcher() {
    return dispatcher;
  }

  /** Returns the plugged autograd, or null. */
  public Autograd autograd() {
    return services.stream()
        .filter(Autograd.class::isInstance)
        .map(Autograd.class::cast)
        .findFirst()
        .orElse(null);
  }
}
