package jackfield.backend.cuda.driver.block;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A piece of a segment, which is one allocation of the driver. The lock of its allocator guards it.
 *
 * @param <S> the type of streams
 */
public final class DeviceBlock<S> {
  private final Segment<S> segment;
  private final long address;
  private long sizeBytes;
  private boolean isFree = true;
  private DeviceBlock<S> before; // the neighbours in the segment; null at its ends
  private DeviceBlock<S> after;
  private final List<S> otherUsers = new ArrayList<>(0); // streams other than the segment's
  private int holds; // graphs that use the block
  private boolean isAwaited; // released, but held

  /**
   * One allocation of the driver, whose blocks are used by the work of one stream.
   *
   * @param stream the stream
   * @param address its address
   * @param sizeBytes its size
   */
  private record Segment<S>(S stream, long address, long sizeBytes) {}

  private DeviceBlock(Segment<S> segment, long address, long sizeBytes) {
    this.segment = segment;
    this.address = address;
    this.sizeBytes = sizeBytes;
  }

  /** Returns a free block that is all of a new segment. */
  public static <S> DeviceBlock<S> segment(S stream, long address, long sizeBytes) {
    return new DeviceBlock<>(new Segment<>(stream, address, sizeBytes), address, sizeBytes);
  }

  /** Returns the stream that the block belongs to. */
  public S stream() {
    return segment.stream();
  }

  /** Returns the address of the first byte. */
  public long address() {
    return address;
  }

  /** Returns the size of the block. */
  public long sizeBytes() {
    return sizeBytes;
  }

  long segmentBytes() {
    return segment.sizeBytes();
  }

  /** Returns whether the block can be given to any work of its stream. */
  public boolean isFree() {
    return isFree;
  }

  void setFree(boolean isUnused) {
    isFree = isUnused;
  }

  boolean isWholeSegment() {
    return before == null && after == null;
  }

  DeviceBlock<S> before() {
    return before;
  }

  DeviceBlock<S> after() {
    return after;
  }

  /** Notes that work of a stream uses the block. */
  public void addUser(S user) {
    if (user != segment.stream() && !otherUsers.contains(user)) {
      otherUsers.add(user);
    }
  }

  /** Forgets the noted streams and returns those whose work may use the block. */
  public List<S> takeUsers(Predicate<S> isDone) {
    List<S> users = otherUsers.stream().filter(isDone.negate()).toList();
    otherUsers.clear();
    return users;
  }

  /** Keeps the block in use until {@link #unhold}, for one graph. */
  public void hold() {
    holds++;
  }

  /** Ends a hold; returns whether the block was released and no graph holds it any more. */
  public boolean unhold() {
    holds--;
    boolean isReleased = holds == 0 && isAwaited;
    isAwaited = isAwaited && !isReleased;
    return isReleased;
  }

  /** Notes the release of a block and returns whether graphs hold it. */
  public boolean isReleasedLater() {
    isAwaited = holds > 0;
    return isAwaited;
  }

  /** Returns this block or the one behind it in the segment that has an address, or null. */
  public DeviceBlock<S> at(long wanted) {
    DeviceBlock<S> each = this;
    while (each != null && wanted - each.address >= each.sizeBytes) {
      each = each.after;
    }
    return each;
  }

  /** Cuts the block and returns the part after the first {@code keptBytes} bytes. */
  DeviceBlock<S> cut(long keptBytes) {
    DeviceBlock<S> rest = new DeviceBlock<>(segment, address + keptBytes, sizeBytes - keptBytes);
    rest.before = this;
    rest.after = after;
    if (after != null) {
      after.before = rest;
    }
    after = rest;
    sizeBytes = keptBytes;
    return rest;
  }

  /** Adds the next block to this one. */
  void absorbNext() {
    DeviceBlock<S> next = after;
    sizeBytes += next.sizeBytes;
    after = next.after;
    if (after != null) {
      after.before = this;
    }
  }
}
