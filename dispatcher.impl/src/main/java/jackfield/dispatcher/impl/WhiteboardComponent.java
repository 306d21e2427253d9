package jackfield.dispatcher.impl;

import jackfield.dispatch.Drain;
import jackfield.dispatch.JackfieldException;
import jackfield.dispatch.Provenance;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Hears of backends, features and libraries, and hands them over. */
@Component(service = WhiteboardComponent.class, immediate = true)
public final class WhiteboardComponent {
  private static final String OWN_PREFIX = "jackfield.";
  private static final System.Logger LOG = System.getLogger(WhiteboardComponent.class.getName());

  private final Whiteboard whiteboard;
  private final AtomicLong sequence = new AtomicLong();
  private final Map<Long, String> refusals = new ConcurrentHashMap<>(); // by a bundle's number

  /** Creates the component; called by Declarative Services. */
  @Activate
  public WhiteboardComponent(@Reference DispatcherComponent dispatcher) {
    this.whiteboard = new Whiteboard(dispatcher.dispatcher());
  }

  /** Returns why a service of {@code bundle} was refused that is still there. */
  Optional<String> refusalOf(Bundle bundle) {
    return Optional.ofNullable(refusals.get(bundle.getBundleId()));
  }

  Whiteboard whiteboard() {
    return whiteboard;
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindLibrary(ServiceReference<OperatorLibrary> reference, OperatorLibrary library) {
    plug(reference, (from, ranking) -> whiteboard.plug(library, from, ranking));
  }

  void unbindLibrary(ServiceReference<OperatorLibrary> reference, OperatorLibrary library) {
    unplug(reference, library);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindBackend(ServiceReference<Backend> reference, Backend backend) {
    plug(reference, (from, ranking) -> whiteboard.plug(backend, from, ranking));
  }

  void unbindBackend(ServiceReference<Backend> reference, Backend backend) {
    unplug(reference, backend);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindFeature(ServiceReference<Feature> reference, Feature feature) {
    plug(reference, (from, ranking) -> whiteboard.plug(feature, from, ranking));
  }

  void unbindFeature(ServiceReference<Feature> reference, Feature feature) {
    unplug(reference, feature);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindHost(ServiceReference<KernelHost> reference, KernelHost host) {
    plug(reference, (from, ranking) -> whiteboard.plug(host, from, ranking));
  }

  void unbindHost(ServiceReference<KernelHost> reference, KernelHost host) {
    unplug(reference, host);
  }

  private interface PlugIn {
    void plug(Provenance provenance, int ranking);
  }

  /** Plugs a bundle's service; a failure is the bundle's and is reported with its name. */
  private void plug(ServiceReference<?> reference, PlugIn plugIn) {
    Provenance provenance = provenance(reference.getBundle());
    Object ranking = reference.getProperty(Constants.SERVICE_RANKING);
    try {
      plugIn.plug(provenance, ranking instanceof Integer rank ? rank : 0);
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      String reason =
          thrown instanceof JackfieldException ? thrown.getMessage() : thrown.toString();
      refusals.put(bundleOf(reference), reason);
      LOG.log(System.Logger.Level.ERROR, provenance + " was not plugged: " + reason);
      LOG.log(System.Logger.Level.DEBUG, "thrown by " + provenance, thrown);
    }
  }

  private static Long bundleOf(ServiceReference<?> reference) {
    return (Long) reference.getProperty(Constants.SERVICE_BUNDLEID);
  }

  private void unplug(ServiceReference<?> reference, Object service) {
    refusals.remove(bundleOf(reference));
    for (Drain.Inside inside : whiteboard.unplug(service)) {
      LOG.log(
          System.Logger.Level.WARNING,
          provenance(reference.getBundle()) + " left; it stays resident: " + describe(inside));
    }
  }

  private static String describe(Drain.Inside inside) {
    String where = inside.operator().isEmpty() ? "a pinned region" : inside.operator();
    return inside.stack().stream()
        .map(frame -> "\n  at " + frame)
        .collect(
            Collectors.joining("", "thread %s is inside %s".formatted(inside.thread(), where), ""));
  }

  private Provenance provenance(Bundle bundle) {
    if (bundle == null) {
      return Provenance.of("a bundle that has left");
    }
    return new Provenance(
        shortName(bundle),
        bundle.getVersion().toString(),
        "",
        Instant.now(),
        sequence.incrementAndGet());
  }

  /** Returns a bundle's symbolic name with the platform's own prefix. */
  static String fullName(String bundle) {
    return OWN_PREFIX + bundle;
  }

  /** Returns a bundle's symbolic name, without the platform's own prefix. */
  static String shortName(Bundle bundle) {
    String name = bundle.getSymbolicName();
    return name.startsWith(OWN_PREFIX) ? name.substring(OWN_PREFIX.length()) : name;
  }
}
