package jackfield.context;

import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The contexts of all threads, each held weakly. Every traversal removes the contexts of threads
 * that have ended. A traversal also runs when as many contexts were added as the last one left. The
 * number of contexts is therefore at most twice the number of threads alive at once, and each
 * thread costs two steps of a traversal on average.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Contexts {
  private static final int FIRST_PRUNING = 64;

  private final Queue<WeakReference<DispatchContext>> all = new ConcurrentLinkedQueue<>();
  private final AtomicInteger untilPruning = new AtomicInteger(FIRST_PRUNING);

  /** Adds the context of a thread that has not ended. */
  void add(DispatchContext context) {
    all.add(new WeakReference<>(context));
    if (untilPruning.decrementAndGet() <= 0) {
      untilPruning.set(FIRST_PRUNING); // if an error ends the traversal, prune again soon
      int[] living = new int[1];
      forEach(_ -> living[0]++);
      untilPruning.set(Math.max(FIRST_PRUNING, living[0]));
    }
  }

  /** Passes each context whose thread has not ended to the visitor. */
  void forEach(Consumer<DispatchContext> visitor) {
    find(context -> {
      visitor.accept(context);
      return false;
    });
  }

  /**
   * Returns the first context that matches {@code wanted} and whose thread has not ended, or null.
   */
  DispatchContext find(Predicate<DispatchContext> wanted) {
    for (Iterator<WeakReference<DispatchContext>> each = all.iterator(); each.hasNext(); ) {
      DispatchContext context = each.next().get();
      if (context == null || context.isOver()) {
        each.remove();
      } else if (wanted.test(context)) {
        return context;
      }
    }
    return null;
  }

  /** Returns the number of contexts that can be added before the next pruning. */
  int untilPruning() {
    return untilPruning.get();
  }

  /** Returns the number of contexts, including those that the next traversal removes. */
  int size() {
    return all.size();
  }
}
