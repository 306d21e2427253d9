package jackfield.dispatcher.impl.operator;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The deadlines that callers give: any duration, even one that nanoseconds cannot express. */
public final class Deadline {
  // Half of the range: the sum with a System.nanoTime still compares as later.
  private static final long MOST_NANOS = Long.MAX_VALUE / 2;

  private Deadline() {}

  /** Returns a deadline in nanoseconds: at least 0, at most 146 years. */
  public static long nanos(Duration deadline) {
    return Math.clamp(TimeUnit.NANOSECONDS.convert(deadline), 0, MOST_NANOS);
  }

  /** Refuses a deadline that is null; the error names {@code request}. */
  public static void given(String request, Duration deadline) {
    Objects.requireNonNull(deadline, () -> request + ": deadline is null");
  }
}
