package jackfield.context;

import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The contexts of all threads, each held weakly. The contexts of threads that have ended are
 * forgotten by every walk, and when as many contexts were added as were left by the last pruning.
 * So there are never more than twice as many as threads living at once, and a thread pays for two
 * steps of a walk on average.
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
      untilPruning.set(FIRST_PRUNING); // where the walk is cut short by an error, soon again
      int[] living = new int[1];
      forEach(_ -> living[0]++);
      untilPruning.set(Math.max(FIRST_PRUNING, living[0]));
    }
  }

  /** Shows each context whose thread has not ended. */
  void forEach(Consumer<DispatchContext> visitor) {
    find(context -> {
      visitor.accept(context);
      return false;
    });
  }

  /** Returns the first context that is {@code wanted} and whose thread has not ended, or null. */
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

  /** Returns how many are still added before a walk prunes. */
  int untilPruning() {
    return untilPruning.get();
  }

  /** Returns how many are kept, those included that the next walk forgets. */
  int size() {
    return all.size();
  }
}
