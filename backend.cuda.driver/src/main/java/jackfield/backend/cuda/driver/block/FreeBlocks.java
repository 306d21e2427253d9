package jackfield.backend.cuda.driver.block;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The unused blocks of each stream. Small blocks that were just released are kept by their size, as
 * they are; the others are joined with their free neighbours.
 *
 * <p><em>Threads</em>: the caller has a lock.
 *
 * @param <S> the type of streams
 */
public final class FreeBlocks<S> {
  private static final long UNIT = 512;
  private static final long SMALL = 1 << 20;
  private static final long SEGMENT = 2 << 20;

  private final Map<S, NavigableSet<DeviceBlock<S>>> joined = new HashMap<>();
  private final Map<S, Recent<S>> recent = new HashMap<>();

  /**
   * Small blocks of a stream that were just released, by their size: they are handed out again as
   * they are, and joined with their neighbours only when memory is short.
   */
  private static final class Recent<S> {
    private static final int SIZES = 64; // up to 32 KiB
    private static final int MOST = 256; // of a size

    private final List<ArrayDeque<DeviceBlock<S>>> bySize =
        Stream.generate(ArrayDeque<DeviceBlock<S>>::new).limit(SIZES + 1).toList();

    DeviceBlock<S> poll(long rounded) {
      return rounded > SIZES * UNIT ? null : bySize.get((int) (rounded / UNIT)).pollLast();
    }

    boolean add(DeviceBlock<S> block) {
      if (block.sizeBytes() > SIZES * UNIT) {
        return false;
      }
      ArrayDeque<DeviceBlock<S>> same = bySize.get((int) (block.sizeBytes() / UNIT));
      return same.size() < MOST && same.add(block);
    }

    void drainTo(Consumer<DeviceBlock<S>> receiver) {
      bySize.forEach(same -> {
        same.forEach(receiver);
        same.clear();
      });
    }
  }

  /** Rounds the size of a block up. */
  public static long roundUp(long sizeBytes) {
    return (Math.max(sizeBytes, 1) + UNIT - 1) & -UNIT;
  }

  /** Returns the size of a new segment for a block of a rounded size. */
  public static long segmentBytes(long rounded) {
    return rounded <= SMALL ? SEGMENT : (rounded + SEGMENT - 1) & -SEGMENT;
  }

  /** Takes a block of exactly this size that was just released, or returns null. */
  public DeviceBlock<S> takeRecent(S stream, long rounded) {
    Recent<S> known = recent.get(stream);
    if (known == null) { // most streams release something soon
      known = new Recent<>();
      recent.put(stream, known);
    }
    return known.poll(rounded);
  }

  /** Takes the smallest joined block that is large enough, or returns null. */
  public DeviceBlock<S> takeJoined(S stream, long rounded) {
    NavigableSet<DeviceBlock<S>> candidates = ofStream(stream);
    for (DeviceBlock<S> block : candidates.tailSet(DeviceBlock.segment(stream, 0, rounded))) {
      if (rounded > SMALL || block.segmentBytes() == SEGMENT) {
        candidates.remove(block);
        return block;
      }
    }
    return null;
  }

  private NavigableSet<DeviceBlock<S>> ofStream(S stream) {
    return joined.computeIfAbsent(
        stream,
        _ ->
            new TreeSet<>(
                Comparator.<DeviceBlock<S>>comparingLong(DeviceBlock::sizeBytes)
                    .thenComparingLong(DeviceBlock::address)));
  }

  /**
   * Puts a block in use; what it has beyond a rounded size becomes a free block if it is worth it.
   */
  public void use(DeviceBlock<S> block, long rounded) {
    long rest = block.sizeBytes() - rounded;
    if (rest > (block.segmentBytes() == SEGMENT ? 0 : SMALL)) {
      ofStream(block.stream()).add(block.cut(rounded));
    }
    block.setFree(false);
  }

  /** Adds a block that was just released, and whose stream will ask for more. */
  public void add(DeviceBlock<S> block) {
    Recent<S> same = recent.get(block.stream());
    if (same == null || !same.add(block)) {
      join(block);
    }
  }

  /** Adds a block that nothing uses, joined with its free neighbours. */
  public void join(DeviceBlock<S> block) {
    block.setFree(true);
    NavigableSet<DeviceBlock<S>> others = ofStream(block.stream());
    DeviceBlock<S> whole = block;
    if (block.before() != null && block.before().isFree()) {
      whole = block.before();
      others.remove(whole);
      whole.absorbNext();
    }
    if (whole.after() != null && whole.after().isFree()) {
      others.remove(whole.after());
      whole.absorbNext();
    }
    others.add(whole);
  }

  /** Joins the blocks of a stream that were just released. */
  public void joinRecent(S stream) {
    Recent<S> known = recent.get(stream);
    if (known != null) {
      known.drainTo(this::join);
    }
  }

  /** Joins all blocks that were just released, and returns the streams with free blocks. */
  public List<S> joinAll() {
    recent.values().forEach(each -> each.drainTo(this::join));
    return new ArrayList<>(joined.keySet());
  }

  /** Gives up the whole segments of a stream; one stays if {@code receiver} throws. */
  public void removeSegments(S stream, Consumer<DeviceBlock<S>> receiver) {
    NavigableSet<DeviceBlock<S>> unused = joined.get(stream);
    if (unused == null) {
      return;
    }
    for (Iterator<DeviceBlock<S>> each = unused.iterator(); each.hasNext(); ) {
      DeviceBlock<S> block = each.next();
      if (block.isWholeSegment()) {
        receiver.accept(block);
        each.remove();
      }
    }
    if (unused.isEmpty()) {
      joined.remove(stream);
    }
  }

  /** Forgets a stream that will ask for nothing; its blocks were joined before. */
  public void forget(S stream) {
    recent.remove(stream);
  }
}
