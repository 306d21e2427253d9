package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchTable;
import jackfield.dispatch.Epochs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Publishes tables and lets their predecessors go when nobody can be inside them any more.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock, which {@link #cut} takes itself.
 */
final class Publication {
  private final ReentrantLock lock;
  private final Truth truth;
  private final Deque<Superseded> superseded = new ArrayDeque<>();

  /** Tables whose predecessors nobody needs once no thread is inside an epoch before theirs. */
  private record Superseded(long epoch, List<DispatchTable> tables) {}

  Publication(ReentrantLock lock, Truth truth) {
    this.lock = lock;
    this.truth = truth;
  }

  /** Publishes new tables of {@code touched}, and returns their epoch. Holds: lock. */
  long publish(Collection<OperatorEntry> touched) {
    List<DispatchTable> tables = new ArrayList<>();
    long epoch = Epochs.advance(next -> tables.addAll(truth.publish(touched, next)));
    superseded.add(new Superseded(epoch, tables));
    cut();
    return epoch;
  }

  /** Lets tables go that no thread can be inside any more. */
  void cut() {
    lock.lock();
    try {
      long oldest = Epochs.oldestInside();
      while (!superseded.isEmpty() && superseded.peekFirst().epoch() <= oldest) {
        superseded.removeFirst().tables().forEach(DispatchTable::cutPrevious);
      }
    } finally {
      lock.unlock();
    }
  }
}
