package jackfield.memory;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

/**
 * Finds out that a slab, or a large storage that nobody closed, is unreachable. A net that has a
 * block is in the list of its cache, which keeps the net itself reachable.
 */
final class Net extends PhantomReference<Object> {
  BlockCache cache; // the fields are guarded by this one's lock, once it is set
  Block block; // null before a block was taken, and after it was given back
  Net before;
  Net after;

  Net(Object holder, ReferenceQueue<Object> queue) {
    super(holder, queue);
  }
}
