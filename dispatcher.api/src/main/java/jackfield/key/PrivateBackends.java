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
 * The private-use backends and the names under which third parties lease them.
 *
 * <p>A leased backend prints and parses under its holder's name: {@code acme}, {@code
 * Autogradacme}. Several leases may share one name, as when one backend shadows another for the
 * same device. The backend is free when the last lease is closed. Tensors may outlive their
 * backend. A free backend is therefore leased again to its last holder, and to another only when no
 * unused one is left.
 *
 * <p><em>Threads</em>: any.
 */
public final class PrivateBackends {
  // C10's name for its first private-use backend until it is renamed.
  private static final String UNNAMED_FIRST = "privateuseone";

  // Guarded by this.
  private final List<Entry> entries =
      BackendComponent.all().stream()
          .filter(BackendComponent::isPrivateUse)
          .map(Entry::new)
          .toList();
  // Guarded by this; orders the releases.
  private long releases;

  /** Creates a registry in which every private-use backend is free. */
  public PrivateBackends() {}

  /**
   * Leases a backend under a name: the backend that has the name already, else a free one.
   *
   * @throws ReservedName if the name would make two keys print alike, ignoring case
   * @throws NoFreeBackend if others hold all private-use backends
   */
  public synchronized Lease lease(String name) {
    return entries.stream()
        .filter(entry -> entry.isHeldBy(name))
        .findFirst()
        .or(() -> bestFree(name))
        .map(entry -> claim(entry, name))
        .orElseThrow(() -> new NoFreeBackend(name, holders()));
  }

  /**
   * Leases a specific backend under a name.
   *
   * @throws IllegalArgumentException if the backend is not a private-use one
   * @throws ReservedName if the name would make two keys print alike, ignoring case
   * @throws NoFreeBackend if another party holds this backend
   */
  public synchronized Lease lease(BackendComponent backend, String name) {
    Entry entry = entry(backend);
    if (entry.isHeld() && !entry.isHeldBy(name)) {
      throw new NoFreeBackend(name, Map.of(backend, entry.name));
    }
    return claim(entry, name);
  }

  /** Returns the leased backends and their names, lowest backend first. */
  public synchronized Map<BackendComponent, String> holders() {
    Map<BackendComponent, String> holders = new LinkedHashMap<>();
    entries.stream().filter(Entry::isHeld).forEach(entry -> holders.put(entry.backend, entry.name));
    return holders;
  }

  /** Returns the name of a key, with the holder's name for a leased backend: {@code Sparseacme}. */
  public synchronized String name(DispatchKey key) {
    String printed = key.toString();
    return entries.stream()
        .filter(entry -> entry.isHeld() && printed.endsWith(entry.backend.label()))
        .findFirst()
        .map(entry -> spelled(key, entry.backend, entry.name))
        .orElse(printed);
  }

  /**
   * Returns the key that prints under this name here, or that {@link #parseUpperCase} returns.
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
   * Returns the key of this name as C10 does, which accepts a holder's name in upper case only:
   * {@code AutogradACME}.
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
    return entries.stream()
        .map(entry -> name.replace(upperCaseName(entry), entry.backend.label()))
        .flatMap(candidate -> KeyNames.find(candidate).stream())
        .findFirst();
  }

  // Holds: this.
  private static String upperCaseName(Entry entry) {
    if (entry.isHeld()) {
      return entry.name.toUpperCase(Locale.ROOT);
    }
    return entry.backend == BackendComponent.PRIVATE_USE_1
        ? UNNAMED_FIRST.toUpperCase(Locale.ROOT)
        : entry.backend.label();
  }

  // Holds: this.
  private UnknownKey unknown(String name) {
    List<String> own =
        Arrays.stream(DispatchKey.values()).filter(this::isRenamed).map(this::name).toList();
    return new UnknownKey(name, Stream.concat(KeyNames.all().stream(), own.stream()).toList());
  }

  // Holds: this.
  private Optional<Entry> bestFree(String name) {
    return entries.stream()
        .filter(entry -> !entry.isHeld())
        .min(
            Comparator.comparing((Entry entry) -> !name.equals(entry.name))
                .thenComparingLong(entry -> entry.released));
  }

  // Holds: this.
  private Lease claim(Entry entry, String name) {
    if (!entry.isHeld()) {
      refuseReserved(entry.backend, name);
    }
    entry.name = name;
    entry.leases++;
    return new Lease(entry, name);
  }

  private synchronized void release(Lease lease) {
    if (lease.closed) {
      return;
    }
    lease.closed = true;
    lease.entry.leases--;
    lease.entry.released = ++releases;
  }

  private Entry entry(BackendComponent backend) {
    return entries.stream()
        .filter(entry -> entry.backend == backend)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(backend + " is not a backend that can be leased"));
  }

  // Rejects a name under which one of the backend's keys would print like another key. Case is
  // ignored, since C10 accepts holders' names in upper case. Holds: this.
  private void refuseReserved(BackendComponent backend, String name) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new ReservedName(name, "is not an identifier");
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

  /** A lease of a private-use backend; closing it releases the backend. */
  public final class Lease implements AutoCloseable {
    private final Entry entry;
    private final String name;
    // Guarded by the registry.
    private boolean closed;

    private Lease(Entry entry, String name) {
      this.entry = entry;
      this.name = name;
    }

    /** Returns the name under which the backend prints and parses. */
    public String name() {
      return name;
    }

    /** Returns the leased backend. */
    public BackendComponent backend() {
      return entry.backend;
    }

    /** Releases the backend; a second close does nothing. */
    @Override
    public void close() {
      release(this);
    }
  }

  /** A private-use backend and its holder. */
  private static final class Entry {
    final BackendComponent backend;
    // This and the fields below are guarded by the registry. It is the last holder's name if free.
    String name;
    int leases;
    // 0 until the first release.
    long released;

    Entry(BackendComponent backend) {
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
