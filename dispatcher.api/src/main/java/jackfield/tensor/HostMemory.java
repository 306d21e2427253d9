package jackfield.tensor;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.Epochs;
import jackfield.dispatch.OutOfTensorMemory;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
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
 * waits in limbo until all calls that were running have ended: a compiled kernel keeps addresses,
 * not tensors, alive.
 *
 * <p><em>Threads</em>: safe for all; the fast paths touch only the calling thread's {@link
 * ThreadMemory}.
 */
public final class HostMemory implements MemoryProvider {
  static final int SMALL_BYTES = 4096;
  static final int SLAB_BYTES = 1 << 20;
  private static final int LIMBO_BLOCKS = 256;
  private static final int COLLECTIONS = 4;
  private static final long WAIT_MILLIS = 50;

  private final long budgetBytes;
  private final AtomicLong takenBytes = new AtomicLong();
  private final BlockCache cache = new BlockCache();
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
  private final Set<Net> nets = ConcurrentHashMap.newKeySet();
  private final ArrayDeque<Limbo> limbo = new ArrayDeque<>(); // guarded by itself
  private List<Block> arriving = new ArrayList<>(); // guarded by limbo

  /** A piece of memory of a size class. */
  record Block(long address, long sizeBytes) {}

  /** Blocks to be given out again when no call is inside an epoch before {@code epoch}. */
  private record Limbo(long epoch, List<Block> blocks) {}

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

  /** Returns the most that may be taken from the system, in bytes. */
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
    Block block;
    synchronized (cache) {
      block = cache.take(rounded);
    }
    if (block != null) {
      return block;
    }
    if (takenBytes.addAndGet(rounded) > budgetBytes) {
      takenBytes.addAndGet(-rounded);
      makeRoom(rounded);
    }
    return new Block(NativeHeap.allocate(rounded), rounded);
  }

  /** Reserves {@code rounded} bytes of the budget: trims, collects, or gives up. */
  private void makeRoom(long rounded) {
    for (int attempt = 0; attempt <= COLLECTIONS; attempt++) {
      settleLimbo();
      freeCached();
      if (takenBytes.addAndGet(rounded) <= budgetBytes) {
        return;
      }
      takenBytes.addAndGet(-rounded);
      System.gc();
      awaitDropped();
    }
    throw new OutOfTensorMemory(rounded, takenBytes.get(), budgetBytes, largest());
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
    for (Block block : trimmed) {
      NativeHeap.free(block.address());
      takenBytes.addAndGet(-block.sizeBytes());
    }
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
    boolean full;
    synchronized (limbo) {
      arriving.add(block);
      full = arriving.size() >= LIMBO_BLOCKS || block.sizeBytes() >= SLAB_BYTES;
    }
    if (full) {
      settleLimbo();
    }
  }

  /** Closes the batch that is arriving and gives out again what no call can be reading. */
  private void settleLimbo() {
    List<Block> free = new ArrayList<>();
    synchronized (limbo) {
      if (!arriving.isEmpty()) {
        limbo.add(new Limbo(Epochs.advance(), arriving));
        arriving = new ArrayList<>();
      }
      long oldest = Epochs.oldestInside();
      for (Iterator<Limbo> batches = limbo.iterator(); batches.hasNext(); ) {
        Limbo batch = batches.next();
        if (batch.epoch() <= oldest) {
          free.addAll(batch.blocks());
          batches.remove();
        }
      }
    }
    synchronized (cache) {
      free.forEach(cache::add);
    }
  }

  /** Returns a line for people: taken, budget, and the largest holders, in bytes. */
  @Override
  public String toString() {
    return "host memory: %d of %d bytes taken, largest %s"
        .formatted(takenBytes.get(), budgetBytes, Arrays.toString(largest()));
  }
}
