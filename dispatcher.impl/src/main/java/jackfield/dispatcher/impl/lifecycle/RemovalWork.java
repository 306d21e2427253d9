package jackfield.dispatcher.impl.lifecycle;

import jackfield.context.JackfieldThread;
import jackfield.error.JackfieldException;
import jackfield.spi.Platform.Removal.State;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs the work of one removal, on the calling thread or on a thread of its own. An unexpected
 * failure is reported, so that no thread waits for the end of a removal that no thread continues.
 *
 * <p><em>Threads</em>: safe for all. Work may hand over to another thread while it runs.
 */
final class RemovalWork {
  // The logger of the removal, since these are its messages.
  private static final System.Logger LOG = System.getLogger(BundleRemoval.class.getName());

  private final String name;
  private final String version;
  private final Consumer<Throwable> onAbandoned;
  private final AtomicInteger handOvers = new AtomicInteger(); // to threads that continue

  /** Some of the work. */
  interface Part {
    State run();
  }

  /**
   * Creates the work of a removal.
   *
   * @param onAbandoned gets a failure after which no thread continues the removal
   */
  RemovalWork(String name, String version, Consumer<Throwable> onAbandoned) {
    this.name = name;
    this.version = version;
    this.onAbandoned = onAbandoned;
  }

  /** Runs some work on this thread. */
  State run(Part part) {
    int before = handOvers.get();
    try {
      return part.run();
    } catch (RuntimeException | Error thrown) {
      if (handOvers.get() == before) { // else another thread continues
        onAbandoned.accept(thrown);
      }
      throw thrown;
    }
  }

  /** Lets a thread of its own continue; the failure to start one is the caller's. */
  void handOver(Part part) {
    handOvers.incrementAndGet(); // before the start: the thread may fail at once
    try {
      start(part);
    } catch (RuntimeException | Error unstarted) {
      handOvers.decrementAndGet();
      throw unstarted;
    }
  }

  /** Runs some work on a thread of its own, which logs a failure. */
  void start(Part part) {
    Thread thread = new JackfieldThread("jackfield-removal-" + name, () -> logged(part));
    thread.setDaemon(true);
    thread.start();
  }

  private void logged(Part part) {
    try {
      State _ = run(part);
    } catch (JackfieldException told) {
      LOG.log(System.Logger.Level.WARNING, told.getMessage());
    } catch (RuntimeException | Error thrown) { // the thread's edge
      LOG.log(System.Logger.Level.ERROR, name + " " + version + ": removal failed", thrown);
    }
  }
}
