package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;

/**
 * A call that a kernel made fail. It adds a {@link KernelFailure} to the exception and tells the
 * dispatcher.
 *
 * @param isOutermost whether the call entered the epoch
 * @param failure what the kernel threw
 */
record FailedCall(boolean isOutermost, Throwable failure) {
  /**
   * Adds the provider of the failed kernel to the exception. It is called in catch blocks, inside
   * the epoch.
   *
   * @param isOutermost whether the call entered the epoch
   * @param failure what the kernel threw
   * @param key the key for which the kernel is registered
   * @param by the kernel's provider, or null if no kernel ran
   */
  static void tell(
      boolean isOutermost, Throwable failure, Operator operator, DispatchKey key, Provenance by) {
    if (by == null || failure instanceof JackfieldException) {
      return;
    }
    StackOverflowError copy;
    try {
      CallWatch watch = operator.table(DispatchContext.current()).watch();
      copy = new FailedCall(isOutermost, failure).blame(operator.name(), key, by, watch);
    } catch (VirtualMachineError _) {
      return; // no stack or heap left for the note; the original exception propagates unchanged
    }
    if (copy != null) {
      throw copy;
    }
  }

  /**
   * Adds the note, once for all nested calls.
   *
   * @return null, or an error to throw instead, since the JVM's own one takes no note
   */
  private StackOverflowError blame(
      OperatorName operator, DispatchKey key, Provenance by, CallWatch watch) {
    boolean isOverflow = failure instanceof StackOverflowError;
    if (isOverflow && !isOutermost) {
      return null; // too little stack is left here; the outermost call has the most
    }
    if (KernelFailure.of(failure).isPresent()) {
      return null;
    }
    KernelFailure note = new KernelFailure(operator, key, by);
    failure.addSuppressed(note);
    boolean isNoted = KernelFailure.of(failure).isPresent();
    if (isOutermost || isNoted) {
      watch.failed(note, failure); // once, even if nothing could be suppressed
    }
    return isOverflow && !isNoted ? copyWith(note) : null;
  }

  private StackOverflowError copyWith(KernelFailure note) {
    StackOverflowError copy = new StackOverflowError(failure.getMessage());
    copy.setStackTrace(failure.getStackTrace());
    copy.addSuppressed(note);
    return copy;
  }
}
