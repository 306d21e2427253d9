package jackfield.memory;

import jackfield.error.InvalidArgument;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * Host memory: small blocks from slabs, large blocks from caches, all under one budget of bytes.
 *
 * <p>The garbage collector does not see memory outside its heap, so three mechanisms bound it.
 * <em>Small blocks</em> (up to {@value #SMALL_BYTES} bytes) are cut from a slab. Storages keep
 * their slab reachable, and one phantom reference per slab frees about a thousand tensors.
 * <em>Large blocks</em> are returned at once when their storage is closed, for example by a {@code
 * Scope}. One phantom reference each, a {@link ReclaimReference}, returns the blocks of storages
 * that are never closed. The <em>budget</em> counts the bytes taken from the system. Near it a
 * thread of its own asks for a collection ({@link EarlyCollection}). When it is reached, free
 * blocks of all threads are used or freed, then a collection is forced. Only then does an
 * allocation fail, and the error lists the largest holders.
 *
 * <p>Some freed blocks may still be read: those that another thread used, and all that the garbage
 * collector found. They wait in {@link Limbo} until all calls that were running have ended, because
 * a compiled kernel keeps addresses, not tensors, alive. While blocks wait, as many bytes may be
 * taken beyond the budget.
 *
 * <h2>Threads</h2>
 *
 * <p>No memory belongs to a thread, so none is lost when a thread ends. A hundred thousand virtual
 * threads need no more memory than their computations do.
 *
 * <p><em>Free large blocks</em> are in a fixed number of caches, a few for each processor, each
 * with a lock. A thread always uses the same cache, and caches are assigned to threads in turn, so
 * the lock is rarely contended. Without contention it costs less than the concurrent set of
 * references that it replaces. If its own cache has no block of the size, a thread searches the
 * others before it asks the system. {@link #trim} frees the blocks of all caches, whether the
 * threads that used them are idle or have ended.
 *
 * <p><em>Small blocks</em> are cut without a lock from the piece of a slab that a thread has. Its
 * first piece has {@value ThreadMemory#FIRST_PIECE_BYTES} bytes, of a slab that threads share. Each
 * further piece is four times as large, up to a whole slab: short threads take little, and busy
 * threads rarely need a new piece. The thread refers to the slab weakly. The garbage collector can
 * therefore free a slab without live storages although an idle thread was cutting from it; that
 * thread then gets another piece.
 *
 * <p><em>A scope</em> is referred to weakly by the memory of its thread, strongly by the stack
 * frame that closes it. If the thread ends inside, the references find the scope's storages.
 *
 * <h2>Errors</h2>
 *
 * <p>A full heap or a full stack may throw wherever an object is created or a method is entered. No
 * block is lost by that, and {@link #takenBytes} stays the sum of all blocks. The storage,
 * reference and block objects are created first. Then single methods move the block from one
 * collection to another; they create nothing and call nothing after their first write ({@link
 * BlockCache}, {@link Limbo}). Before the system is asked for memory, the bytes are counted and the
 * block is under its reference. After the system got the memory back, the bytes are subtracted.
 *
 * <p>So a block is always in a cache, in limbo, or under a reference in the list of a cache. If an
 * error prevents the storage from being returned, the storage is unreachable. The garbage collector
 * then finds its reference as for any storage that was not closed. If the error occurs between the
 * reference queue and limbo, the reference is still in the list. {@link #trim} and a forced
 * collection therefore search the lists too.
 */
public final class HostMemory implements MemoryProvider {
  /** The property of the JVM that sets the most bytes that tensors take from the system. */
  public static final String BUDGET_PROPERTY = "jackfield.memory.budget";

  static final int SMALL_BYTES = 4096;
  static final int SLAB_BYTES = 1 << 20;

  private final Budget budget;
  private final Faults faults;
  private final LargeBlocks blocks;
  private final Object cutting = new Object(); // guards the next two
  private WeakReference<Slab> sharedSlab = new WeakReference<>(null);
  private long cutBytes; // of the shared slab

  /** A slab; reachable from its storages. */
  static final class Slab {
    final WeakReference<Slab> self = new WeakReference<>(this);
    private long address; // written before the slab is published
  }

  HostMemory() {
    this(initialBudget());
  }

  HostMemory(long budgetBytes) {
    this(budgetBytes, new NativeHeap(), Faults.NONE);
  }

  /** Creates host memory over another heap and with points that throw; for tests. */
  HostMemory(long budgetBytes, NativeHeap heap, Faults faults) {
    this.budget = new Budget(budgetBytes);
    this.faults = faults;
    this.blocks = new LargeBlocks(budget, heap, faults);
  }

  /**
   * Returns the budget in bytes that {@value #BUDGET_PROPERTY} sets; without it the largest size of
   * the Java heap, but 1 GiB at least.
   *
   * @throws InvalidArgument if the property is no number of bytes from 1 MiB, which one small
   *     tensor needs
   */
  public static long initialBudget() {
    return initialBudget(System.getProperty(BUDGET_PROPERTY));
  }

  static long initialBudget(String property) {
    if (property == null) {
      return Math.max(1L << 30, Runtime.getRuntime().maxMemory());
    }
    try {
      long wanted = Long.decode(property.strip());
      if (wanted >= SLAB_BYTES) {
        return wanted;
      }
    } catch (NumberFormatException _) {
      // refused below, as a number out of range is
    }
    throw new InvalidArgument(
        "jackfield.memory",
        "-D" + BUDGET_PROPERTY,
        "must be a number of bytes from %d, found \"%s\"".formatted(SLAB_BYTES, property));
  }

  @Override
  public long takenBytes() {
    return budget.takenBytes();
  }

  /**
   * Returns the most bytes that are taken from the system. While blocks wait for running calls to
   * end, as many more bytes may be taken, up to this number again.
   */
  public long budgetBytes() {
    return budget.limitBytes;
  }

  // ---- allocation

  @Override
  public Storage allocate(MemoryDomain domain, long sizeBytes) {
    ThreadMemory local = ThreadMemory.current();
    if (Long.compareUnsigned(sizeBytes, SMALL_BYTES) <= 0) {
      Storage small = local.small(domain, sizeBytes);
      return small != null ? small : smallFromNextPiece(domain, sizeBytes, local);
    }
    faults.point();
    Storage storage = new Storage(domain, 0, sizeBytes, null);
    ReclaimReference reference = blocks.take(storage, sizeBytes, local);
    storage.place(reference.block.address(), reference);
    faults.point();
    local.enlist(storage);
    return storage;
  }

  private Storage smallFromNextPiece(MemoryDomain domain, long sizeBytes, ThreadMemory local) {
    Slab slab = nextPiece(local, sizeBytes);
    try {
      return local.small(domain, sizeBytes);
    } finally {
      Reference.reachabilityFence(slab);
    }
  }

  private Slab nextPiece(ThreadMemory local, long sizeBytes) {
    Slab slab = pieceOfSharedSlab(local, sizeBytes);
    if (slab != null) {
      return slab;
    }
    faults.point();
    Slab fresh = new Slab();
    fresh.address = blocks.take(fresh, SLAB_BYTES, local).block.address();
    faults.point();
    synchronized (cutting) {
      long piece = local.pieceBytes(sizeBytes);
      local.refill(fresh, fresh.address, piece);
      if (piece < SLAB_BYTES) {
        sharedSlab = fresh.self;
        cutBytes = piece;
      }
    }
    return fresh;
  }

  private Slab pieceOfSharedSlab(ThreadMemory local, long sizeBytes) {
    long piece = local.pieceBytes(sizeBytes);
    if (piece == SLAB_BYTES) {
      return null;
    }
    synchronized (cutting) {
      Slab slab = sharedSlab.get();
      if (slab == null || SLAB_BYTES - cutBytes < piece) {
        return null;
      }
      local.refill(slab, slab.address + cutBytes, piece);
      cutBytes += piece;
      return slab;
    }
  }

  // ---- giving back

  /** Releases a block, including the block of an evacuated storage. */
  @Override
  public void release(Storage storage, boolean isPrivate) {
    if (storage.keeper() instanceof Storage.Home(Storage memory, MemoryDomain _)) {
      release(memory, isPrivate);
      return;
    }
    if (!(storage.keeper() instanceof ReclaimReference reference)) {
      return; // a small block: its slab is freed as a whole
    }
    blocks.release(reference, isPrivate);
  }

  /**
   * {@inheritDoc}
   *
   * <p>It returns all free blocks to the system, whatever thread used them, including those that
   * the garbage collector has found.
   */
  @Override
  public void trim() {
    blocks.trim();
  }

  // ---- reports

  /** Returns a line for display: bytes taken, the budget, and the largest holders. */
  @Override
  public String toString() {
    return "host memory: %d of %d bytes taken, largest %s"
        .formatted(takenBytes(), budget.limitBytes, Arrays.toString(blocks.largest()));
  }
}
