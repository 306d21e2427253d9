package jackfield.itests.hotplug;

import jackfield.context.JackfieldThread;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** A thread that does the same again and again until it is closed, or until that fails. */
final class Caller implements AutoCloseable {
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private final AtomicLong rounds = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Thread thread;

  private Caller(Thread thread) {
    this.thread = thread;
  }

  /** Starts one on a thread of the platform's own sort and one on any other. */
  static List<Caller> two(Runnable work) {
    Caller[] callers = new Caller[2];
    callers[0] = new Caller(new JackfieldThread("caller-0", () -> callers[0].repeat(work)));
    callers[1] = new Caller(new Thread(() -> callers[1].repeat(work), "caller-1"));
    List<Caller> two = List.of(callers);
    two.forEach(caller -> caller.thread.start());
    return two;
  }

  private void repeat(Runnable work) {
    try {
      while (!isClosed.get()) {
        work.run();
        rounds.incrementAndGet();
      }
    } catch (Throwable thrown) { // the thread's edge: kept for close()
      failure.set(thrown);
    }
  }

  /** Waits until a round has ended that began after this was called. */
  void awaitWholeRound() {
    long enough = rounds.get() + 2;
    Deadline.await(
        "a round of " + thread.getName(), () -> rounds.get() >= enough || failure.get() != null);
  }

  /** Ends the thread and throws what stopped it before, if something did. */
  @Override
  public void close() {
    isClosed.set(true);
    Deadline.await("the end of " + thread.getName(), () -> !thread.isAlive());
    if (failure.get() != null) {
      throw new AssertionError("after %s rounds".formatted(rounds), failure.get());
    }
  }
}
