package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.block.DeviceBlock;
import jackfield.backend.cuda.driver.block.FreeBlocks;
import jackfield.backend.cuda.driver.handle.Handles.Address;
import jackfield.backend.cuda.driver.report.AllocatorStatistics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jcuda.driver.JCudaDriver;

/**
 * Divides memory of the driver into blocks and keeps unused blocks for later.
 *
 * <p>A block belongs to a stream. A freed block can be used by the next work of that stream at
 * once, although earlier work may still be running, because that work runs first. If other streams
 * have used a block, too, events on them must be done before the block is free.
 *
 * <p>Blocks of up to 32 KiB are first kept by their size, as they are. Small blocks are cut from
 * segments of 2 MiB. A large block has a segment of its own, rounded up to 2 MiB; it is cut if more
 * than 1 MiB of it would be wasted. Neighbours that are free are joined.
 *
 * <p>The blocks of a reserved stream are the pool of a graph: its segments stay until the end of
 * the graph, which repeats the addresses. A block that a graph holds is not free before that.
 */
final class BlockAllocator {
  /** A block that becomes free when the work of other streams is done. */
  private record Pending(DeviceBlock<GpuStream> block, PendingUse use) {}

  private final GpuContext context;
  private final double fraction;
  private final FreeBlocks<GpuStream> free = new FreeBlocks<>();
  private final List<Pending> pending = new ArrayList<>();
  private final TreeMap<Long, DeviceBlock<GpuStream>> firsts = new TreeMap<>(); // of segments
  private final Set<GpuStream> reserved = new HashSet<>();
  private long limitBytes; // 0 until first asked, since the context does not exist earlier
  private long usedBytes;
  private long peakUsedBytes;
  private long reservedBytes;
  private long peakReservedBytes;
  private long blocks;
  private long segments;
  private long allocations;
  private long retries;
  private long failures;

  BlockAllocator(GpuContext context, double fraction) {
    this.context = context;
    this.fraction = fraction;
  }

  /** Returns a block for {@code stream}, or null if neither caches nor the driver have one. */
  synchronized DeviceBlock<GpuStream> take(GpuStream stream, long sizeBytes) {
    settlePending();
    if (sizeBytes > limitBytes()) {
      return null;
    }
    long rounded = FreeBlocks.roundUp(sizeBytes);
    DeviceBlock<GpuStream> block = free.takeRecent(stream, rounded);
    if (block == null) {
      block = cut(stream, rounded);
    }
    if (block != null) {
      blocks++;
      allocations++;
      usedBytes += block.sizeBytes();
      peakUsedBytes = Math.max(peakUsedBytes, usedBytes);
    }
    return block;
  }

  private DeviceBlock<GpuStream> cut(GpuStream stream, long rounded) {
    DeviceBlock<GpuStream> block = free.takeJoined(stream, rounded);
    if (block == null) {
      block = fresh(stream, rounded);
    }
    if (block == null) { // joined, the recent blocks may be large enough
      free.joinRecent(stream);
      block = free.takeJoined(stream, rounded);
    }
    if (block != null) {
      free.use(block, rounded);
    }
    return block;
  }

  private DeviceBlock<GpuStream> fresh(GpuStream stream, long rounded) {
    long sizeBytes = FreeBlocks.segmentBytes(rounded);
    if (sizeBytes > limitBytes() - reservedBytes) {
      return null;
    }
    long address = takeBytes(sizeBytes);
    if (address == 0) {
      return null;
    }
    segments++;
    reservedBytes += sizeBytes;
    peakReservedBytes = Math.max(peakReservedBytes, reservedBytes);
    DeviceBlock<GpuStream> first = DeviceBlock.segment(stream, address, sizeBytes);
    firsts.put(address, first);
    return first;
  }

  /** Returns the address of new memory of the driver, or 0 if there is too little. */
  private long takeBytes(long sizeBytes) {
    context.enter("cuMemAlloc");
    Address address = new Address();
    int result = JCudaDriver.cuMemAlloc(address, sizeBytes);
    if (result == 2) {
      return 0;
    }
    context.check("cuMemAlloc", result);
    return address.number();
  }

