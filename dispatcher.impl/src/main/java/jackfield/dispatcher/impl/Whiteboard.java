package jackfield.dispatcher.impl;

import jackfield.dispatch.BackendComponent;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.LibraryLabel;
import jackfield.dispatch.PrivateBackends;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.Registration;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Plugs what bundles publish and unplugs it when they take it back: each backend, feature or
 * library is one commit, told apart by identity. It needs no framework: tests plug what they made
 * with {@code new}.
 *
 * <p><em>Threads</em>: safe for all. Unplugging waits for the calls inside, without holding a lock.
 */
public final class Whiteboard {
  private static final DispatchKey COMPOSITE = DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD;

  private final Dispatcher dispatcher;
  private final PrivateBackends privateBackends;
  private final Map<Object, Plugged> plugged = new IdentityHashMap<>(); // guarded by itself
  private final Map<Object, PrivateBackends.Lease> leases =
      new IdentityHashMap<>(); // of plugged backends, guarded by plugged

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

  /** Something to plug: what it is, the key its kernels are for, and how it registers them. */
  private record Plug(String kind, String name, DispatchKey key, Consumer<Registrar> register) {
    Optional<DispatchKey> ownKey() {
      return Optional.of(key).filter(given -> !given.isAlias());
    }
  }

  /** Creates a whiteboard that plugs into {@code dispatcher}. */
  public Whiteboard(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    this.privateBackends = dispatcher.privateBackends();
  }

  /** Plugs a backend at the key of its device. */
  public void plug(Backend backend, Provenance provenance, int ranking) {
    Optional<DispatchKey> own = keyOf(backend.device());
    if (own.isPresent()) {
      plug(backend, own.get(), provenance, ranking);
      return;
    }
    PrivateBackends.Lease lease = privateBackends.lease(backend.device());
    boolean isPlugged = false;
    try {
      plug(backend, DispatchKey.DENSE.on(lease.backend()), provenance, ranking);
      isPlugged = true;
    } finally {
      if (!isPlugged) {
        lease.close();
      }
    }
    synchronized (plugged) {
      leases.put(backend, lease);
    }
  }

  private void plug(Backend backend, DispatchKey key, Provenance provenance, int ranking) {
    Plug plug = new Plug("backend", backend.device(), key, backend::register);
    plug(backend, plug, provenance, ranking);
  }

  /** Plugs a feature. */
  public void plug(Feature feature, Provenance provenance, int ranking) {
    Plug plug = new Plug("feature", feature.name(), COMPOSITE, feature::register);
    plug(feature, plug, provenance, ranking);
  }

  /** Plugs an operator library. */
  public void plug(OperatorLibrary library, Provenance provenance, int ranking) {
    Plug plug = new Plug("library", library.namespace(), COMPOSITE, library::define);
    plug(library, plug, provenance, ranking);
  }

  /** Plugs a component that has annotated methods only. */
  public void plug(KernelHost host, Provenance provenance, int ranking) {
    String name = host.getClass().getSimpleName();
    plug(host, new Plug("kernels", name, COMPOSITE, registrar -> {}), provenance, ranking);
  }

  private void plug(Object service, Plug plug, Provenance provenance, int ranking) {
    String namespace = plug.kind().equals("library") ? plug.name() : "";
    int[] kernels = new int[1];
    Registration registration =
        dispatcher.commit(
            provenance,
            changes -> {
              changes.ranking(ranking);
              changes.library(
                  new LibraryLabel(plug.kind(), plug.name(), plug.ownKey(), provenance));
              Registrar registrar =
                  new Registrar(dispatcher, changes, plug.key(), namespace, privateBackends);
              plug.register().accept(registrar);
              new AnnotatedKernels(service).register(registrar);
              kernels[0] = registrar.kernels();
            });
    synchronized (plugged) {
      plugged.put(
          service,
          new Plugged(plug.kind(), plug.name(), provenance, ranking, kernels[0], registration));
    }
  }

  /** Returns the dense key of a sort of device, if the inventory has one. */
  private static Optional<DispatchKey> keyOf(String device) {
    return BackendComponent.all().stream()
        .filter(backend -> backend.label().toLowerCase(Locale.ROOT).equals(device))
        .findFirst()
        .map(DispatchKey.DENSE::on);
  }

  /**
   * Takes back what {@code service} registered and waits for the calls inside.
   *
   * @return who is still inside after the deadline; empty if nobody is
   */
  public List<Drain.Inside> unplug(Object service) {
    Plugged entry;
    synchronized (plugged) {
      entry = plugged.remove(service);
    }
    if (entry == null) {
      return List.of(); // it was refused when it came
    }
    Registration registration = entry.registration();
    registration.close();
    endLease(service);
    Drain drain = registration.withdraw();
    if (drain.isDone()) {
      return List.of();
    }
    CompletableFuture<Void> _ = drain.completion(); // watched, so that old tables go with the last
    return drain.inside();
  }

  private void endLease(Object service) {
    PrivateBackends.Lease lease;
    synchronized (plugged) {
      lease = leases.remove(service);
    }
    if (lease != null) {
      lease.close();
    }
  }

  /** Returns what is plugged. */
  public List<Plugged> plugged() {
    synchronized (plugged) {
      return new ArrayList<>(plugged.values());
    }
  }
}
