package jackfield.memory;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Host memory: small blocks from slabs, large blocks from caches, all under one budget of bytes.
 *
 * <p>The collector does not see memory off its heap, so three things keep it bounded. <em>Small
 * blocks</em> (up to {@value #SMALL_BYTES} bytes) are cut from a slab; storages keep their slab
 * reachable, and one phantom reference a slab frees about a thousand tensors. <em>Large blocks</em>
 * go back at once when their storage is closed (by a {@code Scope}, say); one phantom reference
 * each, a {@link Net}, is for those that nobody closes. The <em>budget</em> counts what was taken
 * from the system; when it is reached, free blocks of all threads are used or freed, then a
 * collection is forced, and only then does an allocation fail, naming the largest holders.
 *
 * <p>A block that another thread may still be reading, and every block that the collector found,
 * waits in {@link Limbo} until all calls that were running have ended: a compiled kernel keeps
 * addresses, not tensors, alive. While blocks wait, as many bytes may be taken beyond the budget.
 *
 * <h2>Threads</h2>
 *
 * <p>Nothing here belongs to a thread, so nothing is lost when one ends, and a hundred thousand
 * virtual threads cost no more than what they compute.
 *
 * <p><em>Free large blocks</em> are in a fixed number of caches, a few for each processor, each
 * with a lock. A thread uses the same cache always, and threads get theirs in turn, so the lock is
 * rarely contended; without contention it costs less than the concurrent set of nets that it
 * replaces. Where its own cache has no block of the size, a thread looks into the others before it
 * asks the system. {@link #trim} goes through all of them, whether or not threads that used them
 * are idle, or have ended.
 *
 * <p><em>Small blocks</em> are cut without a lock from the piece of a slab that a thread has. Its
 * first piece has {@value ThreadMemory#FIRST_PIECE_BYTES} bytes, of a slab that threads share, and
 * each that follows is four times as large, up to a whole slab: short threads take little, busy
 * ones rarely come back. The thread refers to the slab weakly. A slab whose storages are all gone
 * is found by the collector although an idle thread was cutting from it; that thread gets another
 * piece then.
 *
 * <p><em>A scope</em> is referred to weakly by the memory of its thread, strongly by the frame that
 * is to close it. If the thread ends inside, the scope's storages are found by their nets.
 *
 * <h2>Errors</h2>
 *
 * <p>A full heap or a full stack may throw at any point at which an object is made or a method is
 * entered. No block is lost by that, and {@link #takenBytes} stays the sum of all blocks: storage,
 * net and block object are made first; then the block moves from one place to another by single
 * methods that make nothing and call nothing after their first write ({@link BlockCache}, {@link
 * Limbo}). The bytes are counted, and the block is under its net, before the system is asked for
 * them; they are uncounted after the system got them back. So a block is always in a cache, in
 * limbo, or under a net that is in the list of a cache. If the storage was not handed out, it is
 * unreachable, and the collector finds the net as it finds that of a storage which nobody closed.
 * If the error fell between the reference queue and limbo, the net is still in the list, and {@link
 * #trim} and a forced collection look through the lists as well.
 */
public final class HostMemory implements MemoryProvider {
  static final int SMALL_BYTES = 4096;
  static final int SLAB_BYTES = 1 << 20;
  private static final int COLLECTIONS = 4;
  private static final long WAIT_MILLIS = 50;
  private static final int CACHES_A_PROCESSOR = 4;
  private static final int MOST_CACHES = 64;
  private static final int LARGEST = 5;
  private static final String ADVICE =
      "work in a Scope, close tensors, or raise -Djackfield.memory.budget";

  private final Budget budget;
  private final NativeHeap heap;
  private final Faults faults;
  private final BlockCache[] caches = caches();
  private final AtomicInteger cacheNumbers = new AtomicInteger();
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
  private final Limbo limbo = new Limbo();
  private final Object cutting = new Object(); // guards the next two
  private WeakReference<Slab> sharedSlab = new WeakReference<>(null);
  private long cutBytes; // of the shared slab
  private final AtomicLong collections = new AtomicLong(); // forced, under its lock
  private boolean foundNothing; // the last of them; under the same lock

  /** A slab; reachable from its storages. */
  static final class Slab {
    final WeakReference<Slab> self = new WeakReference<>(this);
    private long address; // written before anybody else knows this
  }

  HostMemory() {
    this(Long.getLong("jackfield.memory.budget", defaultBudget()));
  }

  HostMemory(long budgetBytes) {
    this(budgetBytes, new NativeHeap(), Faults.NONE);
  }

  /** Creates one over another heap, with points that throw; for tests. */
  HostMemory(long budgetBytes, NativeHeap heap, Faults faults) {
    this.budget = new Budget(budgetBytes);
    this.heap = heap;
    this.faults = faults;
  }

  private static long defaultBudget() {
    return Math.max(1L << 30, Runtime.getRuntime().maxMemory());
  }

  private static BlockCache[] caches() {
    int wanted = CACHES_A_PROCESSOR * Runtime.getRuntime().availableProcessors();
    BlockCache[] made = new BlockCache[Integer.highestOneBit(Math.min(wanted, MOST_CACHES))];
    Arrays.setAll(made, BlockCache::new);
    return made;
  }

  @Override
  public long takenBytes() {
    return budget.takenBytes();
  }

  /**
   * Returns the most that is taken from the system, in bytes; while blocks wait for running calls
   * to end, as many bytes more, up to this number once more.
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
    Net net = takeBlock(storage, sizeBytes, local);
    storage.place(net.block.address(), net);
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
    fresh.address = takeBlock(fresh, SLAB_BYTES, local).block.address();
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

  /** Returns a net that has a block of at least {@code sizeBytes} bytes for {@code holder}. */
  private Net takeBlock(Object holder, long sizeBytes, ThreadMemory local) {
    if (sizeBytes < 0
        || sizeBytes / 2 > budget.limitBytes
        || sizeBytes > BlockCache.LARGEST_BYTES) {
      throw refusal(sizeBytes < 0 ? Long.MAX_VALUE : sizeBytes); // a product that overflowed
    }
    long rounded = BlockCache.roundUp(sizeBytes);
    faults.point();
    Net net = new Net(holder, dropped);
    BlockCache own = caches[local.cacheNumber(cacheNumbers) & (caches.length - 1)];
    faults.point();
    if (!own.take(net, rounded)) {
      takeElsewhere(net, own, rounded);
    }
    faults.point();
    return net;
  }

  private void takeElsewhere(Net net, BlockCache own, long rounded) {
    collectDropped();
    if (takeFree(net, own, rounded)) {
      return;
    }
    faults.point();
    Block block = new Block(rounded);
    if (!takeFresh(net, own, block, budget.limitBytes)) {
      makeRoom(net, own, block);
    }
  }

  private boolean takeFree(Net net, BlockCache own, long rounded) {
    faults.point();
    if (own.take(net, rounded)) {
      return true;
    }
    for (BlockCache other : caches) {
      if (own.takeFrom(other, net, rounded)) {
        return true;
      }
    }
    return false;
  }

  /** Has the system give {@code block} its memory, if the limit allows it and the system has it. */
  private boolean takeFresh(Net net, BlockCache own, Block block, long limitBytes) {
    faults.point();
    if (!own.reserve(budget, limitBytes, net, block)) {
      return false;
    }
    boolean isFilled = false;
    try {
      faults.point();
      block.raw = heap.malloc(block.sizeBytes + NativeHeap.ALIGNMENT);
      isFilled = block.raw != 0;
    } finally {
      if (!isFilled) {
        own.forget(budget, net);
      }
    }
    return isFilled;
  }

  /**
   * Finds memory where the budget is reached, or the system has no more: settles, frees what is in
   * caches, collects, or gives up. Blocks in limbo are free but for the calls that are running, of
   * which the caller's is one, so it cannot wait for them: they do not count, up to the budget once
   * more.
   *
   * <p>One thread at a time does so, and others that wait use what its collection found. They need
   * not collect in vain, either, once enough collections have found nothing since they came.
   */
  private void makeRoom(Net net, BlockCache own, Block block) {
    long came = collections.get();
    synchronized (collections) {
      if (takeFree(net, own, block.sizeBytes)
          || takeFresh(net, own, block, budget.limitBytes) // cheap: the last collection found it
          || isRoom(net, own, block, limitBytes() - block.sizeBytes)) {
        return;
      }
      boolean isInVain = collections.get() - came >= COLLECTIONS;
      for (int mine = 0; mine < COLLECTIONS; mine++) {
        if (isRoom(net, own, block, 0)) {
          return;
        }
        if (isInVain && foundNothing) {
          break;
        }
        collect();
      }
      if (!isRoom(net, own, block, 0)) {
        throw refusal(block.sizeBytes);
      }
    }
  }

  /** Takes a free block, or a fresh one when caches were freed until as little was taken. */
  private boolean isRoom(Net net, BlockCache own, Block block, long untilBytes) {
    settleLimbo();
    if (takeFree(net, own, block.sizeBytes)) {
      return true;
    }
    long limit = limitBytes();
    freeCached(untilBytes);
    return takeFresh(net, own, block, limit);
  }

  private void collect() {
    long before = limbo.tickets();
    System.gc();
    collections.incrementAndGet();
    collectAllDropped();
    if (limbo.tickets() == before) {
      awaitDropped();
    }
    foundNothing = limbo.tickets() == before;
  }

  private long limitBytes() {
    long limit = budget.limitBytes;
    long waiting = Math.min(limbo.bytes(), limit);
    return limit > Long.MAX_VALUE - waiting ? Long.MAX_VALUE : limit + waiting;
  }

  private OutOfTensorMemory refusal(long requestedBytes) {
    return new OutOfTensorMemory(
        requestedBytes, takenBytes(), limbo.bytes(), budget.limitBytes, largest(), ADVICE);
  }

  // ---- giving back

  /** Takes a block back, also from under a storage that was evacuated into one. */
  @Override
  public void release(Storage storage, boolean isPrivate) {
    if (storage.keeper() instanceof Storage.Home(Storage memory, MemoryDomain _)) {
      release(memory, isPrivate);
      return;
    }
    if (!(storage.keeper() instanceof Net net)) {
      return; // small: its slab is freed as a whole
    }
    faults.point();
    if (isPrivate) {
      net.cache.giveBack(net);
      return;
    }
    limbo.take(net);
    settleIfDue();
  }

  private void drop(Net net) {
    faults.point();
    if (net.cache != null) { // otherwise it never had a block
      net.cache.forget(budget, net);
      limbo.take(net);
    }
  }

  private void collectDropped() {
    Reference<?> found = dropped.poll();
    if (found == null) {
      return;
    }
    for (; found != null; found = dropped.poll()) {
      drop((Net) found);
    }
    settleIfDue();
  }

  /** Waits a little for what a collection found. */
  private void awaitDropped() {
    try {
      if (dropped.remove(WAIT_MILLIS) instanceof Net net) {
        drop(net);
        collectDropped();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Finds in the lists, too, what an error kept from going on from the queue to limbo. */
  private void collectAllDropped() {
    collectDropped();
    for (BlockCache cache : caches) {
      cache.forEachDropped(this::drop);
    }
  }

  private void settleIfDue() {
    if (limbo.isDue()) {
      settleLimbo();
    }
  }

  /** Gives out again what no call can be reading; what is beyond the budget goes back for good. */
  private void settleLimbo() {
    faults.point();
    limbo.settle();
    freeCached(budget.limitBytes);
  }

  /**
   * {@inheritDoc}
   *
   * <p>All that is free goes back, whatever thread it was for, and all that the collector has
   * found.
   */
  @Override
  public void trim() {
    collectAllDropped();
    settleLimbo();
    freeCached(0);
  }

  /** Frees blocks of all caches until no more than {@code limitBytes} are taken. */
  private void freeCached(long limitBytes) {
    for (BlockCache cache : caches) {
      long free = cache.freeBytes(); // what threads at work give back meanwhile may stay
      while (free > 0 && takenBytes() > limitBytes) {
        faults.point();
        long freed = cache.freeLargest(heap, budget);
        free -= freed == 0 ? free : freed;
      }
    }
  }

  // ---- reports

  private long[] largest() {
    long[] largest = new long[LARGEST];
    for (BlockCache cache : caches) {
      cache.addLargest(largest);
    }
    return Arrays.stream(largest).filter(size -> size > 0).toArray();
  }

  /** Returns a line for people: taken, budget, and the largest holders, in bytes. */
  @Override
  public String toString() {
    return "host memory: %d of %d bytes taken, largest %s"
        .formatted(takenBytes(), budget.limitBytes, Arrays.toString(largest()));
  }
}