  /** Notes that work of another stream uses the block. */
  synchronized void usedBy(DeviceBlock<GpuStream> block, GpuStream stream) {
    block.addUser(stream);
  }

  /** Returns the block in use that has an address, or null. */
  synchronized DeviceBlock<GpuStream> find(long address) {
    Map.Entry<Long, DeviceBlock<GpuStream>> segment = firsts.floorEntry(address);
    DeviceBlock<GpuStream> block = segment == null ? null : segment.getValue().at(address);
    return block == null || block.isFree() ? null : block;
  }

  /** Keeps a block from becoming free until {@link #unhold}. */
  synchronized void hold(DeviceBlock<GpuStream> block) {
    block.hold();
  }

  /** Lets a block become free, if it was released meanwhile. */
  synchronized void unhold(DeviceBlock<GpuStream> block) {
    if (block.unhold()) {
      release(block);
    }
  }

  /** Keeps the segments of a stream until {@link #unreserve}. */
  synchronized void reserve(GpuStream stream) {
    reserved.add(stream);
  }

  /** Returns the unused segments of a stream, whose work is done; later ones when they are free. */
  synchronized void unreserve(GpuStream stream) {
    reserved.remove(stream);
    free.joinRecent(stream);
    free.forget(stream);
    returnUnused(stream);
  }

  /** Frees a block, or lets it become free when the work of other streams is done. */
  synchronized void release(DeviceBlock<GpuStream> block) {
    if (block.isReleasedLater()) {
      return;
    }
    blocks--;
    usedBytes -= block.sizeBytes();
    List<GpuStream> users = block.takeUsers(GpuStream::isDone);
    if (users.isEmpty() || !context.isUsable()) {
      free(block);
    } else {
      pending.add(new Pending(block, new PendingUse(users)));
    }
  }

  private void free(DeviceBlock<GpuStream> block) {
    if (block.stream().isDone()) { // no work will ask for it
      free.join(block);
      returnUnused(block.stream());
    } else {
      free.add(block);
    }
  }

  private void settlePending() {
    for (Iterator<Pending> each = pending.iterator(); each.hasNext(); ) {
      Pending waiting = each.next();
      if (waiting.use.isDone()) {
        each.remove();
        free(waiting.block);
      }
    }
  }

  /** Returns unused segments to the driver, once the work that uses them is done. */
  synchronized void trim() {
    settleBlocking();
    for (GpuStream stream : free.joinAll()) {
      if (!reserved.contains(stream)) {
        returnUnused(stream);
      }
    }
  }

  private void returnUnused(GpuStream stream) {
    if (context.isUsable()) {
      free.removeSegments(stream, this::returnSegment);
    }
  }

  private void returnSegment(DeviceBlock<GpuStream> block) {
    // The driver waits for the work on the device. If it fails, the segment stays known.
    context.retry("cuMemFree", () -> JCudaDriver.cuMemFree(new Address(block.address())));
    firsts.remove(block.address());
    segments--;
    reservedBytes -= block.sizeBytes();
  }

  /** Waits for the work of other streams that uses released blocks, and frees these blocks. */
  synchronized void settleBlocking() {
    for (Pending waiting : pending) {
      waiting.use.awaitBlocking();
    }
    settlePending();
  }

  synchronized void countRetry() {
    retries++;
  }

  synchronized void countFailure() {
    failures++;
  }

  synchronized long limitBytes() {
    if (limitBytes == 0) {
      limitBytes = (long) (fraction * context.device().properties().memoryBytes());
    }
    return limitBytes;
  }

  synchronized void limitTo(long bytes) {
    limitBytes = bytes;
  }

  synchronized AllocatorStatistics statistics() {
    return new AllocatorStatistics(
        usedBytes,
        peakUsedBytes,
        reservedBytes,
        peakReservedBytes,
        blocks,
        segments,
        allocations,
        retries,
        failures,
        limitBytes());
  }
}
