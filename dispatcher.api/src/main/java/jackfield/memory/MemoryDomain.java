package jackfield.memory;

import java.time.Instant;

/**
 * The cell through which storages reach the provider of their memory, so that a provider which
 * leaves is held by no tensor.
 *
 * <p>A backend that brings memory names its domain to {@link jackfield.spi.KernelRegistrar#memory};
 * when it leaves, the platform sees to the tensors in it, as {@link MemoryDeparture} says. For that
 * a domain keeps in mind, weakly, which storages it gave out and which tensors were made over them.
 * The host's does not: it never leaves.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class MemoryDomain {
  private static final MemoryDomain HOST =
      new MemoryDomain(Device.CPU, new HostMemory(), null, null);
  private static final MemoryDomain META =
      new MemoryDomain(Device.META, new NoMemory(), null, null);

  private final Device device;
  private final TensorFate fate; // null: it never leaves
  private final Residents residents; // null as well then
  private volatile MemoryProvider provider; // null once it is gone for good
  private volatile Leave leave; // null while it serves
  private volatile boolean isEvacuated; // from when on evacuated tensors can be used again
  private volatile boolean isMovedOut; // from when on that is decided

  /** Who leaves, and since when. */
  private record Leave(String leaver, Instant since) {}

  private MemoryDomain(
      Device device, MemoryProvider provider, TensorFate fate, Residents residents) {
    this.device = device;
    this.provider = provider;
    this.fate = fate;
    this.residents = residents;
  }

  /** Creates a domain whose tensors are orphaned when its provider leaves. */
  public MemoryDomain(Device device, MemoryProvider provider) {
    this(device, provider, TensorFate.ORPHAN);
  }

  /**
   * Creates a domain that {@code provider} serves until it leaves.
   *
   * @param fate what becomes of the tensors then; {@link TensorFate#EVACUATE} needs {@link
   *     MemoryProvider#copyToHost}
   */
  public MemoryDomain(Device device, MemoryProvider provider, TensorFate fate) {
    this(device, provider, fate, new Residents());
  }

  /** Returns the domain of host memory, which belongs to the core and never leaves. */
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

  /** Returns whether the provider may leave, which that of the host's memory never does. */
  public boolean mayLeave() {
    return residents != null;
  }

  /**
   * Returns a new storage of at least {@code sizeBytes} bytes, its content undefined.
   *
   * @throws BackendGone if the provider has left
   * @throws jackfield.memory.OutOfTensorMemory if the provider's budget does not allow it
   */
  public Storage allocate(long sizeBytes) {
    MemoryProvider serving = provider();
    return residents == null
        ? serving.allocate(this, sizeBytes)
        : allocateResident(serving, sizeBytes);
  }

  /** What the provider borrows from the host belongs to no scope: this storage does. */
  private Storage allocateResident(MemoryProvider serving, long sizeBytes) {
    ThreadMemory local = ThreadMemory.current();
    Storage made = local.outsideScopes(() -> serving.allocate(this, sizeBytes));
    local.enlist(made);
    synchronized (residents) {
      residents.add(made);
      if (leave != null) { // since the provider was asked
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

  /** Has the provider give back to its system what it keeps for later and nobody can be using. */
  public void trim() {
    provider().trim();
  }

  /**
   * Returns where the tensors of this domain are: here, or on the host if they were evacuated.
   *
   * @throws BackendGone if the provider has left without
   */
  public MemoryDomain present() {
    if (isEvacuated) {
      return HOST;
    }
    if (leave != null) {
      throw gone(provider != null || isMovedOut);
    }
    return this;
  }

  /**
   * Cuts the provider off at once, for one that no platform sees out: allocations and the elements
   * of all tensors are refused from here on, and nothing is released.
   *
   * @throws IllegalStateException if it never leaves
   */
  public void withdraw() {
    if (!mayLeave()) {
      throw new IllegalStateException("the memory of " + device + " never leaves");
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
    if (current == null || leave != null) {
      throw gone(current != null);
    }
    return current;
  }

  /**
   * Returns the error that tells who left; only once somebody does.
   *
   * @param isLeaving whether it is still open what becomes of the tensor
   */
  BackendGone gone(boolean isLeaving) {
    Leave left = leave;
    return left == null // put back at this very moment
        ? new BackendGone(device.toString(), "its provider", Instant.now(), true)
        : new BackendGone(device.toString(), left.leaver(), left.since(), isLeaving);
  }

  // ---- on the way out, see MemoryDeparture

  TensorFate fate() {
    return fate;
  }

  Residents residents() {
    return residents;
  }

  void seal(String leaver) {
    synchronized (residents) {
      if (leave == null) {
        leave = new Leave(leaver, Instant.now());
      }
      residents.forEachStorage(Storage::seal);
    }
  }

  void unseal() {
    synchronized (residents) {
      leave = null;
      residents.forEachStorage(Storage::unseal);
    }
  }

  void abandon() {
    provider = null;
    residents.forEachStorage(Storage::abandon);
  }

  MemoryDeparture.Outcome settle(boolean mayEvacuate) {
    boolean toHost = mayEvacuate && fate == TensorFate.EVACUATE;
    MemoryProvider leaving = provider;
    if (leaving == null) {
      return MemoryDeparture.Outcome.NOTHING; // withdrawn before
    }
    MemoryDeparture.Outcome outcome = new Settlement(this, leaving).run(toHost);
    provider = null;
    isMovedOut = toHost;
    return outcome;
  }

  void open() {
    isEvacuated = isMovedOut;
    residents.forEachStorage(Storage::open);
    residents.clear();
  }
}
