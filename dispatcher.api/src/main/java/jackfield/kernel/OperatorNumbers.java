package jackfield.kernel;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds an operator by its number. A context holds the number of the operator that it is inside,
 * not the operator: storing a reference would cost a garbage collector barrier at each call.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class OperatorNumbers {
  private static final int FIRST_PRUNING = 64;
  private static final List<WeakReference<Operator>> ALL = new ArrayList<>(); // guarded by itself
  private static int last; // guarded by ALL
  private static int pruneAt = FIRST_PRUNING; // guarded by ALL; grows with the live operators

  private OperatorNumbers() {}

  /** Returns the number of a new operator, from 1; it is unique in the process. */
  static int next(WeakReference<Operator> operator) {
    synchronized (ALL) {
      prune();
      ALL.add(operator);
      return ++last;
    }
  }

  /** Removes collected operators each time as many were added. Holds: ALL. */
  private static void prune() {
    if (ALL.size() >= pruneAt) {
      ALL.removeIf(operator -> operator.get() == null);
      pruneAt = Math.max(FIRST_PRUNING, 2 * ALL.size());
    }
  }

  /** Returns the operator with {@code number}, or null if it was collected. */
  static Operator find(int number) {
    synchronized (ALL) {
      return ALL.stream()
          .map(WeakReference::get)
          .filter(operator -> operator != null && operator.number() == number)
          .findFirst()
          .orElse(null);
    }
  }

  /** Returns the names of the classes whose stack frames are calls of operators. */
  public static Set<String> classNames() {
    Set<String> names = new HashSet<>(Set.of(Operator.class.getName(), HeldKernel.class.getName()));
    synchronized (ALL) {
      for (WeakReference<Operator> each : ALL) {
        Operator operator = each.get();
        if (operator != null) {
          names.add(operator.getClass().getName());
        }
      }
    }
    return names;
  }
}
