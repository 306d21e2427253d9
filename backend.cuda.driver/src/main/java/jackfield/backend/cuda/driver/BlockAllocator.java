package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.DeviceBlock.Segment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
  private static final long UNIT = 512;
  private static final long SMALL = 1 << 20;
  private static final long SEGMENT = 2 << 20;
  private static final Comparator<DeviceBlock> BY_SIZE =
      Comparator.<DeviceBlock>comparingLong(block -> block.sizeBytes)
          .thenComparingLong(block -> block.address);

  /** The blocks that become free when events are done. */
  private record Pending(DeviceBlock block, List<GpuEvent> events) {}

  /**
   * Small blocks of a stream that were just released, by their size: they are handed out again as
   * they are, and joined with their neighbours only when memory is short.
   */
  private static final class Recent {
    private static final int SIZES = 64; // up to 32 KiB
    private static final int MOST = 256; // of a size

    private final List<ArrayDeque<DeviceBlock>> bySize =
        Stream.generate(ArrayDeque<DeviceBlock>::new).limit(SIZES + 1).toList();

    DeviceBlock poll(long rounded) {
      return rounded > SIZES * UNIT ? null : bySize.get((int) (rounded / UNIT)).pollLast();
    }

    boolean add(DeviceBlock block) {
      if (block.sizeBytes > SIZES * UNIT) {
        return false;
      }
      ArrayDeque<DeviceBlock> same = bySize.get((int) (block.sizeBytes / UNIT));
      return same.size() < MOST && same.add(block);
    }

    void drainTo(Consumer<DeviceBlock> receiver) {
      bySize.forEach(same -> {
        same.forEach(receiver);
        same.clear();
      });
    }
  }

  private final GpuContext context;
  private final double fraction;
  private final Map<GpuStream, TreeSet<DeviceBlock>> free = new HashMap<>();
  private final Map<GpuStream, Recent> recent = new HashMap<>();
  private final List<Pending> pending = new ArrayList<>();
  private final TreeMap<Long, DeviceBlock> firsts = new TreeMap<>(); // of segments, by address
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

  static long roundUp(long sizeBytes) {
    return (Math.max(sizeBytes, 1) + UNIT - 1) & -UNIT;
  }

  /** Returns a block for {@code stream}, or null if neither caches nor the driver have one. */
  synchronized DeviceBlock take(GpuStream stream, long sizeBytes) {
    settlePending();
    if (sizeBytes > limitBytes()) {
      return null;
    }
    long rounded = roundUp(sizeBytes);
    DeviceBlock known = recent(stream).poll(rounded);
    if (known != null) {
      count(known);
      return known;
    }
    DeviceBlock block = cached(stream, rounded);
    if (block == null) {
      block = fresh(stream, rounded);
    }
    if (block == null) { // joined, the recent blocks may be large enough
      recent(stream).drainTo(this::makeFree);
      block = cached(stream, rounded);
    }
    if (block != null) {
      use(block, rounded);
    }
    return block;
  }

  private DeviceBlock cached(GpuStream stream, long rounded) {
    TreeSet<DeviceBlock> candidates = free.computeIfAbsent(stream, _ -> new TreeSet<>(BY_SIZE));
    DeviceBlock key = new DeviceBlock(null, 0, rounded);
    for (DeviceBlock block : candidates.tailSet(key)) {
      boolean isOfSmall = block.segment.sizeBytes() == SEGMENT;
      if (rounded > SMALL || isOfSmall) {
        candidates.remove(block);
        return block;
      }
    }
    return null;
  }

  private DeviceBlock fresh(GpuStream stream, long rounded) {
    long sizeBytes = rounded <= SMALL ? SEGMENT : (rounded + SEGMENT - 1) & -SEGMENT;
    if (sizeBytes > limitBytes() - reservedBytes) {
      return null;
    }
    long address = context.takeBytes(sizeBytes);
    if (address == 0) {
      return null;
    }
    segments++;
    reservedBytes += sizeBytes;
    peakReservedBytes = Math.max(peakReservedBytes, reservedBytes);
    DeviceBlock first =
        new DeviceBlock(new Segment(stream, address, sizeBytes), address, sizeBytes);
    firsts.put(address, first);
    return first;
  }

  private void use(DeviceBlock block, long rounded) {
    long rest = block.sizeBytes - rounded;
    if (rest > (block.segment.sizeBytes() == SEGMENT ? 0 : SMALL)) {
      addFree(block.cut(rounded));
    }
    block.isFree = false;
    count(block);
  }

  private Recent recent(GpuStream stream) {
    Recent known = recent.get(stream);
    if (known == null) {
      known = new Recent();
      recent.put(stream, known);
    }
    return known;
  }

  private void count(DeviceBlock block) {
    blocks++;
    allocations++;
    usedBytes += block.sizeBytes;
    peakUsedBytes = Math.max(peakUsedBytes, usedBytes);
  }

  private void addFree(DeviceBlock block) {
    free.computeIfAbsent(block.segment.stream(), _ -> new TreeSet<>(BY_SIZE)).add(block);
  }

  /** Notes that work of another stream uses the block. */
  synchronized void usedBy(DeviceBlock block, GpuStream stream) {
    if (stream != block.segment.stream() && !block.otherUsers.contains(stream)) {
      block.otherUsers.add(stream);
    }
  }

  /** Returns the block in use that has an address, or null. */
  synchronized DeviceBlock find(long address) {
    Map.Entry<Long, DeviceBlock> segment = firsts.floorEntry(address);
    DeviceBlock block = segment == null ? null : segment.getValue().at(address);
    return block == null || block.isFree ? null : block;
  }

  /** Keeps a block from becoming free until {@link #unhold}. */
  synchronized void hold(DeviceBlock block) {
    block.holds++;
  }

  /** Lets a block become free, if it was released meanwhile. */
  synchronized void unhold(DeviceBlock block) {
    block.holds--;
    if (block.holds == 0 && block.isAwaited) {
      block.isAwaited = false;
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
    if (context.isUsable()) {
      recent(stream).drainTo(this::makeFree);
      returnUnused(stream);
    }
    recent.remove(stream);
  }

  /** Frees a block, or lets it become free when the work of other streams is done. */
  synchronized void release(DeviceBlock block) {
    if (block.holds > 0) {
      block.isAwaited = true;
      return;
    }
    blocks--;
    usedBytes -= block.sizeBytes;
    block.otherUsers.removeIf(GpuStream::isClosed); // a stream waits for its work when it closes
    if (block.otherUsers.isEmpty() || !context.isUsable()) {
      free(block);
      return;
    }
    List<GpuEvent> events = new ArrayList<>();
    for (GpuStream user : block.otherUsers) {
      GpuEvent event = context.createEvent();
      event.record(user);
      events.add(event);
    }
    block.otherUsers.clear();
    pending.add(new Pending(block, events));
  }

  private void free(DeviceBlock block) {
    GpuStream stream = block.segment.stream();
    if (stream.isClosed()) { // no work will ask for it
      makeFree(block);
      if (context.isUsable()) {
        returnUnused(stream);
      }
    } else if (!recent(stream).add(block)) {
      makeFree(block);
    }
  }

  private void settlePending() {
    if (pending.isEmpty()) {
      return;
    }
    for (Iterator<Pending> each = pending.iterator(); each.hasNext(); ) {
      Pending waiting = each.next();
      if (waiting.events.stream().allMatch(GpuEvent::isDone)) {
        waiting.events.forEach(GpuEvent::close);
        makeFree(waiting.block);
        each.remove();
      }
    }
  }

  private void makeFree(DeviceBlock block) {
    block.isFree = true;
    TreeSet<DeviceBlock> others =
        free.computeIfAbsent(block.segment.stream(), _ -> new TreeSet<>(BY_SIZE));
    DeviceBlock joined = block;
    if (block.before != null && block.before.isFree) {
      joined = block.before;
      others.remove(joined);
      joined.absorbNext();
    }
    if (joined.after != null && joined.after.isFree) {
      others.remove(joined.after);
      joined.absorbNext();
    }
    others.add(joined);
  }

  /** Returns unused segments to the driver, once the work that uses them is done. */
  synchronized void trim() {
    settleBlocking();
    recent.values().forEach(each -> each.drainTo(this::makeFree));
    for (GpuStream stream : List.copyOf(free.keySet())) {
      if (!reserved.contains(stream)) {
        returnUnused(stream);
      }
    }
  }

  private void returnUnused(GpuStream stream) {
    TreeSet<DeviceBlock> unused = free.getOrDefault(stream, new TreeSet<>(BY_SIZE));
    for (Iterator<DeviceBlock> each = unused.iterator(); each.hasNext(); ) {
      DeviceBlock block = each.next();
      if (block.isWholeSegment()) {
        each.remove();
        firsts.remove(block.address);
        context.returnBytes(block.address);
        segments--;
        reservedBytes -= block.sizeBytes;
      }
    }
    if (unused.isEmpty()) {
      free.remove(stream);
    }
  }

  /**
   * Settles the blocks that a closed stream has used. Its own segments are returned by {@link
   * #trim} when they are unused.
   */
  synchronized void settleBlocking() {
    for (Pending waiting : pending) {
      waiting.events.forEach(GpuEvent::awaitBlocking);
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
