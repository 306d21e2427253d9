package jackfield.itests.hotplug.bundle;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Pin;
import jackfield.itests.hotplug.platform.Deadline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A thread, {@code who-stays}, that stays inside a call until it is told to leave. */
public final class Stayer implements AutoCloseable {
  private final Dispatcher dispatcher;
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch leave = new CountDownLatch(1);
  private final Thread thread = new Thread(this::stay, "who-stays");

  public Stayer(Dispatcher dispatcher) throws InterruptedException {
    this.dispatcher = dispatcher;
    thread.start();
    await(entered, "the region");
  }

  private static void await(CountDownLatch latch, String state) throws InterruptedException {
    if (!latch.await(Deadline.SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("not within %d s: %s".formatted(Deadline.SECONDS, state));
    }
  }

  private void stay() {
    try (Pin pin = dispatcher.pin()) {
      if (pin.epoch() > 0) {
        entered.countDown();
      }
      await(leave, "a word to leave");
    } catch (InterruptedException interrupted) {
      throw new AssertionError("nobody interrupts it", interrupted);
    }
  }

  @Override
  public void close() {
    leave.countDown();
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
