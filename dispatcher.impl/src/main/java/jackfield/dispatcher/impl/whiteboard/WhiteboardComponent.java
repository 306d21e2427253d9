package jackfield.dispatcher.impl.whiteboard;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.registry.OverrideWarnings;
import jackfield.error.JackfieldException;
import jackfield.kernel.Provenance;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Binds backends, features and libraries, and plugs them into the {@link Whiteboard}. */
@Component(service = WhiteboardComponent.class, immediate = true)
public final class WhiteboardComponent {
  private static final System.Logger LOG = System.getLogger(WhiteboardComponent.class.getName());

  private final Bundle system;
  private final DispatcherComponent dispatcher;
  private final Whiteboard whiteboard;
  private final PublishedServices services;
  private final OverrideWarnings overrides;
  private final Staging staging = new Staging();
  private final AtomicLong sequence = new AtomicLong();
  private final Map<Long, String> refusals = new ConcurrentHashMap<>(); // by a bundle's number

  /** Creates the component; called by Declarative Services. */
  @Activate
  public WhiteboardComponent(BundleContext context, @Reference DispatcherComponent dispatcher) {
    this.system = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION);
    this.dispatcher = dispatcher;
    this.whiteboard = new Whiteboard(dispatcher.dispatcher());
    this.services = new PublishedServices(whiteboard);
    this.overrides = dispatcher.overrides();
  }

  /** Returns why a service of {@code bundle} was refused. */
  public Optional<String> refusalOf(Bundle bundle) {
    return Optional.ofNullable(refusals.get(bundle.getBundleId()));
  }

  public Whiteboard whiteboard() {
    return whiteboard;
  }

  /** Returns the staging of services of bundles that are being plugged. */
  public Staging staging() {
    return staging;
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindLibrary(ServiceReference<OperatorLibrary> reference, OperatorLibrary library) {
    plug(reference, from -> Offer.of(library, from, 0));
  }

  void updatedLibrary(ServiceReference<OperatorLibrary> reference, OperatorLibrary library) {
    services.modify(reference, library);
  }

  void unbindLibrary(ServiceReference<OperatorLibrary> reference, OperatorLibrary library) {
    unplug(reference, library);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindBackend(ServiceReference<Backend> reference, Backend backend) {
    plug(reference, from -> Offer.of(backend, from, 0));
  }

  void updatedBackend(ServiceReference<Backend> reference, Backend backend) {
    services.modify(reference, backend);
  }

  void unbindBackend(ServiceReference<Backend> reference, Backend backend) {
    unplug(reference, backend);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindFeature(ServiceReference<Feature> reference, Feature feature) {
    plug(reference, from -> Offer.of(feature, from, 0));
  }

  void updatedFeature(ServiceReference<Feature> reference, Feature feature) {
    services.modify(reference, feature);
  }

  void unbindFeature(ServiceReference<Feature> reference, Feature feature) {
    unplug(reference, feature);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindHost(ServiceReference<KernelHost> reference, KernelHost host) {
    plug(reference, from -> Offer.of(host, from, 0));
  }

  void updatedHost(ServiceReference<KernelHost> reference, KernelHost host) {
    services.modify(reference, host);
  }

  void unbindHost(ServiceReference<KernelHost> reference, KernelHost host) {
    unplug(reference, host);
  }

  private static int ranking(ServiceReference<?> reference) {
    return reference.getProperty(Constants.SERVICE_RANKING) instanceof Integer rank ? rank : 0;
  }

  /** Plugs or stages a service; a failure is logged with the bundle's name. */
  private void plug(ServiceReference<?> reference, Function<Provenance, Offer> offering) {
    Provenance provenance = provenance(reference.getBundle());
    attempt(
        bundleOf(reference),
        provenance,
        () ->
            services.bind(
                reference,
                () -> ranking(reference),
                () -> offering.apply(provenance),
                offer -> plugOrStage(bundleOf(reference), offer)));
  }

  /** Plugs or stages an offer; drops it if the service was unregistered meanwhile. */
  private void plugOrStage(long bundle, Offer offer) {
    try {
      if (!staging.take(bundle, offer)) {
        exchange(List.of(), List.of(offer));
      }
    } finally {
      if (!offer.isPublished().getAsBoolean()) {
        staging.forget(bundle, offer.service());
      }
    }
  }

  /** Plugs the staged services of a bundle as one generation, or none. */
  public void plugStaged(long bundle) {
    List<Offer> offers = staging.end(List.of(bundle));
    if (!offers.isEmpty()) {
      Provenance first = offers.getFirst().provenance();
      attempt(bundle, first, () -> exchange(List.of(), offers));
    }
  }

  /** Returns the services of a bundle and the dispatcher that it commits through. */
  public Collection<Object> servicesOf(long bundle) {
    List<Object> services = new ArrayList<>(staging.services(bundle));
    dispatcher.of(bundle).ifPresent(services::add);
    return services;
  }

  /** Replaces services by others and logs a line for each plugged bundle. */
  public ServiceTransaction exchange(Collection<?> removed, List<Offer> added) {
    overrides.forget(added.stream().map(offer -> offer.provenance().toString()).toList());
    ServiceTransaction made = whiteboard.exchange(removed, added);
    tellQuietly(made);
    return made;
  }

  /** Logs plugged bundles; a failure here does not affect the commit. */
  private void tellQuietly(ServiceTransaction made) {
    try {
      dispatcher.dispatcher().awaitTold();
      overrides.tell(made.kernelsByBundle());
    } catch (RuntimeException | Error thrown) { // for example: no thread for the log
      LOG.log(System.Logger.Level.WARNING, "plugged bundles could not be logged", thrown);
    }
  }

  private void attempt(long bundle, Provenance provenance, Runnable plugging) {
    try {
      plugging.run();
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      if (isTakenBack(thrown)) {
        LOG.log(System.Logger.Level.DEBUG, thrown.getMessage());
        return;
      }
      String reason = textOf(thrown);
      refusals.put(bundle, reason);
      LOG.log(System.Logger.Level.ERROR, provenance + " was not plugged: " + reason);
      LOG.log(System.Logger.Level.DEBUG, "thrown by " + provenance, thrown);
    }
  }

  private static boolean isTakenBack(Throwable thrown) {
    return thrown instanceof RegistrationRefused refused
        && refused.kind() == RegistrationRefused.Kind.SERVICE_GONE;
  }

  /** Returns the text of a bundle's failure, without the class name for Jackfield's own errors. */
  public static String textOf(Throwable thrown) {
    return thrown instanceof JackfieldException ? thrown.getMessage() : thrown.toString();
  }

  private static Long bundleOf(ServiceReference<?> reference) {
    return (Long) reference.getProperty(Constants.SERVICE_BUNDLEID);
  }

  private void unplug(ServiceReference<?> reference, Object service) {
    refusals.remove(bundleOf(reference));
    services.unbind(reference);
    Bundle bundle = reference.getBundle();
    boolean isStopping = bundle != null && bundle.getState() == Bundle.STOPPING;
    Collection<Object> removed = isStopping ? servicesOf(bundleOf(reference)) : List.of(service);
    staging.forget(bundleOf(reference), service);
    for (Drain.Inside inside : whiteboard.unplug(removed, !isEnding())) {
      LOG.log(
          System.Logger.Level.WARNING,
          provenance(bundle) + " was removed; it stays resident: " + inside.textWithStack());
    }
  }

  /** Returns whether the whole framework is stopping; tensors need no evacuation then. */
  private boolean isEnding() {
    return system.getState() == Bundle.STOPPING;
  }

  private Provenance provenance(Bundle bundle) {
    if (bundle == null) {
      return Provenance.of("an unplugged bundle");
    }
    return new Provenance(
        shortName(bundle),
        bundle.getVersion().toString(),
        "",
        Instant.now(),
        sequence.incrementAndGet());
  }

  /** Returns a bundle's symbolic name, without the platform's own prefix. */
  public static String shortName(Bundle bundle) {
    return Provenance.briefName(bundle.getSymbolicName());
  }
}
