package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.handle.Handles.Host;
import jackfield.backend.cuda.driver.handle.Handles.HostHandle;
import jackfield.backend.cuda.driver.report.PinnedStatistics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import jcuda.driver.JCudaDriver;

/**
 * Pinned memory of the host, which the device reads while the host goes on. Blocks have the size of
 * a power of two and are kept for later, since pinning costs the driver much more than a copy.
 *
 * <p>A block that a copy reads becomes free when the work of its stream is done.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class PinnedPool {
  private static final long LEAST_BYTES = 4096;
  private static final long USUAL_LIMIT_BYTES = 256L << 20;
  private static final int OUT_OF_MEMORY = 2;

  private final GpuContext context;
  private final Map<Long, Deque<Block>> free = new HashMap<>(); // by size; guarded by this, as all
  private final List<Pending> pending = new ArrayList<>();
  private long limitBytes = USUAL_LIMIT_BYTES;
  private long usedBytes;
  private long peakUsedBytes;
  private long reservedBytes;
  private long pinnings;
  private long refusals;

  /** Pinned memory; its size is a power of two. */
  record Block(long address, long sizeBytes) {}

  /** A block that a copy reads. */
  private record Pending(Block block, PendingUse use) {}

  PinnedPool(GpuContext context) {
    this.context = context;
  }

  /**
   * Returns a block of at least {@code sizeBytes} bytes, or null if the limit is reached or the
   * driver pins no more.
   */
  synchronized Block take(long sizeBytes) {
    settle();
    long rounded = roundUp(sizeBytes);
    Deque<Block> kept = free.get(rounded);
    Block block = kept == null || kept.isEmpty() ? fresh(rounded) : kept.pop();
    if (block == null) {
      refusals++;
      return null;
    }
    usedBytes += block.sizeBytes();
    peakUsedBytes = Math.max(peakUsedBytes, usedBytes);
    return block;
  }

  private long roundUp(long sizeBytes) {
    if (sizeBytes > limitBytes) {
      return Long.MAX_VALUE; // more than any limit; the next power of two might overflow
    }
    return Long.highestOneBit(2 * Math.max(LEAST_BYTES, sizeBytes) - 1);
  }

  /** Pins a block; if that fails, unused blocks are returned and it is tried once more. */
  private Block fresh(long sizeBytes) {
    Block block = pin(sizeBytes);
    if (block == null && reservedBytes > usedBytes) {
      trim();
      block = pin(sizeBytes);
    }
    return block;
  }

  private Block pin(long sizeBytes) {
    if (sizeBytes > limitBytes - reservedBytes) {
      return null;
    }
    context.enter("cuMemHostAlloc");
    HostHandle address = new HostHandle();
    int result = JCudaDriver.cuMemHostAlloc(address, sizeBytes, 0);
    if (result == OUT_OF_MEMORY) {
      return null;
    }
    context.check("cuMemHostAlloc", result);
    reservedBytes += sizeBytes;
    pinnings++;
    return new Block(address.number(), sizeBytes);
  }

  /** Frees a block when the work that {@code stream} has now is done. */
  synchronized void releaseAfter(Block block, GpuStream stream) {
    pending.add(new Pending(block, new PendingUse(List.of(stream))));
  }

  /** Frees a block that no work uses any more. */
  synchronized void release(Block block) {
    usedBytes -= block.sizeBytes();
    free.computeIfAbsent(block.sizeBytes(), _ -> new ArrayDeque<>()).push(block);
  }

  private void settle() {
    for (Iterator<Pending> each = pending.iterator(); each.hasNext(); ) {
      Pending waiting = each.next();
      if (waiting.use().isDone()) {
        each.remove();
        release(waiting.block());
      }
    }
  }

  /** Returns unused memory to the system. */
  public synchronized void trim() {
    settle();
    for (Deque<Block> kept : free.values()) {
      while (!kept.isEmpty()) {
        unpin(kept.peek()); // if that fails, the block stays known
        kept.pop();
      }
    }
  }

  private void unpin(Block block) {
    context.retry("cuMemFreeHost", () -> JCudaDriver.cuMemFreeHost(new Host(block.address())));
    reservedBytes -= block.sizeBytes();
  }

  /** Sets the number of bytes that may be pinned; blocks above it stay until they are unused. */
  public synchronized void limitTo(long sizeBytes) {
    limitBytes = sizeBytes;
  }

  /** Returns the state of the memory. */
  public synchronized PinnedStatistics statistics() {
    return new PinnedStatistics(
        usedBytes, peakUsedBytes, reservedBytes, pinnings, refusals, limitBytes);
  }

  /** Returns all memory when the context ends and its work is done. */
  synchronized void close() {
    pending.forEach(waiting -> waiting.use().awaitBlocking());
    trim();
  }
}
