package jackfield.itests.hotplug.platform;

import jackfield.context.JackfieldThread;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** A thread that repeats a task until it is closed, or until the task fails. */
public final class Caller implements AutoCloseable {
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private final AtomicLong rounds = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Thread thread;

  private Caller(Thread thread) {
    this.thread = thread;
  }

  /** Starts one caller on a {@code JackfieldThread} and one on an ordinary thread. */
  public static List<Caller> two(Runnable work) {
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
    } catch (Throwable thrown) { // the thread's outermost frame: the error is kept for close()
      failure.set(thrown);
    }
  }

  /** Waits for the end of a round that began after this call. */
  public void awaitWholeRound() {
    long enough = rounds.get() + 2;
    Deadline.await(
        "a round of " + thread.getName(), () -> rounds.get() >= enough || failure.get() != null);
  }

  /** Ends the thread and throws the error of its task, if there was one. */
  @Override
  public void close() {
    isClosed.set(true);
    Deadline.await("the end of " + thread.getName(), () -> !thread.isAlive());
    if (failure.get() != null) {
      throw new AssertionError("after %s rounds".formatted(rounds), failure.get());
    }
  }
}
