package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.operator.ChangeList;
import jackfield.kernel.Provenance;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.PrivateBackends;
import jackfield.report.LibraryLabel;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import jackfield.spi.Platform.Contribution.Kind;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * A service to be plugged: what it is and how it registers. It may register with several
 * dispatchers, such as the one of a check.
 *
 * @param service the backend, feature, library or host
 * @param kind what it is
 * @param name the device, feature or namespace of the service, or the class that hosts the kernels
 * @param presentRanking returns the ranking, which may change
 * @param inPlaceOf the number of the kernels whose rank its kernels take, 0 for none
 * @param note a note for the history; empty for none
 * @param isPublished returns whether its bundle still publishes it; called under the dispatcher's
 *     lock
 * @param register calls the service for its kernels
 */
public record Offer(
    Object service,
    Kind kind,
    String name,
    Provenance provenance,
    IntSupplier presentRanking,
    long inPlaceOf,
    String note,
    BooleanSupplier isPublished,
    Consumer<Registrar> register) {
  private static final DispatchKey COMPOSITE = DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD;

  public static Offer of(Backend backend, Provenance provenance, int ranking) {
    return of(backend, Kind.BACKEND, backend.device(), provenance, ranking, backend::register);
  }

  public static Offer of(Feature feature, Provenance provenance, int ranking) {
    return of(feature, Kind.FEATURE, feature.name(), provenance, ranking, feature::register);
  }

  public static Offer of(OperatorLibrary library, Provenance provenance, int ranking) {
    return of(library, Kind.LIBRARY, library.namespace(), provenance, ranking, library::define);
  }

  public static Offer of(KernelHost host, Provenance provenance, int ranking) {
    return of(
        host, Kind.KERNELS, host.getClass().getSimpleName(), provenance, ranking, registrar -> {});
  }

  private static Offer of(
      Object service,
      Kind kind,
      String name,
      Provenance provenance,
      int ranking,
      Consumer<Registrar> register) {
    return new Offer(service, kind, name, provenance, () -> ranking, 0, "", () -> true, register);
  }

  /** Returns this offer with the rank of withdrawn kernels. */
  public Offer inPlaceOf(long number) {
    return new Offer(
        service, kind, name, provenance, presentRanking, number, note, isPublished, register);
  }

  /** Returns this offer with a note for the history. */
  public Offer noted(String newNote) {
    return new Offer(
        service, kind, name, provenance, presentRanking, inPlaceOf, newNote, isPublished, register);
  }

  /** Returns this offer for a service that may be withdrawn or get a new ranking at any time. */
  Offer published(IntSupplier newRanking, BooleanSupplier stillPublished) {
    return new Offer(
        service, kind, name, provenance, newRanking, inPlaceOf, note, stillPublished, register);
  }

  /** Returns this offer with its present ranking fixed. */
  Offer rankedAsNow() {
    int now = ranking();
    return new Offer(
        service, kind, name, provenance, () -> now, inPlaceOf, note, isPublished, register);
  }

  /** Returns the ranking at this moment. */
  public int ranking() {
    return presentRanking.getAsInt();
  }

  public boolean isBackend() {
    return kind == Kind.BACKEND;
  }

  public boolean isFeature() {
    return kind == Kind.FEATURE;
  }

  public boolean isLibrary() {
    return kind == Kind.LIBRARY;
  }

  /** Leases a private-use backend for a device without a key of its own. */
  Optional<PrivateBackends.Lease> lease(PrivateBackends backends) {
    return isBackend() && keyOf(name).isEmpty()
        ? Optional.of(backends.lease(name))
        : Optional.empty();
  }

  /** Returns the dense key of a device type, if one exists. */
  private static Optional<DispatchKey> keyOf(String device) {
    return BackendComponent.all().stream()
        .filter(backend -> backend.label().toLowerCase(Locale.ROOT).equals(device))
        .findFirst()
        .map(DispatchKey.DENSE::on);
  }

  /** Returns the key of the kernels, given the lease. */
  private DispatchKey key(Optional<PrivateBackends.Lease> lease) {
    return isBackend()
        ? lease
            .map(held -> DispatchKey.DENSE.on(held.backend()))
            .or(() -> keyOf(name))
            .orElseThrow()
        : COMPOSITE;
  }

  /** Lets the service register into {@code changes}; returns the registrar that counted. */
  Registrar registerIn(
      Dispatcher dispatcher, Changes changes, Optional<PrivateBackends.Lease> lease) {
    DispatchKey key = key(lease);
    Optional<DispatchKey> own = Optional.of(key).filter(given -> !given.isAlias());
    changes.ranking(ranking());
    if (changes instanceof ChangeList list) {
      list.inPlaceOf(inPlaceOf);
      list.note(note);
    }
    changes.library(new LibraryLabel(kind.toString(), name, own, provenance));
    Registrar registrar =
        new Registrar(
            dispatcher, changes, key, isLibrary() ? name : "", dispatcher.privateBackends());
    register.accept(registrar);
    new AnnotatedKernels(service).register(registrar);
    return registrar;
  }
}
