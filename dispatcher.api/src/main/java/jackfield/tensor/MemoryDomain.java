package jackfield.tensor;

import jackfield.dispatch.BackendGone;
import java.time.Instant;

/**
 * The cell through which storages reach the provider of their memory, so that a provider which
 * leaves is held by no tensor.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class MemoryDomain {
  private static final MemoryDomain HOST = new MemoryDomain(Device.CPU, new HostMemory());
  private static final MemoryDomain META = new MemoryDomain(Device.META, new NoMemory());

  private final Device device;
  private volatile MemoryProvider provider; // null once withdrawn
  private volatile Instant leftAt; // written before provider becomes null

  /** Creates a domain that {@code provider} serves until {@link #withdraw}. */
  public MemoryDomain(Device device, MemoryProvider provider) {
    this.device = device;
    this.provider = provider;
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

  /**
   * Returns a new storage of at least {@code sizeBytes} bytes, its content undefined.
   *
   * @throws BackendGone if the provider has left
   * @throws jackfield.dispatch.OutOfTensorMemory if the provider's budget does not allow it
   */
  public Storage allocate(long sizeBytes) {
    return provider().allocate(this, sizeBytes);
  }

  /** Returns how many bytes the provider has taken from its system, caches included. */
  public long takenBytes() {
    return provider().takenBytes();
  }

  /** Has the provider give back to its system what it keeps for later and nobody can be using. */
  public void trim() {
    provider().trim();
  }

  /** Cuts the provider off: allocations fail from here on, releases become no-ops. */
  public void withdraw() {
    leftAt = Instant.now();
    provider = null;
  }

  void release(Storage storage, boolean isPrivate) {
    MemoryProvider current = provider;
    if (current != null) {
      current.release(storage, isPrivate);
    }
  }

  private MemoryProvider provider() {
    MemoryProvider current = provider;
    if (current == null) {
      throw new BackendGone(device.toString(), leftAt);
    }
    return current;
  }
}
