package jackfield.key;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The private-use backends and the names under which third parties hold them.
 *
 * <p>A leased backend prints and parses under its holder's name: {@code acme}, {@code
 * Autogradacme}. Several leases may share one name, as an overlay does with the backend beneath it;
 * the backend is free when the last of them is closed. Tensors may outlive their backend, so a free
 * one goes back to its last holder if that returns, and to another only when no unused one is left.
 *
 * <p><em>Threads</em>: any.
 */
public final class PrivateBackends {
  // What C10 calls its first private-use backend as long as nobody has named it.
  private static final String UNNAMED_FIRST = "privateuseone";

  // Guarded by this.
  private final List<Place> places =
      BackendComponent.all().stream()
          .filter(BackendComponent::isPrivateUse)
          .map(Place::new)
          .toList();
  // Guarded by this; orders the releases.
  private long releases;

  /** Creates a registry in which every private-use backend is free. */
  public PrivateBackends() {}

  /**
   * Leases a backend under a name: the one that has the name already, else a free one.
   *
   * @throws ReservedName if the name would make two keys print alike, in whatever case
   * @throws NoFreeBackend if others hold all private-use backends
   */
  public synchronized Lease lease(String name) {
    return places.stream()
        .filter(place -> place.isHeldBy(name))
        .findFirst()
        .or(() -> bestFree(name))
        .map(place -> claim(place, name))
        .orElseThrow(() -> new NoFreeBackend(name, holders()));
  }

  /**
   * Leases a certain backend under a name.
   *
   * @throws IllegalArgumentException if the backend is none of the private-use ones
   * @throws ReservedName if the name would make two keys print alike, in whatever case
   * @throws NoFreeBackend if another holds this backend
   */
  public synchronized Lease lease(BackendComponent backend, String name) {
    Place place = place(backend);
    if (place.isHeld() && !place.isHeldBy(name)) {
      throw new NoFreeBackend(name, Map.of(backend, place.name));
    }
    return claim(place, name);
  }

  /** Lists the backends that are leased and their names, lowest backend first. */
  public synchronized Map<BackendComponent, String> holders() {
    Map<BackendComponent, String> holders = new LinkedHashMap<>();
    places.stream().filter(Place::isHeld).forEach(place -> holders.put(place.backend, place.name));
    return holders;
  }

  /** Returns the name of a key, with the holder's name for a leased backend: {@code Sparseacme}. */
  public synchronized String name(DispatchKey key) {
    String printed = key.toString();
    return places.stream()
        .filter(place -> place.isHeld() && printed.endsWith(place.backend.label()))
        .findFirst()
        .map(place -> spelled(key, place.backend, place.name))
        .orElse(printed);
  }

  /**
   * Finds the key that prints under this name here, or that {@link #parseUpperCase} finds.
   *
   * @throws UnknownKey if there is none
   */
  public synchronized DispatchKey parse(String name) {
    return KeyNames.find(name)
        .or(() -> printedAs(name))
        .or(() -> findUpperCase(name))
        .orElseThrow(() -> unknown(name));
  }

  /**
   * Finds the key of this name as C10 does, which takes a holder's name in upper case only: {@code
   * AutogradACME}.
   *
   * @throws UnknownKey if there is none
   */
  public synchronized DispatchKey parseUpperCase(String name) {
    return KeyNames.find(name).or(() -> findUpperCase(name)).orElseThrow(() -> unknown(name));
  }

  // Holds: this.
  private Optional<DispatchKey> printedAs(String name) {
    return Arrays.stream(DispatchKey.values())
        .filter(key -> isRenamed(key) && name(key).equals(name))
        .findFirst();
  }

  // Holds: this.
  private boolean isRenamed(DispatchKey key) {
    return !name(key).equals(key.toString());
  }

  // Holds: this.
  private Optional<DispatchKey> findUpperCase(String name) {
    return places.stream()
        .map(place -> name.replace(upperCaseName(place), place.backend.label()))
        .flatMap(candidate -> KeyNames.find(candidate).stream())
        .findFirst();
  }

  // Holds: this.
  private static String upperCaseName(Place place) {
    if (place.isHeld()) {
      return place.name.toUpperCase(Locale.ROOT);
    }
    return place.backend == BackendComponent.PRIVATE_USE_1
        ? UNNAMED_FIRST.toUpperCase(Locale.ROOT)
        : place.backend.label();
  }

  // Holds: this.
  private UnknownKey unknown(String name) {
    List<String> own =
        Arrays.stream(DispatchKey.values()).filter(this::isRenamed).map(this::name).toList();
    return new UnknownKey(name, Stream.concat(KeyNames.all().stream(), own.stream()).toList());
  }

  // Holds: this.
  private Optional<Place> bestFree(String name) {
    return places.stream()
        .filter(place -> !place.isHeld())
        .min(
            Comparator.comparing((Place place) -> !name.equals(place.name))
                .thenComparingLong(place -> place.released));
  }

  // Holds: this.
  private Lease claim(Place place, String name) {
    if (!place.isHeld()) {
      refuseReserved(place.backend, name);
    }
    place.name = name;
    place.leases++;
    return new Lease(place, name);
  }

  private synchronized void release(Lease lease) {
    if (lease.closed) {
      return;
    }
    lease.closed = true;
    lease.place.leases--;
    lease.place.released = ++releases;
  }

  private Place place(BackendComponent backend) {
    return places.stream()
        .filter(place -> place.backend == backend)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(backend + " is no backend that can be leased"));
  }

  // Refuses a name under which one of the backend's keys would print as some other key does. Case
  // does not count, since C10 takes holders' names in upper case. Holds: this.
  private void refuseReserved(BackendComponent backend, String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new ReservedName(name, "is no identifier");
    }
    Collection<String> taken =
        Arrays.stream(DispatchKey.values())
            .flatMap(key -> Stream.of(key.toString(), name(key)))
            .map(printed -> printed.toLowerCase(Locale.ROOT))
            .toList();
    Arrays.stream(DispatchKey.values())
        .filter(key -> key.toString().endsWith(backend.label()))
        .map(key -> spelled(key, backend, name))
        .filter(printed -> taken.contains(printed.toLowerCase(Locale.ROOT)))
        .findFirst()
        .ifPresent(printed -> {
          throw new ReservedName(name, "would make a key print as " + printed);
        });
  }

  private static String spelled(DispatchKey key, BackendComponent backend, String name) {
    String printed = key.toString();
    return printed.substring(0, printed.length() - backend.label().length()) + name;
  }

  /** One holder's claim to a private-use backend; closing it gives the backend back. */
  public final class Lease implements AutoCloseable {
    private final Place place;
    private final String name;
    // Guarded by the registry.
    private boolean closed;

    private Lease(Place place, String name) {
      this.place = place;
      this.name = name;
    }

    /** Returns the name that the backend prints and parses under. */
    public String name() {
      return name;
    }

    /** Returns the backend that was leased. */
    public BackendComponent backend() {
      return place.backend;
    }

    /** Gives the backend back; a second close does nothing. */
    @Override
    public void close() {
      release(this);
    }
  }

  /** A private-use backend and who holds it. */
  private static final class Place {
    final BackendComponent backend;
    // Guarded by the registry, as are those below; the last holder's where there is none.
    String name;
    int leases;
    // 0 until the first release.
    long released;

    Place(BackendComponent backend) {
      this.backend = backend;
    }

    boolean isHeld() {
      return leases > 0;
    }

    boolean isHeldBy(String holder) {
      return isHeld() && name.equals(holder);
    }
  }
}
