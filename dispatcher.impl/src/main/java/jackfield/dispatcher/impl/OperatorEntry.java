package jackfield.dispatcher.impl;

import jackfield.dispatch.CallWatch;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.DispatchTable;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.OperatorType;
import jackfield.dispatch.Resolution;
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
final class OperatorEntry {
  private final OperatorName name;
  private final long number;
  private final List<WeakReference<Operator>> handles = new ArrayList<>();
  private OperatorState state;

  /** A table, and the operator that it is for. */
  record Built(Operator operator, DispatchTable table) {}

  /** Creates an entry; {@code number} tells the order of entries. */
  OperatorEntry(OperatorName name, long number) {
    this.name = name;
    this.number = number;
    this.state = new OperatorState(name);
  }

  long number() {
    return number;
  }

  OperatorName name() {
    return name;
  }

  /** Returns what is registered; not to be changed. */
  OperatorState state() {
    return state;
  }

  /** Replaces what is registered; allocates nothing. */
  void become(OperatorState next) {
    state = next;
  }

  /** Returns the operator of {@code type}, null for the one without, or null if there is none. */
  Operator handle(OperatorType<?, ?, ?> type) {
    return handles().stream().filter(handle -> handle.type() == type).findFirst().orElse(null);
  }

  void addHandle(Operator operator) {
    handles.add(new WeakReference<>(operator));
  }

  /** Returns whether a caller holds an operator. */
  boolean isHeld() {
    return !handles().isEmpty();
  }

  private List<Operator> handles() {
    handles.removeIf(handle -> handle.get() == null);
    return handles.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
  }

  /** Builds a table of {@code next} for each operator that a caller holds. */
  List<Built> build(OperatorState next, Fallbacks fallbacks, Calls calls, CallWatch watch) {
    List<Operator> held = handles();
    return held.isEmpty() ? List.of() : build(held, next, fallbacks, calls, watch);
  }

  /** Builds a table of {@code next} for each of {@code operators}. */
  static List<Built> build(
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
