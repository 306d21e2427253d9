package jackfield.backend.cuda.driver;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a segment, which is one allocation of the driver. The lock of its {@link
 * BlockAllocator} guards its fields.
 */
final class DeviceBlock {
  final Segment segment;
  final long address;
  long sizeBytes;
  boolean isFree = true;
  DeviceBlock before; // the neighbours in the segment
  DeviceBlock after;
  final List<GpuStream> otherUsers = new ArrayList<>(0);
  int holds; // graphs that use the block
  boolean isAwaited; // released, but held

  /**
   * One allocation of the driver, whose blocks are used by the work of one stream.
   *
   * @param stream the stream
   * @param address its address
   * @param sizeBytes its size
   */
  record Segment(GpuStream stream, long address, long sizeBytes) {}

  DeviceBlock(Segment segment, long address, long sizeBytes) {
    this.segment = segment;
    this.address = address;
    this.sizeBytes = sizeBytes;
  }

  boolean isWholeSegment() {
    return before == null && after == null;
  }

  /** Returns this block or the one behind it in the segment that has an address, or null. */
  DeviceBlock at(long wanted) {
    DeviceBlock each = this;
    while (each != null && wanted - each.address >= each.sizeBytes) {
      each = each.after;
    }
    return each;
  }

  /** Cuts the block and returns the part after the first {@code keptBytes} bytes. */
  DeviceBlock cut(long keptBytes) {
    DeviceBlock rest = new DeviceBlock(segment, address + keptBytes, sizeBytes - keptBytes);
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
    DeviceBlock next = after;
    sizeBytes += next.sizeBytes;
    after = next.after;
    if (after != null) {
      after.before = this;
    }
  }
}
