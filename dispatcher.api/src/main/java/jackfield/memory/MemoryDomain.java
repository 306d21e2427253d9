package jackfield.memory;

import jackfield.error.InvalidArgument;
import jackfield.internal.MemoryAccess;
import jackfield.internal.MemoryRemoval.Outcome;
import java.time.Instant;

/**
 * The reference from storages to the provider of their memory. Tensors refer to the domain only, so
 * no tensor holds a removed provider.
 *
 * <p>A backend passes its memory domain to {@link jackfield.spi.KernelRegistrar#memory}. When the
 * backend is unplugged, the platform evacuates or orphans the tensors in it, as {@link
 * DomainRemoval} describes. A domain therefore keeps weak references to its storages and to the
 * tensors over them. The host's domain keeps none, because it is never removed.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class MemoryDomain {
  static {
    MemoryAccess.offer(MemoryDomain.class, new DomainMemory());
  }

  private static final MemoryDomain HOST =
      new MemoryDomain(Device.CPU, new HostMemory(), null, null);
  private static final MemoryDomain META =
      new MemoryDomain(Device.META, new NoMemory(), null, null);

  private final Device device;
  private final TensorFate fate; // null: the domain is never removed
  private final DomainStorages storages; // null as well then
  private volatile MemoryProvider provider; // null after its removal
  private volatile Sealing sealing; // null while the provider is active
  private volatile boolean isEvacuated; // true once evacuated tensors are usable again
  private volatile boolean isMovedOut; // true once the tensors' fate is decided

  /** The bundle that is removed, and since when. */
  private record Sealing(String bundle, Instant since) {}

  private MemoryDomain(
      Device device, MemoryProvider provider, TensorFate fate, DomainStorages storages) {
    this.device = device;
    this.provider = provider;
    this.fate = fate;
    this.storages = storages;
  }

  /** Creates a domain whose tensors are orphaned when its provider is removed. */
  public MemoryDomain(Device device, MemoryProvider provider) {
    this(device, provider, TensorFate.ORPHAN);
  }

  /**
   * Creates a domain of {@code provider}.
   *
   * @param fate what becomes of the tensors when the provider is removed; {@link
   *     TensorFate#EVACUATE} needs {@link MemoryProvider#copyToHost}
   */
  public MemoryDomain(Device device, MemoryProvider provider, TensorFate fate) {
    this(device, provider, fate, new DomainStorages());
  }

  /** Returns the domain of host memory, which belongs to the core and is never removed. */
  public static MemoryDomain host() {
    return HOST;
  }

  /** Returns the domain of tensors without elements. */
  public static MemoryDomain meta() {
    return META;
  }

  /** Returns the device whose memory this is. */
  public Device device() {
    return device;
  }

  /**
   * Returns whether {@code asked} is this domain's device. A device without a number, such as
   * {@code cuda}, is the one on which the calling thread's new tensors are made.
   */
  public boolean isOn(Device asked) {
    return asked.equals(device)
        || (asked.index() < 0 && asked.type().equals(device.type()) && isCurrent());
  }

  private boolean isCurrent() {
    MemoryProvider serving = provider;
    return serving != null && serving.isCurrent();
  }

  /** Returns whether the provider can be removed; the host's cannot. */
  boolean isRemovable() {
    return storages != null;
  }

  /**
   * Returns a new storage of at least {@code sizeBytes} bytes, its content undefined.
   *
   * @throws BackendGone if the provider was removed
   * @throws jackfield.memory.OutOfTensorMemory if the provider's budget does not allow it
   */
  public Storage allocate(long sizeBytes) {
    MemoryProvider serving = provider();
    return storages == null
        ? serving.allocate(this, sizeBytes)
        : allocateResident(serving, sizeBytes);
  }

  /**
   * Allocates outside all scopes: host memory that the provider uses belongs to no scope, the
   * resulting storage does.
   */
  private Storage allocateResident(MemoryProvider serving, long sizeBytes) {
    ThreadMemory local = ThreadMemory.current();
    Storage made = local.outsideScopes(() -> serving.allocate(this, sizeBytes));
    local.enlist(made);
    synchronized (storages) {
      storages.add(made);
      if (sealing != null) { // the removal began after the allocation
        made.seal();
        if (provider == null) {
          made.abandon();
        }
      }
    }
    return made;
  }

  /** Returns how many bytes the provider has taken from its system, caches included. */
  public long takenBytes() {
    return provider().takenBytes();
  }

  /** Makes the provider return unused cached memory to its system. */
  public void trim() {
    provider().trim();
  }

  /**
   * Returns the domain that now holds the tensors of this domain: itself, or the host's after an
   * evacuation.
   *
   * @throws BackendGone if the provider was removed without an evacuation
   */
  public MemoryDomain present() {
    if (isEvacuated) {
      return HOST;
    }
    if (sealing != null) {
      throw gone(provider != null || isMovedOut);
    }
    return this;
  }

  /**
   * Removes the provider at once, for a provider without a platform that unplugs it. Later
   * allocations and uses of the tensors' elements are refused, and no memory is released.
   *
   * @throws InvalidArgument if the domain is never removed
   */
  public void withdraw() {
    if (!isRemovable()) {
      throw new InvalidArgument(
          "MemoryDomain.withdraw",
          "domain",
          "is that of %s, which is never removed; withdraw that of a backend".formatted(device));
    }
    seal("its provider");
    abandon();
  }

  void release(Storage storage, boolean isPrivate) {
    MemoryProvider current = provider;
    if (current != null) {
      current.release(storage, isPrivate);
    }
  }

  private MemoryProvider provider() {
    MemoryProvider current = provider;
    if (current == null || sealing != null) {
      throw gone(current != null);
    }
    return current;
  }

  /**
   * Returns the error that names the removed bundle; only used once a removal began.
   *
   * @param isUndecided whether the fate of the tensor is not yet decided
   */
  BackendGone gone(boolean isUndecided) {
    Sealing sealed = sealing;
    return sealed == null // the removal was cancelled at this moment
        ? new BackendGone(device.toString(), "its provider", Instant.now(), true)
        : new BackendGone(device.toString(), sealed.bundle(), sealed.since(), isUndecided);
  }

  // ---- removal, see DomainRemoval

  TensorFate fate() {
    return fate;
  }

  DomainStorages storages() {
    return storages;
  }

  void seal(String bundle) {
    synchronized (storages) {
      if (sealing == null) {
        sealing = new Sealing(bundle, Instant.now());
      }
      storages.forEachStorage(Storage::seal);
    }
  }

  void unseal() {
    synchronized (storages) {
      sealing = null;
      storages.forEachStorage(Storage::unseal);
    }
  }

  void abandon() {
    provider = null;
    storages.forEachStorage(Storage::abandon);
  }

  Outcome settle(boolean mayEvacuate) {
    boolean toHost = mayEvacuate && fate == TensorFate.EVACUATE;
    MemoryProvider former = provider;
    if (former == null) {
      return Outcome.NOTHING; // withdrawn before this removal
    }
    Outcome outcome = new Settlement(this, former).run(toHost);
    provider = null;
    isMovedOut = toHost;
    return outcome;
  }

  void open() {
    isEvacuated = isMovedOut;
    storages.forEachStorage(Storage::open);
    storages.clear();
  }
}
