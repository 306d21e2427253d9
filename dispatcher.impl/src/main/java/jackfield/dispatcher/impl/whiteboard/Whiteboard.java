package jackfield.dispatcher.impl.whiteboard;

import jackfield.boxing.RegistrationRefused;
import jackfield.context.DispatchContext;
import jackfield.dispatch.Drain;
import jackfield.dispatch.KernelBundles;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.registry.LocalTransaction;
import jackfield.dispatcher.impl.registry.OwnedDispatcher;
import jackfield.dispatcher.impl.whiteboard.PluggedServices.Entry;
import jackfield.kernel.Provenance;
import jackfield.key.PrivateBackends;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import jackfield.spi.Platform.Contribution;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Plugs the services of bundles and unplugs them: each backend, feature or library is one commit;
 * services are compared by identity. It needs no OSGi framework: tests plug plain objects.
 *
 * <p><em>Threads</em>: safe for all. Unplugging waits for the calls inside, without holding a lock.
 */
public final class Whiteboard {
  private static final System.Logger LOG = System.getLogger(Whiteboard.class.getName());

  private final LocalDispatcher dispatcher;
  private final PluggedServices services = new PluggedServices();
  private final Set<PendingPlug> pluggings = new HashSet<>(); // guarded by the dispatcher's lock

  /**
   * A plugged service.
   *
   * @param kind what it is
   * @param name the device, feature or namespace of the service, or the class that hosts the
   *     kernels
   */
  public record PluggedService(
      Contribution.Kind kind,
      String name,
      Provenance provenance,
      int ranking,
      int kernels,
      Registration registration) {}

