package jackfield.memory;

/**
 * A piece of memory of a size class. It is in one place at any moment: in use (under a {@link Net},
 * which is in the list of its cache), in {@link Limbo}, or free (in a {@link BlockCache}). Its
 * links are written under the lock of that place.
 */
final class Block {
  private static final long ALIGNMENT = NativeHeap.ALIGNMENT;

  final long sizeBytes;
  long raw; // what malloc returned; 0 before, then the block has no memory yet
  Block next; // in the place's chain
  BlockCache home; // the cache it returns to from limbo
  long ticket; // its number of arrival in limbo
  long epoch; // calls from before it may be reading the block; 0 while not yet known

  Block(long sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  long address() {
    return (raw + ALIGNMENT - 1) & -ALIGNMENT;
  }
}
