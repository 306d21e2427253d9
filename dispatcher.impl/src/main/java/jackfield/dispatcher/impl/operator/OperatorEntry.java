package jackfield.dispatcher.impl.operator;

import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.table.Calls;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.Resolved;
import jackfield.kernel.CallWatch;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.schema.OperatorName;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * One operator: its registrations and its handles, one boxed handle and one for each type. Handles
 * are weakly referenced, since a typed handle is of a class of the library, whose bundle may be
 * unplugged. The entry stays while a caller holds a handle, so that the handle works again when the
 * operator is defined again.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class OperatorEntry {
  private final OperatorName name;
  private final long number;
  private final List<WeakReference<Operator>> handles = new ArrayList<>(1);
  private OperatorState state;

  /** A new table and its operator. */
  public record Built(Operator operator, DispatchTable table) {}

  /** Creates an entry; entries are ordered by {@code number}. */
  public OperatorEntry(OperatorName name, long number) {
    this.name = name;
    this.number = number;
    this.state = new OperatorState(name);
  }

  public long number() {
    return number;
  }

  public OperatorName name() {
    return name;
  }

  /** Returns the registered state, which must not be modified. */
  public OperatorState state() {
    return state;
  }

  /** Replaces the registered state; allocates nothing. */
  public void become(OperatorState next) {
    state = next;
  }

  /** Returns the handle of {@code type} (null: the boxed handle), or null if there is none. */
  public Operator handle(OperatorType<?, ?, ?> type) {
    for (Operator handle : handles()) {
      if (handle.type() == type) {
        return handle;
      }
    }
    return null;
  }

  public void addHandle(Operator operator) {
    handles.add(new WeakReference<>(operator));
  }

  /** Returns whether a caller holds a handle. */
  public boolean isHeld() {
    return !handles().isEmpty();
  }

  private List<Operator> handles() {
    List<Operator> held = new ArrayList<>(handles.size());
    handles.removeIf(handle -> !isAdded(handle.get(), held));
    return held;
  }

  private static boolean isAdded(Operator handle, List<Operator> held) {
    return handle != null && held.add(handle);
  }

  /** Builds the tables of all handles from {@code next}. */
  public List<Built> build(OperatorState next, Fallbacks fallbacks, Calls calls, CallWatch watch) {
    List<Operator> held = handles();
    return held.isEmpty() ? List.of() : build(held, next, fallbacks, calls, watch);
  }

  /** Builds the tables of {@code operators} from {@code next}. */
  public static List<Built> build(
      List<Operator> operators,
      OperatorState next,
      Fallbacks fallbacks,
      Calls calls,
      CallWatch watch) {
    Resolved resolved = next.resolve(fallbacks, calls);
    List<Built> built = new ArrayList<>(operators.size());
    for (Operator operator : operators) {
      Internals.TABLES.define(operator, next.schema());
      built.add(new Built(operator, new DispatchTable(resolved, operator, watch)));
    }
    return built;
  }
}
