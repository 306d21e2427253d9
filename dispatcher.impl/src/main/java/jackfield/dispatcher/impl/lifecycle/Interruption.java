package jackfield.dispatcher.impl.lifecycle;

import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.BundleException;

/**
 * Tells whether a step of the framework failed since its thread was interrupted, or did not get a
 * lock of Felix. The bundle is not the reason then.
 */
final class Interruption {
  private static final Pattern LOCK_NOT_TAKEN = // in texts of Felix, also in the middle
      Pattern.compile("(?:Unable to|Cannot) acquire (?:the )?(?:global|bundle) lock");

  private Interruption() {}

  /**
   * Returns whether the thread is interrupted. Felix clears the status of a thread that waits for a
   * lock; it is set again for a thread that was interrupted before. Otherwise it stays cleared,
   * since Felix interrupts waiting threads itself.
   */
  static boolean isPresent(boolean wasInterrupted, Throwable thrown) {
    if (wasInterrupted && isLockNotTaken(thrown)) {
      Thread.currentThread().interrupt();
    }
    return Thread.currentThread().isInterrupted();
  }

  /** Returns whether Felix gave up waiting for a lock. */
  static boolean isLockNotTaken(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .filter(each -> each instanceof BundleException || each instanceof IllegalStateException)
        .anyMatch(each -> LOCK_NOT_TAKEN.matcher(String.valueOf(each.getMessage())).find());
  }
}
