package jackfield.tensor;

import jackfield.dispatch.TensorClosed;
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
 * ({@link jackfield.dispatch.Epochs}).
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Storage implements AutoCloseable {
  private final MemoryDomain domain;
  private final long address;
  private final long sizeBytes;
  private final Object keeper;
  private final long owner = Thread.currentThread().threadId();
  private boolean shared; // written by threads other than the owner, before a full fence
  private boolean closed; // written by whoever closes, before a full fence
  private int version; // written by in-place kernels; racing writers are the user's error

  /**
   * Creates a storage of {@code sizeBytes} bytes at {@code address}; called by providers.
   *
   * @param keeper kept reachable as long as this storage is; the provider's own business
   */
  public Storage(MemoryDomain domain, long address, long sizeBytes, Object keeper) {
    this.domain = domain;
    this.address = address;
    this.sizeBytes = sizeBytes;
    this.keeper = keeper;
  }

  /** Returns the domain that the memory belongs to. */
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
   */
  public long address() {
    if (Thread.currentThread().threadId() != owner && !shared) {
      share();
    }
    if (closed) {
      throw new TensorClosed(sizeBytes);
    }
    return address;
  }

  private void share() {
    shared = true;
    VarHandle.fullFence();
  }

  /** Returns whether the storage was closed. */
  public boolean isClosed() {
    return closed;
  }

  /** Returns how often the content was changed in place. */
  public int version() {
    return version;
  }

  /** Counts a change in place. */
  public void bumpVersion() {
    version++;
  }

  /** Gives the memory back at once; a second call does nothing. */
  @Override
  public void close() {
    boolean mine = Thread.currentThread().threadId() == owner;
    if (!mine && !shared) {
      share();
    }
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    VarHandle.fullFence();
    domain.release(this, mine && !shared);
  }
}
