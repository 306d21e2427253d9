package jackfield.tools.soak.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;

/**
 * The longest gap of any thread in each window of time; a gap counts in each window that it
 * overlaps. The part of a gap that was no wait for a core is recorded separately: in that part the
 * thread was stopped or busy.
 */
public final class Gaps {
  private final List<Window> windows = new ArrayList<>();
  private volatile Window open = new Window();

  /** A window of time. */
  static final class Window {
    private final long fromNanos = System.nanoTime();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicReference<Held> longestHeld = new AtomicReference<>(Held.NONE);
    private long toNanos; // written by the measuring thread

    private void note(long gapNanos, Held held) {
      longest.accumulateAndGet(gapNanos, Math::max);
      if (held.nanos > longestHeld.get().nanos) {
        longestHeld.accumulateAndGet(held, (one, other) -> one.nanos < other.nanos ? other : one);
      }
    }
  }

  /**
   * A gap, on the clock {@link System#nanoTime}.
   *
   * @param nanos the part of the gap that was no wait for a core
   */
  record Held(long fromNanos, long toNanos, long nanos) {
    public static final Held NONE = new Held(0, 0, 0);

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
   * @param spans in order of time
   */
  public record Taken(long[] longest, long[] longestHeld, List<Span> spans) {
    public static final Taken NONE = new Taken(new long[0], new long[0], List.of());
  }

  /** Records the gaps between the turns of the thread that created it. */
  public final class Turns implements AutoCloseable {
    private static final long NOTED_NANOS = 20_000; // shorter gaps are not pauses

    private long last =
        System.nanoTime(); // read before the waits, whose reading is then part of a gap
    private final CoreWaits waits = CoreWaits.ofThisThread();
    private Window window = open;

    /** Ends a turn. */
    public void end() {
      long now = System.nanoTime();
      Window present = open;
      if (now - last > NOTED_NANOS || present != window) {
        long gap = now - last;
        Held held = new Held(last, now, Math.max(0, gap - waits.nanosSinceLast()));
        window.note(gap, held);
        present.note(gap, held);
        window = present;
      }
      last = now;
    }

    @Override
    public void close() {
      waits.close();
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
