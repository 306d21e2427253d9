package jackfield.dispatcher.impl.lifecycle;

import jackfield.context.JackfieldThread;
import jackfield.dispatcher.impl.whiteboard.Stage;
import jackfield.spi.Quiescent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The wait for the work that services of a bundle do by themselves.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Quiescence implements Stage {
  private static final System.Logger LOG = System.getLogger(Quiescence.class.getName());
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private final String bundle;
  private final List<Quiescent> services;
  private Duration limit; // for the services when they are asked next; guarded by this
  private Thread worker; // who asks them, the latest; null before; guarded by this
  private String stuckAt = "nowhere"; // when it was given up; guarded by this
  private volatile boolean isAtRest;

  /**
   * Creates the wait for those of {@code services} that have such work.
   *
   * @param deadline how long they may take at first; null for ever
   */
  Quiescence(String bundle, List<Object> services, Duration deadline) {
    this.bundle = bundle;
    this.services =
        services.stream().filter(Quiescent.class::isInstance).map(Quiescent.class::cast).toList();
    this.limit = deadline == null ? FOR_EVER : deadline;
    this.isAtRest = this.services.isEmpty();
  }

  boolean isEmpty() {
    return services.isEmpty();
  }

  /** Asks the services for it unless somebody does, and waits. */
  @Override
  public boolean await(Duration slice) {
    if (isAtRest) {
      return true;
    }
    try {
      Thread asked = asking();
      if (asked.join(slice) && !isAtRest) {
        Thread.sleep(slice); // it gave up; not asked again at once
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
        return; // it took too long, and goes on
      } catch (RuntimeException | Error thrown) { // the bundle's edge
        LOG.log(System.Logger.Level.ERROR, bundle + " does not come to rest", thrown);
      }
    }
    isAtRest = true;
  }

  /** Interrupts who asks; when it is waited for again the services are asked without a limit. */
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

  /** Returns where a thread is stuck, in words. */
  private static String where(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .findFirst()
        .map(StackTraceElement::toString)
        .orElse("about to end");
  }
}
