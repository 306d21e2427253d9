package jackfield.dispatcher.impl.selfcheck;

import jackfield.boxing.NamedCall;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.schema.OperatorName;
import jackfield.tensor.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Calls of one operator with samples of one size, in turns of a millisecond.
 *
 * <p><em>Threads</em>: for one thread.
 */
final class RepeatedCalls {
  /**
   * After this many calls there is nothing to wait for. The JVM asks its first compiler for a
   * method after 200 calls and its second after 5,000, or later while many methods wait for that
   * compiler. Both sizes of an operator together exceed that.
   */
  static final int MOST = 4_000;

  private static final long TURN_NANOS = 1_000_000;
  private static final long SEED = 7;

  private final Dispatcher dispatcher;
  private final SampleDevice target;
  private final OperatorName name;
  private final int side;
  private final Stack stack = new Stack(); // kept, as the garbage of a call delays callers too
  private Operator operator; // null before the first call
  private Form form; // null before the first accepted call
  private int calls;

  /** Creates calls of an operator with tensors of {@code side} elements in each dimension. */
  RepeatedCalls(Dispatcher dispatcher, SampleDevice target, OperatorName name, int side) {
    this.dispatcher = dispatcher;
    this.target = target;
    this.name = name;
    this.side = side;
  }

  OperatorName name() {
    return name;
  }

  /** Returns the number of calls that were made. */
  int calls() {
    return calls;
  }

  /**
   * Makes calls until {@code end} at the latest; returns whether more of them are useful. The first
   * turn asks for the form of samples that the operator accepts, if there is one.
   *
   * @param end on the clock {@link System#nanoTime}
   * @throws RuntimeException if a call fails although one before did not, or a class is missing
   */
  boolean turn(long end) {
    if (form == null && !isAccepted()) {
      return false;
    }
    try (Scope _ = Scope.open()) {
      List<Object> arguments = arguments(form).orElseThrow();
      long own = System.nanoTime() + TURN_NANOS;
      long until = own - end < 0 ? own : end;
      do {
        call(arguments);
      } while (calls < MOST && System.nanoTime() - until < 0);
    }
    return calls < MOST;
  }

  /** Finds a form of samples that the operator accepts. */
  private boolean isAccepted() {
    operator = dispatcher.operator(name.toString());
    form = Arrays.stream(Form.values()).filter(this::accepts).findFirst().orElse(null);
    return form != null;
  }

  private boolean accepts(Form asked) {
    try (Scope _ = Scope.open()) {
      Optional<List<Object>> arguments = arguments(asked);
      arguments.ifPresent(this::call);
      return arguments.isPresent();
    } catch (RuntimeException | Error refused) { // the bundle's edge
      if (OperatorComparison.isUnusable(refused)) {
        throw refused;
      }
      return false; // the check has reported it, or this size does not fit
    }
  }

  private Optional<List<Object>> arguments(Form asked) {
    return new Samples(
            operator.schema(),
            target.device(),
            tensor -> target.toDevice(dispatcher, tensor),
            asked,
            side)
        .next(SEED)
        .map(made -> NamedCall.arguments(operator.schema(), made.positional(), made.keywords()));
  }

  private void call(List<Object> arguments) {
    try (Scope _ = Scope.open()) { // frees the results
      for (int i = 0; i < arguments.size(); i++) {
        stack.pushValue(arguments.get(i));
      }
      operator.callBoxed(stack);
    } finally {
      stack.cut(0);
    }
    calls++;
  }
}
