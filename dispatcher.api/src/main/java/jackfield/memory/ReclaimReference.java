package jackfield.memory;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

/**
 * Detects that a slab, or a large storage that was not closed, is unreachable. A reference with a
 * block is in the list of its cache, which keeps the reference itself reachable.
 */
final class ReclaimReference extends PhantomReference<Object> {
  BlockCache cache; // once set, its lock guards the fields
  Block block; // null before a block was taken, and after it was returned
  ReclaimReference before;
  ReclaimReference after;

  ReclaimReference(Object holder, ReferenceQueue<Object> queue) {
    super(holder, queue);
  }
}
