package jackfield.internal;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * The writer's side of {@code jackfield.context.Epochs}, whose comment explains the protocol.
 *
 * <p><em>Threads</em>: safe for all.
 *
 * @param <C> {@code jackfield.context.DispatchContext}
 */
public interface EpochAccess<C> {
  /** Returns the accessor that the class {@code contexts} offers. */
  @SuppressWarnings("unchecked") // offer(…) takes the same type argument twice
  static <C> EpochAccess<C> of(Class<C> contexts) {
    return (EpochAccess<C>) Accessors.of(contexts);
  }

  /** Offers {@code access}; called by the static initializer of {@code contexts}. */
  static <C> void offer(Class<C> contexts, EpochAccess<C> access) {
    Accessors.offer(contexts, access);
  }

  /**
   * Starts the next epoch and returns it. If {@link #oldestInside} or a similar method finds a
   * thread outside older epochs, that thread sees all earlier writes of the caller.
   */
  default long advance() {
    return advance(epoch -> {});
  }

  /**
   * Publishes tables and starts the next epoch. {@code publisher} stores tables with the number it
   * receives, which becomes the current epoch afterwards. If it throws before its first store, the
   * epoch does not start. After its first store it must not throw.
   */
  long advance(LongConsumer publisher);

  /** Returns the oldest epoch that a thread is inside, {@link Long#MAX_VALUE} if there is none. */
  long oldestInside();

  /** Returns a context that is inside an epoch before {@code epoch}, or null if none is. */
  C anyInsideBefore(long epoch);

  /** Returns the contexts that are inside an epoch before {@code epoch}; for reports. */
  List<C> insideBefore(long epoch);

  /** Returns whether the context's thread is inside an epoch before {@code epoch}. */
  boolean isInsideBefore(C context, long epoch);

  /** Returns the epoch that the context's thread is inside, 0 if none. */
  long epochAcquire(C context);

  /**
   * Returns the number that the context's {@code nextSequence} returns next; only for its own
   * thread.
   */
  long upcomingSequence(C context);
}
