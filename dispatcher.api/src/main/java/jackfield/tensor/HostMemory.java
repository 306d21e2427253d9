package jackfield.tensor;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.OutOfTensorMemory;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Host memory: small blocks from slabs, large blocks from caches, all under one budget of bytes.
 *
 * <p>The collector does not see memory off its heap, so three things keep it bounded. <em>Small
 * blocks</em> (up to {@value #SMALL_BYTES} bytes) are cut from a slab of the thread; storages keep
 * their slab reachable, and one phantom reference a slab frees about a thousand tensors. <em>Large
 * blocks</em> go back at once when their storage is closed (by a {@link Scope}, say); one phantom
 * reference each is the net for those that nobody closes. The <em>budget</em> counts what was taken
 * from the system; when it is reached, caches are trimmed, then a collection is forced, and only
 * then does an allocation fail, naming the largest holders.
 *
 * <p>A block that another thread may still be reading, and every block that the collector found,
 * waits in {@link Limbo} until all calls that were running have ended: a compiled kernel keeps
 * addresses, not tensors, alive. While blocks wait, as many bytes may be taken beyond the budget.
 *
 * <p><em>Threads</em>: safe for all; the fast paths touch only the calling thread's {@link
 * ThreadMemory}.
 */
public final class HostMemory implements MemoryProvider {
  static final int SMALL_BYTES = 4096;
  static final int SLAB_BYTES = 1 << 20;
  private static final int COLLECTIONS = 4;
  private static final long WAIT_MILLIS = 50;

  private final long budgetBytes;
  private final AtomicLong takenBytes = new AtomicLong();
  private final BlockCache cache = new BlockCache();
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
  private final Set<Net> nets = ConcurrentHashMap.newKeySet();
  private final Limbo limbo = new Limbo();

  /** A piece of memory of a size class. */
  record Block(long address, long sizeBytes) {}

  /** Finds out that a slab, or a large storage that nobody closed, is unreachable. */
  private static final class Net extends PhantomReference<Object> {
    private final Block block;

    Net(Object holder, Block block, ReferenceQueue<Object> queue) {
      super(holder, queue);
      this.block = block;
    }
  }

  /** What storages of large blocks hold: the block, and the net to be cut when it is closed. */
  private record Held(Block block, Net[] net) {}

  /** A slab; reachable from its storages. */
  static final class Slab {
    final long address;

    Slab(long address) {
      this.address = address;
    }
  }

  HostMemory() {
    this(Long.getLong("jackfield.memory.budget", defaultBudget()));
  }

  HostMemory(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  private static long defaultBudget() {
    return Math.max(1L << 30, Runtime.getRuntime().maxMemory());
  }

  @Override
  public long takenBytes() {
    return takenBytes.get();
  }

  /**
   * Returns the most that is taken from the system, in bytes; while blocks wait for running calls
   * to end, as many bytes more, up to this number once more.
   */
  public long budgetBytes() {
    return budgetBytes;
  }

  @Override
  public Storage allocate(MemoryDomain domain, long sizeBytes) {
    ThreadMemory local = DispatchContext.current().memory();
    if (sizeBytes <= SMALL_BYTES) {
      long address = local.bump(sizeBytes);
      if (address == 0) {
        local.refill(newSlab());
        address = local.bump(sizeBytes);
      }
      return new Storage(domain, address, sizeBytes, local.slab());
    }
    long rounded = BlockCache.roundUp(sizeBytes);
    Block block = local.cache().take(rounded);
    return hold(domain, block != null ? block : takeShared(rounded), sizeBytes, local);
  }

  private Storage hold(MemoryDomain domain, Block block, long sizeBytes, ThreadMemory local) {
    Net[] net = new Net[1];
    Storage storage = new Storage(domain, block.address(), sizeBytes, new Held(block, net));
    net[0] = new Net(storage, block, dropped);
    nets.add(net[0]);
    local.enlist(storage);
    return storage;
  }

  private Slab newSlab() {
    Block block = takeShared(BlockCache.roundUp(SLAB_BYTES));
    Slab slab = new Slab(block.address());
    nets.add(new Net(slab, block, dropped));
    return slab;
  }

  private Block takeShared(long rounded) {
    collectDropped();
    Block block = takeCached(rounded);
    if (block != null) {
      return block;
    }
    return reserve(rounded, budgetBytes) ? fresh(rounded) : makeRoom(rounded);
  }

  private Block takeCached(long rounded) {
    synchronized (cache) {
      return cache.take(rounded);
    }
  }

  private boolean reserve(long rounded, long limitBytes) {
    if (takenBytes.addAndGet(rounded) <= limitBytes) {
      return true;
    }
    takenBytes.addAndGet(-rounded);
    return false;
  }

  private static Block fresh(long rounded) {
    return new Block(NativeHeap.allocate(rounded), rounded);
  }

  /**
   * Finds {@code rounded} bytes where the budget is reached: settles, trims, collects, or gives up.
   * Blocks in limbo are free but for the calls that are running, of which the caller's is one, so
   * it cannot wait for them: they do not count, up to the budget once more.
   */
  private Block makeRoom(long rounded) {
    for (int collections = 0; ; collections++) {
      settleLimbo();
      Block block = takeCached(rounded);
      if (block != null) {
        return block;
      }
      freeCached();
      if (reserve(rounded, budgetBytes + Math.min(limbo.bytes(), budgetBytes))) {
        return fresh(rounded);
      }
      if (collections == COLLECTIONS) {
        throw new OutOfTensorMemory(
            rounded, takenBytes.get(), limbo.bytes(), budgetBytes, largest());
      }
      System.gc();
      awaitDropped();
    }
  }

  @Override
  public void trim() {
    collectDropped();
    settleLimbo();
    freeCached();
  }

  private void freeCached() {
    List<Block> trimmed = new ArrayList<>(DispatchContext.current().memory().cache().drain());
    synchronized (cache) {
      trimmed.addAll(cache.drain());
    }
    trimmed.forEach(this::free);
  }

  private void free(Block block) {
    NativeHeap.free(block.address());
    takenBytes.addAndGet(-block.sizeBytes());
  }

  private void awaitDropped() {
    try {
      Object first = dropped.remove(WAIT_MILLIS);
      if (first instanceof Net net) {
        drop(net);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    collectDropped();
  }

  private long[] largest() {
    return nets.stream()
        .mapToLong(net -> net.block.sizeBytes())
        .boxed()
        .sorted((a, b) -> Long.compare(b, a))
        .limit(5)
        .mapToLong(Long::longValue)
        .toArray();
  }

  /** Takes a block back, also from under a storage that was evacuated into one. */
  @Override
  public void release(Storage storage, boolean isPrivate) {
    if (storage.keeper() instanceof Storage.Home(Storage memory, MemoryDomain _)) {
      release(memory, isPrivate);
      return;
    }
    if (!(storage.keeper() instanceof Held(Block block, Net[] net))) {
      return; // small: its slab is freed as a whole
    }
    nets.remove(net[0]);
    net[0].clear();
    if (!isPrivate) {
      sendToLimbo(block);
    } else if (!DispatchContext.current().memory().cache().offer(block)) {
      synchronized (cache) {
        cache.add(block);
      }
    }
  }

  private void collectDropped() {
    for (Object found = dropped.poll(); found != null; found = dropped.poll()) {
      drop((Net) found);
    }
  }

  private void drop(Net net) {
    if (nets.remove(net)) {
      sendToLimbo(net.block);
    }
  }

  private void sendToLimbo(Block block) {
    if (limbo.add(block)) {
      settleLimbo();
    }
  }

  /** Gives out again what no call can be reading; what is beyond the budget goes back for good. */
  private void settleLimbo() {
    for (Block block : limbo.settle()) {
      if (takenBytes.get() > budgetBytes) {
        free(block);
      } else {
        synchronized (cache) {
          cache.add(block);
        }
      }
    }
  }

  /** Returns a line for people: taken, budget, and the largest holders, in bytes. */
  @Override
  public String toString() {
    return "host memory: %d of %d bytes taken, largest %s"
        .formatted(takenBytes.get(), budgetBytes, Arrays.toString(largest()));
  }
}
