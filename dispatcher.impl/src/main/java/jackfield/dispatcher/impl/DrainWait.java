package jackfield.dispatcher.impl;

import jackfield.dispatch.Drain;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The wait for the calls inside a bundle that leaves; it can be called off.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class DrainWait {
  private static final Duration LOOK = Duration.ofMillis(20); // for a cancellation

  private final Drain drain;
  private boolean isCancelled; // guarded by this
  private String insideAtFirst = "nobody was inside"; // guarded by this
  private long end; // guarded by this; 0 while the first wait lasts

  DrainWait(Drain drain) {
    this.drain = drain;
  }

  /** Waits until nobody is inside; false at the deadline, null for none, or when cancelled. */
  boolean await(Duration deadline) {
    look();
    boolean isDrained = awaitOrCancelled(deadline);
    synchronized (this) {
      end = end == 0 ? System.nanoTime() : end;
    }
    return isDrained;
  }

  private boolean awaitOrCancelled(Duration deadline) {
    long start = System.nanoTime();
    while (!isCancelled()) {
      long passed = System.nanoTime() - start;
      long left = deadline == null ? Long.MAX_VALUE : deadline.toNanos() - passed;
      if (drain.await(Duration.ofNanos(Math.clamp(left, 0, LOOK.toNanos())))) {
        return true;
      }
      if (left <= 0) {
        return false;
      }
    }
    return false;
  }

  private void look() {
    List<Drain.Inside> inside = drain.isDone() ? List.of() : drain.inside();
    if (inside.isEmpty()) {
      return;
    }
    String operators =
        inside.stream()
            .map(each -> each.operator().isEmpty() ? "a pinned region" : each.operator())
            .distinct()
            .collect(Collectors.joining(", "));
    synchronized (this) {
      insideAtFirst = "%d inside: %s".formatted(inside.size(), operators);
    }
  }

  /** Returns who was inside when the wait began. */
  synchronized String insideAtFirst() {
    return insideAtFirst;
  }

  /** Returns how long it took from a moment of {@link System#nanoTime}; 0 while it lasts. */
  synchronized long nanosFrom(long moment) {
    return end == 0 ? 0 : end - moment;
  }

  synchronized boolean isCancelled() {
    return isCancelled;
  }

  synchronized void cancel() {
    isCancelled = true;
  }

  /** Takes a cancellation back that cannot be done. */
  synchronized void goOn() {
    isCancelled = false;
  }

  List<Drain.Inside> inside() {
    return drain.isDone() ? List.of() : drain.inside();
  }

  /** Returns why the bundle is resident. */
  String reason() {
    return "resident: "
        + inside().stream().map(Drain.Inside::text).collect(Collectors.joining("; "));
  }

  /** Returns the stacks of those inside, each on lines of its own. */
  String stacks() {
    return inside().stream()
        .map(inside -> "\n" + inside.textWithStack())
        .collect(Collectors.joining());
  }
}
