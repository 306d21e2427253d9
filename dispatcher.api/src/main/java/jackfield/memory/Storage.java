package jackfield.memory;

import jackfield.error.JackfieldException;
import java.lang.invoke.VarHandle;

/**
 * A block of memory that one or several tensors look into.
 *
 * <p>A block may be closed at any time by any thread without harm to a kernel that is reading it.
 * The thread that made the storage pays nothing for that on access: it alone sees its own closing.
 * Every other thread, on its first access, marks the storage as shared and then checks that it is
 * still open; the closer marks it as closed and then checks whether it is shared. A full fence
 * between the two steps on both sides lets at most one of them miss the other's mark (Dekker's
 * argument), so that either the reader is refused or the closer hands the block to the provider as
 * not private; such a block is given out again only when all calls of that moment have ended
 * ({@link jackfield.context.Epochs}).
 *
 * <p>When the backend leaves whose memory this is, the address is refused first; when all calls of
 * that moment have ended, the storage either gets memory of the host, under all tensors over it at
 * once, or is refused for good ({@link MemoryDeparture}). That costs an access nothing: it is the
 * check for having been closed.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Storage implements AutoCloseable {
  private static final byte OPEN = 0;
  private static final byte CLOSED = 1;
  private static final byte SEALED = 2; // its backend is leaving, or withdrew
  private static final byte ORPHANED = 3; // its backend has left and its memory with it

  /** The keeper of a storage that was evacuated: the host's memory, and the domain that left. */
  record Home(Storage memory, MemoryDomain former) {}

  private final long sizeBytes;
  private final long owner = Thread.currentThread().threadId();
  private final boolean mayLeave;
  private MemoryDomain domain; // this and the next two change by evacuate(…) only, while sealed,
  private long address; // and by place(…), before anybody else knows this
  private Object keeper;
  private boolean shared; // written by threads other than the owner, before a full fence
  private byte state; // written with this locked, before a full fence
  private int version; // written by in-place kernels; racing writers are the user's error

  /**
   * Creates a storage of {@code sizeBytes} bytes at {@code address}; called by providers. One that
   * {@link MemoryDomain#allocate} did not give out, such as one over memory that was borrowed for a
   * call, is not met when its domain leaves: no call is left then that could use it.
   *
   * @param keeper kept reachable as long as this storage is; the provider's own business
   */
  public Storage(MemoryDomain domain, long address, long sizeBytes, Object keeper) {
    this.domain = domain;
    this.mayLeave = domain.mayLeave();
    this.address = address;
    this.sizeBytes = sizeBytes;
    this.keeper = keeper;
  }

  /** Lets a storage that was made without memory have its memory. */
  void place(long at, Object with) {
    address = at;
    keeper = with;
  }

  /** Returns the domain that the memory belongs to: the host's once it was evacuated. */
  public MemoryDomain domain() {
    return domain;
  }

  /** Returns the size in bytes. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Returns what the provider attached. */
  public Object keeper() {
    return keeper;
  }

  /**
   * Returns the address of the first byte; to be used only inside a call of the dispatcher.
   *
   * @throws TensorClosed if the storage was closed
   * @throws BackendGone if its backend has left, and it was not evacuated
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
    MemoryDomain left = keeper instanceof Home(Storage _, MemoryDomain former) ? former : domain;
    return left.gone(found == SEALED);
  }

  /** Returns whether the storage was closed. */
  public boolean isClosed() {
    return state == CLOSED;
  }

  /** Returns whether its backend has left, and its memory with it. */
  public boolean isGone() {
    return state > CLOSED;
  }

  /**
   * Does nothing unless the memory has left.
   *
   * @throws BackendGone if its backend has left, and it was not evacuated
   */
  public void requireBackend() {
    byte found = state;
    if (found > CLOSED) {
      throw gone(found);
    }
  }

  /** Returns how often the content was changed in place. */
  public int version() {
    return version;
  }

  /** Counts a change in place. */
  public void bumpVersion() {
    version++;
  }

  /** Makes sure that a tensor which moves here has no fewer changes than it had. */
  public void countFrom(int formerVersion) {
    version = Math.max(version, formerVersion);
  }

  /** Gives the memory back at once; a second call does nothing, nor one after it has left. */
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

  // ---- when its backend leaves, see MemoryDeparture

  /** Returns whether this is, or was before it was evacuated, memory that may leave. */
  public boolean mayLeave() {
    return mayLeave;
  }

  /** Takes note of a tensor over this, which is to move when this does; at once if it has. */
  public <T> void enlist(T user, StorageUser<T> how) {
    synchronized (this) {
      if (domain.mayLeave()) {
        domain.residents().add(user, how);
        return;
      }
    }
    how.moveToHost(user);
  }

  /** Refuses the address from here on, in calls that begin after the next epoch. */
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
   * Moves the bytes to the host unless this was closed meanwhile; the address stays sealed. If the
   * bytes cannot be copied, all stays as it was.
   */
  synchronized void evacuate(MemoryProvider leaving) {
    if (state != SEALED) {
      return;
    }
    ThreadMemory local = ThreadMemory.current();
    Storage memory = local.outsideScopes(() -> MemoryDomain.host().allocate(sizeBytes));
    Home home;
    boolean complete = false;
    try {
      home = new Home(memory, domain);
      leaving.copyToHost(this, memory.address());
      complete = true;
    } finally {
      if (!complete) {
        memory.close();
      }
    }
    try {
      leaving.release(this, true);
    } finally {
      keeper = home;
      domain = MemoryDomain.host();
      address = memory.address();
      shared = true; // whatever thread closes it, others may have been given the address
    }
  }

  /** Lets an evacuated storage be used again; for when no call can know its former address. */
  synchronized void open() {
    if (state == SEALED && isEvacuated()) {
      state = OPEN;
    }
  }

  /** Leaves it behind, and its memory to {@code leaving}, unless it was closed or evacuated. */
  synchronized void orphan(MemoryProvider leaving) {
    if (state == SEALED && domain.mayLeave()) {
      state = ORPHANED;
      leaving.release(this, true);
    }
  }

  /** Leaves it behind without giving its memory to anybody. */
  synchronized void abandon() {
    if (state == SEALED) {
      state = ORPHANED;
    }
  }

  /** Returns whether it was evacuated. */
  boolean isEvacuated() {
    return mayLeave && !domain.mayLeave();
  }
}
