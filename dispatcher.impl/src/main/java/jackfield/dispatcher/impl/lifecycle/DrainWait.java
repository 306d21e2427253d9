package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.whiteboard.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The wait for the calls inside a bundle that leaves.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class DrainWait implements Stage {
  private final Drain drain;
  private String insideAtFirst = "nobody was inside"; // guarded by this
  private long end; // guarded by this; 0 while the first wait lasts

  public DrainWait(Drain drain) {
    this.drain = drain;
  }

  /** Looks who is inside. */
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

  /** Returns who was inside when the wait began. */
  synchronized String insideAtFirst() {
    return insideAtFirst;
  }

  /** Returns how long it took from a moment of {@link System#nanoTime}; 0 while it lasts. */
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
