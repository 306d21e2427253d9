package jackfield.boxing;

import jackfield.context.DispatchContext;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;

/**
 * An operator that is called through the one method of an interface, without generated code.
 *
 * @param <F> the interface
 */
public final class SignedOperator<F> extends Operator {
  private final MethodHandle call;
  private final MethodHandle redispatch;
  private final F function;

  SignedOperator(Signature<F> signature) {
    super(signature);
    call = signature.adapter().call().bindTo(this);
    redispatch = signature.adapter().redispatch().bindTo(this);
    function = MethodHandleProxies.asInterfaceInstance(signature.function(), call);
  }

  /** Returns a function that calls the operator. */
  public F function() {
    return function;
  }

  /**
   * Returns a handle that calls the operator. It has the type of the interface's method, with
   * Object for types of other bundles.
   */
  public MethodHandle call() {
    return call;
  }

  /**
   * Returns a handle that runs the next kernel, selected by the raw key set in its first argument;
   * for kernels, inside a call.
   */
  public MethodHandle redispatch() {
    return redispatch;
  }

  /** Leaves the epoch if the call was the outermost; called by adapters. */
  static void leave(DispatchContext context, boolean outermost) {
    if (outermost) {
      context.exit();
    }
  }

  /** Attributes a failure to its kernel and leaves the epoch if outermost; called by adapters. */
  static void leaveFailed(
      Operator operator, DispatchContext context, boolean outermost, long keys, Throwable failure) {
    try {
      operator.failed(outermost, keys, failure);
    } finally {
      if (outermost) {
        context.epoch = 0;
      }
    }
  }

  /** Attributes a failure in a redispatched kernel; called by adapters. */
  static void failedBelow(Operator operator, long keys, Throwable failure) {
    operator.failed(false, keys, failure);
  }

  /** Drops all values above {@code bottom}; called by adapters. */
  static void dropTo(Stack stack, int bottom) {
    stack.cut(bottom);
  }

  /**
   * Requires that a boxed kernel pushed as many results as its operator has; called by adapters.
   */
  static void requireResults(Operator operator, Stack stack, int bottom, int count) {
    stack.requireResults(operator, bottom, count);
  }
}
