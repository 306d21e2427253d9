package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.block.DeviceBlock;
import jackfield.backend.cuda.driver.failure.DeviceOutOfMemory;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.report.AllocatorStatistics;
import jackfield.memory.MemoryDomain;
import jackfield.memory.MemoryProvider;
import jackfield.memory.Storage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The memory of a device: storages of tensors, and scratch memory of kernels. Blocks are kept for
 * later and follow the order of a stream, see {@link BlockAllocator}.
 *
 * <p>If an allocation fails, storages that the garbage collector finds are freed, unused memory is
 * returned to the driver, and the allocation is tried once more.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class DeviceMemory implements MemoryProvider {
  private static final long COLLECTION_MILLIS = 1000; // at most, until a collection takes effect
  private static final long OTHERS_MILLIS = 50; // between its first effect here and the others

  private final GpuContext context;
  private final BlockAllocator blocks;
  private final Cleaner cleaner = Cleaner.create();

  /**
   * A block in use. It is free when it was released, or when nothing refers to this object any
   * more.
   */
  public static final class Lease {
    private final DeviceBlock<GpuStream> block;
    private final Release release;
    private final Cleaner.Cleanable cleanable;

    private Lease(DeviceBlock<GpuStream> block, BlockAllocator blocks, Cleaner cleaner) {
      this.block = block;
      this.release = new Release(block, blocks);
      this.cleanable = cleaner.register(this, release);
    }

    /** Returns the address of the first byte. */
    public long address() {
      return block.address();
    }
  }

  /** Releases a block once. */
  private record Release(DeviceBlock<GpuStream> block, BlockAllocator blocks, AtomicBoolean isDone)
      implements Runnable {
    Release(DeviceBlock<GpuStream> block, BlockAllocator blocks) {
      this(block, blocks, new AtomicBoolean());
    }

    @Override
    public void run() {
      if (isDone.compareAndSet(false, true)) {
        blocks.release(block);
      }
    }
  }

  DeviceMemory(GpuContext context, double fraction) {
    this.context = context;
    this.blocks = new BlockAllocator(context, fraction);
  }

  @Override
  public Storage allocate(MemoryDomain domain, long sizeBytes) {
    Lease lease = lease(sizeBytes);
    return new Storage(domain, lease.address(), sizeBytes, lease);
  }

  /**
   * Returns memory for work of the calling thread's current stream. Inside a capture it belongs to
   * the pool of the graph.
   *
   * @throws DeviceOutOfMemory if there is too little
   */
  public Lease lease(long sizeBytes) {
    GpuStream current = context.stream();
    GraphCapture open = current.work().capture();
    if (open != null) {
      open.requireRecording("an allocation");
    }
    GpuStream stream = open == null ? current : open.streams().pool(current);
    DeviceBlock<GpuStream> block = blocks.take(stream, sizeBytes);
    if (block == null) { // also in a capture, whose relaxed mode lets the driver free memory
      blocks.countRetry();
      collect();
      blocks.trim();
      block = blocks.take(stream, sizeBytes);
    }
    if (block == null) {
      blocks.countFailure();
      throw new DeviceOutOfMemory(
          context.device().device().toString(), sizeBytes, blocks.statistics());
    }
    return new Lease(block, blocks, cleaner);
  }

  /** Lets the garbage collector find storages without references. */
  private void collect() {
    CountDownLatch isCollected = new CountDownLatch(1);
    cleaner.register(new Object(), isCollected::countDown); // tells when the cleaner is at work
    System.gc();
    try {
      if (isCollected.await(COLLECTION_MILLIS, TimeUnit.MILLISECONDS)) {
        Thread.sleep(OTHERS_MILLIS); // the cleaner's thread frees the blocks, in any order
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the allocation is tried all the same
    }
  }

  /** Frees scratch memory; work that comes later on the stream of its allocation may use it. */
  public void release(Lease lease) {
    if (lease.release.isDone().get()) {
      throw new HandleReleased("the memory", "another release");
    }
    lease.cleanable.clean();
  }

  /**
   * Notes that work of {@code stream} uses the storage, so that its memory is not used by other
   * work before that is done.
   */
  public void usedBy(Storage storage, GpuStream stream) {
    DeviceBlock<GpuStream> block = ((Lease) storage.keeper()).block;
    if (!stream.work().uses(block.address())) {
      blocks.usedBy(block, stream);
    }
  }

  /** Returns whether an address is in a block of this memory that a tensor or a lease has. */
  public boolean holds(long address) {
    return blocks.find(address) != null;
  }

  /** Notes that work of {@code stream} uses the blocks to which 64-bit words refer. */
  void usedBy(MemorySegment words, GpuStream stream) {
    for (long at = 0; at + Long.BYTES <= words.byteSize(); at += Long.BYTES) {
      usedBy(words.get(ValueLayout.JAVA_LONG_UNALIGNED, at), stream);
    }
  }

  void usedBy(long address, GpuStream stream) {
    DeviceBlock<GpuStream> block = blocks.find(address);
    if (block != null) {
      blocks.usedBy(block, stream);
    }
  }

  /**
   * Holds the block in use to which a word refers, unless it belongs to {@code own} or is held
   * already.
   *
   * @return the block that was held, or null
   */
  DeviceBlock<GpuStream> hold(long word, GpuStream own, Set<DeviceBlock<GpuStream>> held) {
    DeviceBlock<GpuStream> block = blocks.find(word);
    if (block == null || block.stream() == own || held.contains(block)) {
      return null;
    }
    blocks.hold(block);
    return block;
  }

  /** Ends the hold of a block. */
  void release(DeviceBlock<GpuStream> held) {
    blocks.unhold(held);
  }

  /** Makes the blocks of a stream the pool of a graph. */
  void reserve(GpuStream stream) {
    blocks.reserve(stream);
  }

  /** Ends the pool of a graph, whose work is done. */
  void unreserve(GpuStream stream) {
    blocks.unreserve(stream);
  }

  /** Runs an action when nothing refers to the graph any more. */
  void closeWhenForgotten(GpuGraph graph, Runnable action) {
    cleaner.register(graph, action);
  }

  @Override
  public void release(Storage storage, boolean isPrivate) {
    if (isPrivate) {
      release((Lease) storage.keeper());
    } // otherwise a running call may launch work on it: the collector frees it after that call
  }

  @Override
  public void copyToHost(Storage from, long address) {
    long device = ((Lease) from.keeper()).address();
    context.awaitIdleBlocking();
    context.stream().copyToHostBlocking(device, address, from.sizeBytes());
  }

  @Override
  public boolean isCurrent() {
    return context.device().isCurrent();
  }

  @Override
  public long takenBytes() {
    return blocks.statistics().reservedBytes();
  }

  @Override
  public void trim() {
    blocks.trim();
  }

  /** Returns the state of the memory. */
  public AllocatorStatistics statistics() {
    return blocks.statistics();
  }

  /** Sets the number of bytes that may be taken from the driver. */
  public void limitTo(long sizeBytes) {
    blocks.limitTo(sizeBytes);
  }

  void settleBlocking() {
    blocks.settleBlocking();
  }

  /** Returns all unused memory when the context ends. */
  void returnAll() {
    blocks.trim();
  }
}
