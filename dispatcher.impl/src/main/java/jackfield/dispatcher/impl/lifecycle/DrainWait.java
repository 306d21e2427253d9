package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.whiteboard.RemovalStage;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Waits until no thread executes the withdrawn kernels of a bundle.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class DrainWait implements RemovalStage {
  private final Drain drain;
  private String insideAtFirst = "no thread was inside"; // guarded by this
  private long end; // guarded by this; 0 while the first wait lasts

  public DrainWait(Drain drain) {
    this.drain = drain;
  }

  /** Notes the calls that are inside. */
  @Override
  public void begin() {
    List<Drain.Inside> inside = inside();
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

  @Override
  public boolean await(Duration slice) {
    boolean isDrained = drain.await(slice);
    if (isDrained) {
      giveUp();
    }
    return isDrained;
  }

  @Override
  public synchronized void giveUp() {
    end = end == 0 ? System.nanoTime() : end;
  }

  /** Returns the calls that were inside when the wait began, as text. */
  synchronized String insideAtFirst() {
    return insideAtFirst;
  }

  /** Returns the nanoseconds from a {@link System#nanoTime} to the end; 0 before the end. */
  synchronized long nanosFrom(long moment) {
    return end == 0 ? 0 : end - moment;
  }

  List<Drain.Inside> inside() {
    return drain.isDone() ? List.of() : drain.inside();
  }

  @Override
  public String reason() {
    return "resident: "
        + inside().stream().map(Drain.Inside::text).collect(Collectors.joining("; "));
  }

  @Override
  public String stacks() {
    return inside().stream()
        .map(inside -> "\n" + inside.textWithStack())
        .collect(Collectors.joining());
  }
}
