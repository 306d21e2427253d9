package jackfield.kernel;

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
   * Adds the note, once for all nested calls.
   *
   * @return null, or an error to throw instead, since the JVM's own one takes no note
   */
  StackOverflowError blame(OperatorName operator, DispatchKey key, Provenance by, CallWatch watch) {
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
