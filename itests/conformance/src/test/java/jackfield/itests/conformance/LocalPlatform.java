package jackfield.itests.conformance;

import jackfield.dispatch.DispatcherFactory;
import jackfield.dispatch.Provenance;
import jackfield.dispatcher.impl.LocalDispatcher;
import jackfield.dispatcher.impl.Whiteboard;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.OperatorLibrary;
import jackfield.tensor.Autograd;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The platform without a framework: a dispatcher in which the components of the bundles on the
 * class path are plugged.
 */
final class LocalPlatform implements OpsCommand.Target, C10Command.Target {
  private static final String REFERENCE = "backend.cpu.reference";

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final List<Object> services = new ArrayList<>(List.of(dispatcher));

  @Override
  public Path vectors() {
    return vectorsInRepository();
  }

  @Override
  public DispatcherFactory dispatchers() {
    return LocalDispatcher::new;
  }

  @Override
  public Path recordings() {
    return inRepository("c10");
  }

  /** The recordings of operators. */
  static Path vectorsInRepository() {
    return inRepository("ops");
  }

  /** A folder of recordings, found from where this class was compiled to. */
  static Path inRepository(String folder) {
    try {
      URI classes = LocalPlatform.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(classes).resolve("../../src/main/vectors").resolve(folder).normalize();
    } catch (URISyntaxException noFolder) {
      throw new AssertionError(noFolder);
    }
  }

  /** Plugs libraries and features, the reference, and the backend called {@code name} above it. */
  @Override
  public String choose(String name) {
    List<BundleComponent> components = new ArrayList<>(BundleComponent.onClassPath());
    components.sort(Comparator.comparing(BundleComponent::order));
    List<String> backends = new ArrayList<>();
    for (BundleComponent component : components) {
      boolean isBackend = component.provides(Backend.class);
      if (!isBackend || isChosen(component.bundle(), name)) {
        plug(component);
        if (isBackend) {
          backends.add(component.bundle());
        }
      }
    }
    backends.sort(null);
    return String.join(", ", backends);
  }

  private static boolean isChosen(String bundle, String name) {
    return bundle.equals(REFERENCE) || bundle.equals("backend." + name);
  }

  private void plug(BundleComponent component) {
    Object service = component.create(services);
    services.add(service);
    Provenance provenance = Provenance.of(component.bundle());
    switch (service) {
      case OperatorLibrary library -> whiteboard.plug(library, provenance, component.ranking());
      case Backend backend -> whiteboard.plug(backend, provenance, component.ranking());
      case Feature feature -> whiteboard.plug(feature, provenance, component.ranking());
      default -> {} // a service beside what is plugged
    }
  }

  @Override
  public ConformanceRun run() {
    Autograd autograd =
        services.stream()
            .filter(Autograd.class::isInstance)
            .map(Autograd.class::cast)
            .findFirst()
            .orElse(null);
    return new ConformanceRun(dispatcher, autograd);
  }
}
