package jackfield.dispatcher.impl.operator;

import jackfield.dispatcher.impl.table.Calls;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.TableResolver;
import jackfield.kernel.CallWatch;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * One operator: what is registered for it, and the operators that callers hold for it, one without
 * a class of its own and one for each type. Those are held weakly, since a typed one is of the
 * library's class, and the library may leave. The entry stays as long as a caller holds one, so
 * that it serves again when the definition comes back.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class OperatorEntry {
  private final OperatorName name;
  private final long number;
  private final List<WeakReference<Operator>> handles = new ArrayList<>();
  private OperatorState state;

  /** A table, and the operator that it is for. */
  public record Built(Operator operator, DispatchTable table) {}

  /** Creates an entry; {@code number} tells the order of entries. */
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

  /** Returns what is registered; not to be changed. */
  public OperatorState state() {
    return state;
  }

  /** Replaces what is registered; allocates nothing. */
  public void become(OperatorState next) {
    state = next;
  }

  /** Returns the operator of {@code type}, null for the one without, or null if there is none. */
  public Operator handle(OperatorType<?, ?, ?> type) {
    return handles().stream().filter(handle -> handle.type() == type).findFirst().orElse(null);
  }

  public void addHandle(Operator operator) {
    handles.add(new WeakReference<>(operator));
  }

  /** Returns whether a caller holds an operator. */
  public boolean isHeld() {
    return !handles().isEmpty();
  }

  private List<Operator> handles() {
    handles.removeIf(handle -> handle.get() == null);
    return handles.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
  }

  /** Builds a table of {@code next} for each operator that a caller holds. */
  public List<Built> build(OperatorState next, Fallbacks fallbacks, Calls calls, CallWatch watch) {
    List<Operator> held = handles();
    return held.isEmpty() ? List.of() : build(held, next, fallbacks, calls, watch);
  }

  /** Builds a table of {@code next} for each of {@code operators}. */
  public static List<Built> build(
      List<Operator> operators,
      OperatorState next,
      Fallbacks fallbacks,
      Calls calls,
      CallWatch watch) {
    Resolution[] resolutions = next.resolve(fallbacks, calls);
    Function<DispatchKey, KernelFunction> registered = next.registered(fallbacks);
    long[] masks = TableResolver.masks(resolutions);
    List<Built> built = new ArrayList<>();
    for (Operator operator : operators) {
      operator.define(next.schema());
      built.add(
          new Built(operator, new DispatchTable(resolutions, registered, masks, operator, watch)));
    }
    return built;
  }
}
