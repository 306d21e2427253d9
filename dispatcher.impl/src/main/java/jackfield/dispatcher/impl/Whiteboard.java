package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.Drain;
import jackfield.dispatch.PrivateBackends;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import jackfield.tensor.MemoryDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Plugs what bundles publish and unplugs it when they take it back: each backend, feature or
 * library is one commit, told apart by identity. It needs no framework: tests plug what they made
 * with {@code new}.
 *
 * <p><em>Threads</em>: safe for all. Unplugging waits for the calls inside, without holding a lock.
 */
public final class Whiteboard {
  private final LocalDispatcher dispatcher;
  private final Map<Object, Entry> entries = new IdentityHashMap<>(); // guarded by itself

  /**
   * Something that is plugged.
   *
   * @param kind what it is: {@code backend}, {@code feature}, {@code library} or {@code kernels}
   * @param name the device, feature or namespace it is for, or the class that hosts the kernels
   */
  public record Plugged(
      String kind,
      String name,
      Provenance provenance,
      int ranking,
      int kernels,
      Registration registration) {}

  /** A service with what it has: its registration, and perhaps a private-use backend and memory. */
  record Entry(
      Offer offer,
      Optional<PrivateBackends.Lease> lease,
      List<MemoryDomain> memory,
      Plugged plugged) {
    void endLease() {
      lease.ifPresent(PrivateBackends.Lease::close);
    }
  }

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

  /** Plugs a component that has annotated methods only. */
  public void plug(KernelHost host, Provenance provenance, int ranking) {
    plug(Offer.of(host, provenance, ranking));
  }

  void plug(Offer offer) {
    exchange(List.of(), List.of(offer));
  }

  /**
   * Plugs all that arrives and takes back what those that leave registered, as one generation.
   *
   * @param leaving services; those that are not plugged are passed over
   */
  Replacement exchange(Collection<?> leaving, List<Offer> arriving) {
    List<Entry> left = leaving.stream().flatMap(service -> entry(service).stream()).toList();
    List<Entry> came = new ArrayList<>();
    boolean complete = false;
    try {
      Exchange exchange =
          dispatcher.exchange(transaction -> {
            left.forEach(entry -> transaction.withdraw(entry.plugged().registration()));
            arriving.forEach(offer -> came.add(plugIn(transaction, offer)));
          });
      complete = true;
      note(left, came);
      return new Replacement(this, exchange, left, came);
    } finally {
      if (!complete) {
        came.forEach(Entry::endLease);
      }
    }
  }

  private Entry plugIn(Transaction transaction, Offer offer) {
    Optional<PrivateBackends.Lease> lease = offer.lease(dispatcher.privateBackends());
    List<Registrar> registrars = new ArrayList<>(); // of one
    boolean complete = false;
    try {
      Registration registration =
          transaction.commit(
              offer.provenance(),
              changes -> registrars.add(offer.registerIn(dispatcher, changes, lease)));
      complete = true;
      Registrar registrar = registrars.getFirst();
      Plugged plugged =
          new Plugged(
              offer.kind(),
              offer.name(),
              offer.provenance(),
              offer.ranking(),
              registrar.kernels(),
              registration);
      return new Entry(offer, lease, registrar.memory(), plugged);
    } finally {
      if (!complete) {
        lease.ifPresent(PrivateBackends.Lease::close);
      }
    }
  }

  /** Keeps in mind who is plugged. */
  void note(List<Entry> left, List<Entry> came) {
    synchronized (entries) {
      left.forEach(entry -> entries.remove(entry.offer().service()));
      came.forEach(entry -> entries.put(entry.offer().service(), entry));
    }
  }

  private Optional<Entry> entry(Object service) {
    synchronized (entries) {
      return Optional.ofNullable(entries.get(service));
    }
  }

  /**
   * Takes back what {@code service} registered, waits for the calls inside, and sees to the tensors
   * in its memory; that cannot be refused, so who would veto it is orphaned.
   *
   * @return who is still inside after the deadline; empty if nobody is
   */
  public List<Drain.Inside> unplug(Object service) {
    return unplug(List.of(service), true);
  }

  /**
   * Does the same for several services, as one generation.
   *
   * @param mayEvacuate false to orphan all tensors, whatever their memory says
   */
  List<Drain.Inside> unplug(Collection<?> services, boolean mayEvacuate) {
    Replacement departure = exchange(services, List.of());
    Drain drain = departure.drain();
    boolean isOutside = DispatchContext.current().epoch() == 0;
    Belongings belongings = departure.belongings();
    if (isOutside && drain.await()) {
      belongings.leave(mayEvacuate);
    } else {
      belongings.abandon();
    }
    departure.complete();
    if (drain.isDone()) {
      return List.of();
    }
    CompletableFuture<Void> _ = drain.completion(); // watched, so that old tables go with the last
    return drain.inside();
  }

  /** Returns what the memory of services that are plugged holds. */
  Belongings belongings(Collection<?> services) {
    return Belongings.of(services.stream().flatMap(service -> entry(service).stream()).toList());
  }

  /** Returns what is plugged. */
  public List<Plugged> plugged() {
    return entries().stream().map(Entry::plugged).toList();
  }

  /** Returns the services that are plugged, as they were offered. */
  List<Offer> offers() {
    return entries().stream().map(Entry::offer).toList();
  }

  private List<Entry> entries() {
    synchronized (entries) {
      return List.copyOf(entries.values());
    }
  }
}
