package jackfield.report;

import java.util.List;

/**
 * Is told of calls of operators: before each, and after it with its results or its failure. A call
 * that goes on with a smaller key set is not told again, but a call that a kernel makes anew is;
 * nor are calls of a kernel for an exact key, and calls that nobody serves.
 *
 * <p>What an observer throws does not reach the caller: it is logged, once for each observer, and
 * the observer stays. Calls that an observer makes itself are not observed.
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

  /** Returns whether it is to have the arguments of each call. */
  default boolean wantsInputs() {
    return false;
  }

  /** Returns whether it is to have the results of each call. */
  default boolean wantsOutputs() {
    return false;
  }

  /**
   * Hears of a call before its kernel runs.
   *
   * @return what {@link #ended} or {@link #failed} gets of this call; may be null
   */
  Object started(ObservedCall call);

  /**
   * Hears that a call has ended.
   *
   * @param note what {@link #started} returned
   * @param outputs the results, numbers boxed; empty unless asked for
   */
  default void ended(ObservedCall call, Object note, List<Object> outputs) {}

  /**
   * Hears that a call has failed.
   *
   * @param note what {@link #started} returned
   * @param failure what the caller gets; an observer must not keep it, since it may hold the
   *     classes of a bundle
   */
  default void failed(ObservedCall call, Object note, Throwable failure) {}
}
