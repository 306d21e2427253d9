package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import java.util.function.BooleanSupplier;

/**
 * A handle of the kernel that was active for a key of an operator at one moment. It can be called
 * later, even when another kernel is active for the key, until its registration is withdrawn.
 *
 * <p><em>Threads</em>: safe for all; closing the registration waits for running calls.
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
   * @param isWithdrawn whether the registration was withdrawn; safe for all threads, and true
   *     before the last epoch with this kernel ends
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

  /** Returns the operator of the kernel. */
  public Operator operator() {
    return operator;
  }

  /** Returns the key for which it was active. */
  public DispatchKey key() {
    return key;
  }

  /** Returns its provider. */
  public Provenance provenance() {
    return provenance;
  }

  /** Returns whether its registration was withdrawn. */
  public boolean isWithdrawn() {
    return isWithdrawn.getAsBoolean();
  }

  /**
   * Runs the kernel on the arguments on top of {@code stack}, which the results replace.
   *
   * @param keys the raw key set to pass
   * @throws KernelWithdrawn if its registration was withdrawn
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
      try {
        FailedCall.tell(outermost, failure, operator, key, provenance);
      } finally {
        if (outermost) {
          context.epoch = 0;
        }
      }
      throw failure;
    }
  }
}
