package jackfield.dispatcher.impl;

import jackfield.dispatch.JackfieldThread;
import jackfield.spi.Quiescent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The wait for the work that services of a bundle do by themselves. */
final class Quiescence {
  private static final System.Logger LOG = System.getLogger(Quiescence.class.getName());
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private final String bundle;
  private final List<Quiescent> services;
  private Thread worker; // null until asked for; guarded by this

  /** Creates the wait for those of {@code services} that have such work. */
  Quiescence(String bundle, List<Object> services) {
    this.bundle = bundle;
    this.services =
        services.stream().filter(Quiescent.class::isInstance).map(Quiescent.class::cast).toList();
  }

  boolean isEmpty() {
    return services.isEmpty();
  }

  /**
   * Asks the services for it, once, and waits.
   *
   * @param deadline how long; null for ever
   * @return whether nothing runs any more
   */
  boolean await(Duration deadline) {
    Duration limit = deadline == null ? FOR_EVER : deadline;
    Thread asked = worker(limit);
    try {
      if (asked.join(limit)) {
        return true;
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    asked.interrupt();
    return false;
  }

  private synchronized Thread worker(Duration limit) {
    if (worker == null) {
      worker = new JackfieldThread("jackfield-quiesce-" + bundle, () -> ask(limit));
      worker.setDaemon(true);
      worker.start();
    }
    return worker;
  }

  private void ask(Duration limit) {
    for (Quiescent service : services) {
      try {
        service.quiesce(limit);
      } catch (InterruptedException _) {
        return; // it took too long
      } catch (RuntimeException | Error thrown) { // the bundle's edge
        LOG.log(System.Logger.Level.ERROR, bundle + " does not come to rest", thrown);
      }
    }
  }

  /** Returns where the wait is stuck, in words. */
  synchronized String where() {
    return worker == null
        ? "nowhere"
        : Arrays.stream(worker.getStackTrace())
            .findFirst()
            .map(StackTraceElement::toString)
            .orElse("about to end");
  }
}