  /** Creates a whiteboard that plugs into {@code dispatcher}. */
  public Whiteboard(LocalDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Plugs a backend at the key of its device. */
  public void plug(Backend backend, Provenance provenance, int ranking) {
    plug(Offer.of(backend, provenance, ranking));
  }

  /** Plugs a feature. */
  public void plug(Feature feature, Provenance provenance, int ranking) {
    plug(Offer.of(feature, provenance, ranking));
  }

  /** Plugs an operator library. */
  public void plug(OperatorLibrary library, Provenance provenance, int ranking) {
    plug(Offer.of(library, provenance, ranking));
  }

  /** Plugs a component with annotated kernel methods. */
  public void plug(KernelHost host, Provenance provenance, int ranking) {
    plug(Offer.of(host, provenance, ranking));
  }

  void plug(Offer offer) {
    exchange(List.of(), List.of(offer));
  }

  /**
   * Plugs {@code added} and withdraws the registrations of {@code removed}, as one generation.
   *
   * @param removed services, and {@link OwnedDispatcher}s of bundles that are removed; services
   *     that are not plugged are ignored
   * @throws jackfield.boxing.RegistrationRefused if a service was unplugged meanwhile
   */
  public ServiceTransaction exchange(Collection<?> removed, List<Offer> added) {
    return exchange(removed, added, false);
  }

  /**
   * Does the same; {@code isOfPlugged}: all of {@code removed} must be plugged until the commit.
   */
  private ServiceTransaction exchange(
      Collection<?> removed, List<Offer> added, boolean isOfPlugged) {
    PendingPlug plugging = new PendingPlug(added);
    boolean _ = dispatcher.locked(() -> begin(plugging, removed));
    List<Entry> withdrawn = new ArrayList<>();
    List<Entry> plugged = new ArrayList<>();
    boolean complete = false;
    try {
      LocalTransaction applied =
          dispatcher.apply(
              transaction -> added.forEach(offer -> plugged.add(plugIn(transaction, offer))),
              transaction -> withdrawn.addAll(withdraw(transaction, removed)),
              () -> {
                plugging.requireWanted(isOfPlugged && withdrawn.size() < removed.size());
                return services.replacing(withdrawn, plugged);
              });
      complete = true;
      return new ServiceTransaction(this, applied, withdrawn, plugged);
    } finally {
      boolean isRankedAnew = dispatcher.locked(() -> end(plugging));
      if (!complete) {
        plugged.forEach(Entry::endLease);
      } else if (isRankedAnew) {
        plugged.forEach(this::rankQuietly);
      }
    }
  }

  /** Applies a new ranking of a plugged service; on failure the former ranking stays. */
  private void rankQuietly(Entry entry) {
    try {
      rank(entry.offer().service());
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      LOG.log(
          System.Logger.Level.ERROR,
          entry.offer().provenance() + " keeps its former service.ranking",
          thrown);
    }
  }

  /** Ends a plugging; returns whether a service got a new ranking meanwhile. */
  private boolean end(PendingPlug plugging) {
    pluggings.remove(plugging);
    return plugging.isRankedAnew();
  }

  /**
   * Registers a service again with its present ranking, as one generation, if the ranking changed.
   * A service that is being plugged is ranked when that ends.
   */
  void rank(Object service) {
    Optional<Entry> old = dispatcher.locked(() -> outranked(service));
    while (old.isPresent()) {
      try {
        exchange(List.of(service), List.of(old.get().offer()), true).complete();
      } catch (RegistrationRefused refused) {
        if (refused.kind() != RegistrationRefused.Kind.ALREADY_PLUGGED
            && refused.kind() != RegistrationRefused.Kind.SERVICE_GONE) {
          throw refused;
        } // another thread was faster: check again
      }
      old = dispatcher.locked(() -> outranked(service));
    }
  }

  /**
   * Returns the entry of a service whose kernels have another ranking than the service. Empty for a
   * service that is being plugged, since the plugging thread checks the ranking afterwards.
   */
  private Optional<Entry> outranked(Object service) {
    boolean isPending = false;
    for (PendingPlug plugging : pluggings) {
      isPending |= plugging.rankAnew(service);
    }
    return isPending
        ? Optional.empty()
        : services
            .entry(service)
            .filter(entry -> entry.plugged().ranking() != entry.offer().ranking())
            .filter(entry -> entry.offer().isPublished().getAsBoolean());
  }

  /**
   * Withdraws the registrations of services, and the commits that bundles made themselves. Holds:
   * the dispatcher's lock.
   */
  private List<Entry> withdraw(Transaction transaction, Collection<?> removed) {
    for (Object service : removed) {
      if (service instanceof OwnedDispatcher owned) {
        owned.standing().forEach(transaction::withdraw);
      }
    }
    List<Entry> withdrawn = services.entries(removed);
    withdrawn.forEach(entry -> transaction.withdraw(entry.plugged().registration()));
    return withdrawn;
  }

  /** Notes the services being plugged; unplugs removed services that are being plugged. */
  private boolean begin(PendingPlug plugging, Collection<?> removed) {
    removed.forEach(service -> pluggings.forEach(other -> other.unplug(service)));
    return pluggings.add(plugging);
  }

  /**
   * Reverses {@code applied}: plugs the services in {@code withdrawn} again and withdraws those in
   * {@code plugged}, also if their ranking changed since.
   */
  ServiceTransaction reverse(LocalTransaction applied, List<Entry> withdrawn, List<Entry> plugged) {
    List<Object> replaced = plugged.stream().map(entry -> entry.offer().service()).toList();
    List<Entry> unplugged = new ArrayList<>();
    LocalTransaction reversed =
        applied.reverse(
            transaction -> unplugged.addAll(withdraw(transaction, replaced)),
            () -> services.replacing(unplugged, withdrawn));
    return new ServiceTransaction(this, reversed, unplugged, withdrawn);
  }

  private Entry plugIn(Transaction transaction, Offer offer) {
    Optional<PrivateBackends.Lease> lease = offer.lease(dispatcher.privateBackends());
    Offer ranked = offer.rankedAsNow();
    List<Registrar> registrars = new ArrayList<>(); // of one
    boolean complete = false;
    try {
      Registration registration =
          transaction.commit(
              offer.provenance(),
              changes -> registrars.add(ranked.registerIn(dispatcher, changes, lease)));
      KernelBundles.add(offer.service(), offer.provenance(), offer.isLibrary());
      Registrar registrar = registrars.getFirst();
      PluggedService plugged =
          new PluggedService(
              offer.kind(),
              offer.name(),
              offer.provenance(),
              ranked.ranking(),
              registrar.kernels(),
              registration);
      Entry entry = new Entry(offer, lease, registrar.memory(), plugged);
      complete = true;
      return entry;
    } finally {
      if (!complete) {
        lease.ifPresent(PrivateBackends.Lease::close);
      }
    }
  }

  /**
   * Withdraws the registrations of {@code service}, waits for the calls inside, and evacuates or
   * orphans the tensors in its memory. This cannot be refused: tensors whose policy is a veto are
   * orphaned.
   *
   * @return the calls that are still inside after the deadline
   */
  public List<Drain.Inside> unplug(Object service) {
    return unplug(List.of(service), true);
  }

  /**
   * Does the same for several services, as one generation.
   *
   * @param mayEvacuate false to orphan all tensors, whatever their memory says
   */
  List<Drain.Inside> unplug(Collection<?> unplugged, boolean mayEvacuate) {
    ServiceTransaction withdrawal = exchange(unplugged, List.of());
    Drain drain = withdrawal.drain();
    boolean isOutside = DispatchContext.current().epoch() == 0;
    MemoryEvacuation evacuation = withdrawal.evacuation();
    if (isOutside && drain.awaitUninterruptibly(Drain.DEADLINE)) {
      evacuation.removeAtOnce(mayEvacuate);
    } else {
      evacuation.abandon();
    }
    withdrawal.complete();
    if (drain.isDone()) {
      return List.of();
    }
    CompletableFuture<Void> _ =
        drain.completion(); // polled, so that superseded tables are unlinked
    return drain.inside();
  }

  /** Returns the evacuation of the memory of plugged services. */
  public MemoryEvacuation evacuation(Collection<?> evacuated) {
    return MemoryEvacuation.of(services.entries(evacuated));
  }

  /** Returns the plugged services. */
  public List<PluggedService> plugged() {
    return services.all().stream().map(Entry::plugged).toList();
  }

  /** Returns the services that are plugged, as they were offered. */
  public List<Offer> offers() {
    return services.all().stream().map(Entry::offer).toList();
  }
}
