package jackfield.itests.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/**
 * The longest gap of any thread in each window of time; a gap counts in each that it touches. Of a
 * gap that the thread did not spend waiting for a core is noted apart: it was stopped, or busy.
 */
final class Gaps {
  private final List<Window> windows = new ArrayList<>();
  private volatile Window open = new Window();

  /** A window of time. */
  static final class Window {
    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong longestHeld = new AtomicLong();

    private void note(long nanos, long heldNanos) {
      longest.accumulateAndGet(nanos, Math::max);
      longestHeld.accumulateAndGet(heldNanos, Math::max);
    }
  }

  /** Windows that ended; nanoseconds, each in order of length. */
  record Taken(long[] longest, long[] longestHeld) {
    static final Taken NONE = new Taken(new long[0], new long[0]);
  }

  /** Notes the gaps between the turns of the thread that made it. */
  final class Turns implements AutoCloseable {
    private static final long NOTED_NANOS = 20_000; // shorter gaps are no pauses

    private long last = System.nanoTime(); // before the waits, which are then part of a gap
    private final CoreWaits waits = CoreWaits.ofThisThread();
    private Window window = open;

    /** Ends a turn. */
    void end() {
      long now = System.nanoTime();
      Window present = open;
      if (now - last > NOTED_NANOS || present != window) {
        long gap = now - last;
        long held = Math.max(0, gap - waits.nanosSinceLast());
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

  /** Ends a window and opens the next; for the thread that measures. */
  void open() {
    windows.add(open);
    open = new Window();
  }

  /** Forgets the window that is open, and opens one. */
  void skip() {
    open = new Window();
  }

  /** Forgets the windows that ended, and returns their gaps. */
  Taken take() {
    Taken taken =
        new Taken(
            sorted(window -> window.longest.get()), sorted(window -> window.longestHeld.get()));
    windows.clear();
    return taken;
  }

  private long[] sorted(ToLongFunction<Window> gap) {
    return windows.stream().mapToLong(gap).sorted().toArray();
  }
}
