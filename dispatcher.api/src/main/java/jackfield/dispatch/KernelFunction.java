package jackfield.dispatch;

import java.util.Objects;

/**
 * A kernel as it is registered: a typed one of an operator's own interface, a boxed one for any
 * operator, or a fallthrough, which makes its key transparent.
 *
 * <p><em>Threads</em>: immutable.
 */
public final class KernelFunction {
  private static final KernelFunction FALLTHROUGH =
      new KernelFunction(null, null, KernelFunction::refuseFallthrough);

  private final OperatorType<?, ?, ?> type; // null unless typed
  private final Object typed; // null unless typed
  private final BoxedKernel boxed; // null if typed

  private KernelFunction(OperatorType<?, ?, ?> type, Object typed, BoxedKernel boxed) {
    this.type = type;
    this.typed = typed;
    this.boxed = boxed;
  }

  /** Returns a kernel of the operator's own interface. */
  public static <K> KernelFunction typed(OperatorType<?, K, ?> type, K kernel) {
    return new KernelFunction(type, Objects.requireNonNull(kernel, "kernel"), null);
  }

  /** Returns a kernel for any operator. */
  public static KernelFunction boxed(BoxedKernel kernel) {
    return new KernelFunction(null, null, Objects.requireNonNull(kernel, "kernel"));
  }

  /** Returns the kernel that makes its key transparent. */
  public static KernelFunction fallthrough() {
    return FALLTHROUGH;
  }

  /** Returns whether this makes its key transparent. */
  public boolean isFallthrough() {
    return this == FALLTHROUGH;
  }

  /** Returns the type whose interface the kernel has, or null if it is boxed. */
  public OperatorType<?, ?, ?> type() {
    return type;
  }

  /** Returns the object that runs, to tell kernels apart. */
  public Object target() {
    return typed != null ? typed : boxed;
  }

  /** Runs the kernel boxed. */
  public void callBoxed(Operator operator, long keys, Stack stack) {
    if (boxed != null) {
      boxed.call(operator, keys, stack);
    } else {
      type.callBoxed(typed, keys, stack);
    }
  }

  /** Returns the kernel in the interface of {@code wanted}, adapted if it is not of that type. */
  public Object unboxed(OperatorType<?, ?, ?> wanted, Operator operator) {
    return type == wanted ? typed : wanted.unboxed(this, operator);
  }

  private static void refuseFallthrough(Operator operator, long keys, Stack stack) {
    throw new InvalidArgument(
        operator.name().toString(),
        "the key set of a redispatch",
        "must not have a fallthrough key as its highest, found "
            + DispatchKeySet.highestKey(keys)
            + "; pass the set of the call without the kernel's own key");
  }
}
