package jackfield.memory;

import jackfield.error.JackfieldException;
import jackfield.internal.StorageUser;
import java.lang.invoke.VarHandle;

/**
 * A block of memory that one or several tensors share.
 *
 * <p>Any thread may close a block at any time without harm to a kernel that is reading it. The
 * owner, the thread that created the storage, pays nothing for that on access, because it sees its
 * own closing. Every other thread, on its first access, marks the storage as shared and then checks
 * that it is still open. The closer marks it as closed and then checks whether it is shared. A full
 * fence between the two steps on both sides lets at most one of them miss the other's mark
 * (Dekker's argument). So either the reader is refused, or the closer passes the block to the
 * provider as not private. Such a block is reused only when all calls of that moment have ended
 * ({@link jackfield.context.Epochs}).
 *
 * <p>When the backend of this memory is unplugged, the address is refused first. When all calls of
 * that moment have ended, the storage is evacuated, together with all tensors over it, or refused
 * for good ({@link DomainRemoval}). That adds no cost to an access: it is the same check as for a
 * closed storage.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Storage implements AutoCloseable {
  private static final byte OPEN = 0;
  private static final byte CLOSED = 1;
  private static final byte SEALED = 2; // its backend is being removed, or withdrew its memory
  private static final byte ORPHANED = 3; // its backend was removed together with its memory

  /** The keeper of an evacuated storage: the host's memory, and the former domain. */
  record Home(Storage memory, MemoryDomain former) {}

  private final long sizeBytes;
  private final long owner = Thread.currentThread().threadId();
  private final boolean isRemovable;
  private MemoryDomain domain; // this and the next two change only by evacuate(…) while sealed,
  private long address; // and by place(…) before the storage is published
  private Object keeper;
  private boolean shared; // written by threads other than the owner, before a full fence
  private byte state; // written with this locked, before a full fence
  private int version; // written by in-place kernels; racing writers are the user's error

  /**
   * Creates a storage of {@code sizeBytes} bytes at {@code address}; called by providers. A storage
   * that does not come from {@link MemoryDomain#allocate}, such as one over memory borrowed for a
   * call, is not visited when its domain is removed: no call can use it then.
   *
   * @param keeper an object of the provider that stays reachable as long as this storage
   */
  public Storage(MemoryDomain domain, long address, long sizeBytes, Object keeper) {
    this.domain = domain;
    this.isRemovable = domain.isRemovable();
    this.address = address;
    this.sizeBytes = sizeBytes;
    this.keeper = keeper;
  }

  /** Sets the memory of a storage that was created without. */
  void place(long at, Object with) {
    address = at;
    keeper = with;
  }

  /** Returns the domain of the memory; after an evacuation it is the host's. */
  public MemoryDomain domain() {
    return domain;
  }

  /** Returns the size in bytes. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Returns the object that the provider attached. */
  public Object keeper() {
    return keeper;
  }

  /**
   * Returns the address of the first byte; only for use inside a call of the dispatcher.
   *
   * @throws TensorClosed if the storage was closed
   * @throws BackendGone if its backend was removed and it was not evacuated
   */
  public long address() {
    if (Thread.currentThread().threadId() != owner && !shared) {
      share();
    }
    if (state != OPEN) {
      throw refusal(state);
    }
    return address;
  }

  private void share() {
    shared = true;
    VarHandle.fullFence();
  }

  private JackfieldException refusal(byte found) {
    return found == CLOSED ? new TensorClosed(sizeBytes) : gone(found);
  }

  private BackendGone gone(byte found) {
    MemoryDomain owner = keeper instanceof Home(Storage _, MemoryDomain former) ? former : domain;
    return owner.gone(found == SEALED);
  }

  /** Returns whether the storage was closed. */
  public boolean isClosed() {
    return state == CLOSED;
  }

  /** Returns whether its backend was removed together with its memory. */
  public boolean isGone() {
    return state > CLOSED;
  }

  /**
   * Checks that the memory was not removed.
   *
   * @throws BackendGone if its backend was removed and it was not evacuated
   */
  void requireBackend() {
    byte found = state;
    if (found > CLOSED) {
      throw gone(found);
    }
  }

  /** Returns the number of in-place changes of the content. */
  public int version() {
    return version;
  }

  /** Counts an in-place change. */
  public void bumpVersion() {
    version++;
  }

  /** Raises the version to that of a tensor which moves to this storage. */
  public void countFrom(int formerVersion) {
    version = Math.max(version, formerVersion);
  }

  /** Releases the memory at once; does nothing for a closed or removed storage. */
  @Override
  public void close() {
    boolean mine = Thread.currentThread().threadId() == owner;
    if (!mine && !shared) {
      share();
    }
    synchronized (this) {
      if (state == CLOSED || state == ORPHANED) {
        return;
      }
      state = CLOSED;
    }
    VarHandle.fullFence();
    domain.release(this, mine && !shared);
  }

  // ---- when its backend is unplugged, see DomainRemoval

  /**
   * Returns whether its memory, or its memory before an evacuation, belongs to a removable domain.
   */
  public boolean isRemovable() {
    return isRemovable;
  }

  /**
   * Registers a tensor over this storage that must move with it; moves it at once if this has
   * moved.
   */
  <T> void enlist(T user, StorageUser<Storage, T> how) {
    synchronized (this) {
      if (domain.isRemovable()) {
        domain.storages().add(user, how);
        return;
      }
    }
    how.moveToHost(user);
  }

  /** Refuses the address in calls that begin after the next epoch. */
  synchronized void seal() {
    if (state == OPEN) {
      state = SEALED;
    }
  }

  synchronized void unseal() {
    if (state == SEALED) {
      state = OPEN;
    }
  }

  /**
   * Moves the bytes to the host unless the storage was closed meanwhile; the address stays sealed.
   * If the bytes cannot be copied, nothing changes.
   */
  synchronized void evacuate(MemoryProvider provider) {
    if (state != SEALED) {
      return;
    }
    ThreadMemory local = ThreadMemory.current();
    Storage memory = local.outsideScopes(() -> MemoryDomain.host().allocate(sizeBytes));
    Home home;
    boolean complete = false;
    try {
      home = new Home(memory, domain);
      provider.copyToHost(this, memory.address());
      complete = true;
    } finally {
      if (!complete) {
        memory.close();
      }
    }
    try {
      provider.release(this, true);
    } finally {
      keeper = home;
      domain = MemoryDomain.host();
      address = memory.address();
      shared = true; // any thread may close it, and others may have been given the address
    }
  }

  /** Makes an evacuated storage usable again, when no call can know its former address. */
  synchronized void open() {
    if (state == SEALED && isEvacuated()) {
      state = OPEN;
    }
  }

  /**
   * Orphans the storage and releases its memory to {@code provider}, unless it was closed or
   * evacuated.
   */
  synchronized void orphan(MemoryProvider provider) {
    if (state == SEALED && domain.isRemovable()) {
      state = ORPHANED;
      provider.release(this, true);
    }
  }

  /** Orphans the storage without releasing its memory. */
  synchronized void abandon() {
    if (state == SEALED) {
      state = ORPHANED;
    }
  }

  /** Returns whether it was evacuated. */
  boolean isEvacuated() {
    return isRemovable && !domain.isRemovable();
  }
}
