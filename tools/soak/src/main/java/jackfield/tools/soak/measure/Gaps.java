package jackfield.tools.soak.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;

/**
 * The longest gap of any thread in each window of time; a gap counts in each window that it
 * overlaps. Two parts of a gap are recorded separately. <em>Held</em> is what was no wait for a
 * core: in that part the thread was stopped or busy. <em>Own</em> is what of that was not taken by
 * the host of a virtual machine; see {@link ThreadTimes}.
 */
public final class Gaps {
  private final List<Window> windows = new ArrayList<>();
  private volatile Window open = new Window();

  /** A window of time. */
  static final class Window {
    private final long fromNanos = System.nanoTime();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicReference<Held> longestHeld = new AtomicReference<>(Held.NONE);
    private final AtomicLong longestOwn = new AtomicLong();
    private long toNanos; // written by the measuring thread

    private void note(long gapNanos, Held held) {
      longest.accumulateAndGet(gapNanos, Math::max);
      longestOwn.accumulateAndGet(held.nanos - held.hostNanos, Math::max);
      if (held.nanos > longestHeld.get().nanos) {
        longestHeld.accumulateAndGet(held, (one, other) -> one.nanos < other.nanos ? other : one);
      }
    }
  }

  /**
   * A gap, on the clock {@link System#nanoTime}.
   *
   * @param nanos the part of the gap that was no wait for a core
   * @param ranNanos the part in which the thread computed
   * @param hostNanos the part that the host took
   */
  record Held(long fromNanos, long toNanos, long nanos, long ranNanos, long hostNanos) {
    public static final Held NONE = new Held(0, 0, 0, 0, 0);

    private static Held of(long fromNanos, ThreadTimes.Parts parts) {
      long nanos = Math.max(0, parts.atNanos() - fromNanos - parts.waited());
      long ran = Math.max(0, nanos - parts.rest());
      return new Held(fromNanos, parts.atNanos(), nanos, ran, Math.min(nanos, parts.host()));
    }

    /** Returns the part of a stop that overlaps the gap. */
    long nanosOf(Stop stop) {
      return Math.max(0, Math.min(toNanos, stop.toNanos()) - Math.max(fromNanos, stop.fromNanos()));
    }
  }

  /** A window that has ended, and its longest gap without waits for a core; by the same clock. */
  record Span(long fromNanos, long toNanos, Held longest) {}

  /**
   * Windows that have ended.
   *
   * @param longest nanoseconds, in ascending order
   * @param longestHeld nanoseconds, in ascending order
   * @param longestOwn nanoseconds, in ascending order
   * @param spans in order of time
   */
  public record Taken(long[] longest, long[] longestHeld, long[] longestOwn, List<Span> spans) {
    private static final long[] NO_GAPS = {};
    public static final Taken NONE = new Taken(NO_GAPS, NO_GAPS, NO_GAPS, List.of());
  }

  /** Records the gaps between the turns of the thread that created it. */
  public final class Turns implements AutoCloseable {
    private static final long NOTED_NANOS = 20_000; // shorter gaps are not pauses

    private long last =
        System.nanoTime(); // read before the times, whose reading is then part of a gap
    private final ThreadTimes times = ThreadTimes.ofThisThread();
    private Window window = open;

    /** Ends a turn. */
    public void end() {
      long now = System.nanoTime();
      Window present = open;
      if (now - last > NOTED_NANOS || present != window) {
        Held held = Held.of(last, times.read());
        now = held.toNanos; // later, if the reading was delayed
        window.note(now - last, held);
        present.note(now - last, held);
        window = present;
      }
      last = now;
    }

    @Override
    public void close() {
      times.close();
    }
  }

  /** Ends a window and opens the next; for the measuring thread. */
  public void open() {
    open.toNanos = System.nanoTime();
    windows.add(open);
    open = new Window();
  }

  /** Discards the open window and opens another. */
  public void skip() {
    open = new Window();
  }

  /** Removes the windows that have ended, and returns their gaps. */
  public Taken take() {
    Taken taken =
        new Taken(
            sorted(window -> window.longest.get()),
            sorted(window -> window.longestHeld.get().nanos),
            sorted(window -> window.longestOwn.get()),
            windows.stream()
                .map(each -> new Span(each.fromNanos, each.toNanos, each.longestHeld.get()))
                .toList());
    windows.clear();
    return taken;
  }

  private long[] sorted(ToLongFunction<Window> gap) {
    return windows.stream().mapToLong(gap).sorted().toArray();
  }
}
