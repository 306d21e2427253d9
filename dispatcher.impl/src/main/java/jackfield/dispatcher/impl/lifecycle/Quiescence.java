package jackfield.dispatcher.impl.lifecycle;

import jackfield.context.JackfieldThread;
import jackfield.dispatcher.impl.whiteboard.RemovalStage;
import jackfield.spi.Quiescent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Waits until the asynchronous work of a bundle's services is idle, see {@link Quiescent}.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
final class Quiescence implements RemovalStage {
  private static final System.Logger LOG = System.getLogger(Quiescence.class.getName());
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private final String bundle;
  private final List<Quiescent> services;
  private Duration limit; // of the next request to the services; guarded by this
  private Thread worker; // the latest that asks them; null before; guarded by this
  private String stuckAt = "nowhere"; // where the worker was at the deadline; guarded by this
  private volatile boolean isAtRest;

  /**
   * Creates the wait for the {@link Quiescent} services among {@code services}.
   *
   * @param deadline the limit of the first request; null for none
   */
  Quiescence(String bundle, List<Object> services, Duration deadline) {
    this.bundle = bundle;
    this.services =
        services.stream().filter(Quiescent.class::isInstance).map(Quiescent.class::cast).toList();
    // A service may convert its limit to nanoseconds, which have an end.
    boolean isForEver = deadline == null || deadline.compareTo(FOR_EVER) > 0;
    this.limit = isForEver ? FOR_EVER : deadline;
    this.isAtRest = this.services.isEmpty();
  }

  boolean isEmpty() {
    return services.isEmpty();
  }

  /** Asks the services on another thread, unless one does already, and waits. */
  @Override
  public boolean await(Duration slice) {
    if (isAtRest) {
      return true;
    }
    try {
      Thread asked = asking();
      if (asked.join(slice) && !isAtRest) {
        Thread.sleep(slice); // the worker gave up; not asked again at once
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return isAtRest;
  }

  private synchronized Thread asking() {
    if (worker == null || !worker.isAlive()) {
      Duration allowed = limit;
      worker = new JackfieldThread("jackfield-quiesce-" + bundle, () -> ask(allowed));
      worker.setDaemon(true);
      worker.start();
    }
    return worker;
  }

  private void ask(Duration allowed) {
    for (Quiescent service : services) {
      try {
        service.quiesce(allowed);
      } catch (InterruptedException _) {
        return; // past the deadline: the work goes on
      } catch (RuntimeException | Error thrown) { // the bundle's edge
        LOG.log(System.Logger.Level.ERROR, bundle + " failed to quiesce", thrown);
      }
    }
    isAtRest = true;
  }

  /** Interrupts the worker; the next wait asks the services without a limit. */
  @Override
  public synchronized void giveUp() {
    limit = FOR_EVER;
    if (worker != null) {
      stuckAt = where(worker);
      worker.interrupt();
    }
  }

  @Override
  public synchronized String reason() {
    return "resident: its own work has not ended: " + stuckAt;
  }

  /** Returns the topmost frame of a thread as text. */
  private static String where(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .findFirst()
        .map(StackTraceElement::toString)
        .orElse("about to end");
  }
}
