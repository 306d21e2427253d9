package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import java.util.function.BooleanSupplier;

/**
 * The kernel that served a key of an operator when it was asked for. It can be called later, also
 * when another kernel serves the key by then, until its registration is taken back.
 *
 * <p><em>Threads</em>: safe for all; a registration that is closed waits for calls inside.
 */
public final class HeldKernel {
  private final Operator operator;
  private final DispatchKey key;
  private final KernelFunction function;
  private final Provenance provenance;
  private final BooleanSupplier isWithdrawn;

  /**
   * Creates the handle; called by dispatchers.
   *
   * @param isWithdrawn whether the registration was taken back; safe for all threads, and true
   *     before the epoch ends in which the kernel was to be found
   */
  public HeldKernel(
      Operator operator,
      DispatchKey key,
      KernelFunction function,
      Provenance provenance,
      BooleanSupplier isWithdrawn) {
    this.operator = operator;
    this.key = key;
    this.function = function;
    this.provenance = provenance;
    this.isWithdrawn = isWithdrawn;
  }

  /** Returns the operator that the kernel is of. */
  public Operator operator() {
    return operator;
  }

  /** Returns the key that it served. */
  public DispatchKey key() {
    return key;
  }

  /** Returns who registered it. */
  public Provenance provenance() {
    return provenance;
  }

  /** Returns whether its registration was taken back. */
  public boolean isWithdrawn() {
    return isWithdrawn.getAsBoolean();
  }

  /**
   * Runs the kernel on the arguments on top of {@code stack}, which the results replace.
   *
   * @param keys the raw key set to pass
   * @throws KernelWithdrawn if its registration was taken back
   */
  public void callBoxed(long keys, Stack stack) {
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(operator.number());
    try {
      if (isWithdrawn()) {
        throw new KernelWithdrawn(operator.name(), key, provenance);
      }
      function.callBoxed(operator, keys, stack);
      if (outermost) {
        context.exit();
      }
    } catch (Throwable failure) {
      if (outermost) {
        context.epoch = 0;
      }
      throw failure;
    }
  }
}
