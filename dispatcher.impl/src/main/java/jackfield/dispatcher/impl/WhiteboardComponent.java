package jackfield.dispatcher.impl;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Provenance;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.OperatorLibrary;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
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
  private final AtomicLong refusals = new AtomicLong();
  private volatile String lastRefusal = "";

  /** Creates the component; called by Declarative Services. */
  @Activate
  public WhiteboardComponent(@Reference DispatcherComponent dispatcher) {
    this.whiteboard = new Whiteboard(dispatcher.dispatcher());
  }

  /** Returns how many services were refused so far. */
  long refusals() {
    return refusals.get();
  }

  /** Returns why the last service was refused. */
  String lastRefusal() {
    return lastRefusal;
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

  private interface PlugIn {
    void plug(Provenance provenance, int ranking);
  }

  /** Plugs a bundle's service; a failure is the bundle's and is reported with its name. */
  private void plug(ServiceReference<?> reference, PlugIn plugIn) {
    Provenance provenance = provenance(reference.getBundle());
    Object ranking = reference.getProperty(Constants.SERVICE_RANKING);
    try {
      plugIn.plug(provenance, ranking instanceof Integer rank ? rank : 0);
    } catch (RuntimeException | LinkageError e) { // the edge: whatever the bundle threw
      lastRefusal = e.getMessage();
      refusals.incrementAndGet();
      LOG.log(System.Logger.Level.ERROR, provenance + " was not plugged: " + e.getMessage(), e);
    }
  }

  private void unplug(ServiceReference<?> reference, Object service) {
    for (Drain.Inside inside : whiteboard.unplug(service)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s left while %s was inside %s; it stays resident"
              .formatted(provenance(reference.getBundle()), inside.thread(), inside.operator()));
    }
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
