package jackfield.memory;

/**
 * A piece of memory of a size class. At any moment it is in exactly one collection: in use (under a
 * {@link ReclaimReference}, which is in the list of its cache), in {@link Limbo}, or free (in a
 * {@link BlockCache}). The lock of that collection guards its links.
 */
final class Block {
  private static final long ALIGNMENT = NativeHeap.ALIGNMENT;

  final long sizeBytes;
  long raw; // what malloc returned; 0 until the block has memory
  Block next; // in the chain of its collection
  BlockCache home; // the cache it returns to from limbo
  long ticket; // its sequence number in limbo
  long epoch; // calls from before this epoch may be reading the block; 0 while not yet known

  Block(long sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  long address() {
    return (raw + ALIGNMENT - 1) & -ALIGNMENT;
  }
}
