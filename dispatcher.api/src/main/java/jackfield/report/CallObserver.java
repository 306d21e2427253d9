package jackfield.report;

import java.util.List;

/**
 * Receives calls of operators: before each call, and after it with its results or its failure. A
 * redispatch is not reported, but a new call from inside a kernel is. Calls of a kernel for an
 * exact key and calls without a kernel are not reported.
 *
 * <p>An exception of an observer does not reach the caller. It is logged once for each observer,
 * and the observer stays registered. Calls that an observer makes are not observed.
 *
 * <p><em>Threads</em>: called on the thread of each call, many at a time.
 *
 * <p><em>Source</em>: the observers that {@code call} and {@code callBoxed} of PyTorch 2.13's
 * dispatcher notify.
 */
public interface CallObserver {
  /** Returns the name under which its own failures are logged. */
  default String name() {
    return getClass().getName();
  }

  /** Returns whether it receives the arguments of each call. */
  default boolean wantsInputs() {
    return false;
  }

  /** Returns whether it receives the results of each call. */
  default boolean wantsOutputs() {
    return false;
  }

  /**
   * Receives a call before its kernel runs.
   *
   * @return the note for {@link #ended} or {@link #failed} of this call; may be null
   */
  Object started(ObservedCall call);

  /**
   * Receives a call that has ended.
   *
   * @param note what {@link #started} returned
   * @param outputs the results, numbers boxed; empty unless asked for
   */
  default void ended(ObservedCall call, Object note, List<Object> outputs) {}

  /**
   * Receives a call that has failed.
   *
   * @param note what {@link #started} returned
   * @param failure the exception that the caller receives; an observer must not keep it, since it
   *     may hold classes of a bundle
   */
  default void failed(ObservedCall call, Object note, Throwable failure) {}
}
