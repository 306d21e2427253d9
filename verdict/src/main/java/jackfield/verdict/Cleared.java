package jackfield.verdict;

import java.lang.ref.ReferenceQueue;

/**
 * Tells of loaders that the collector took: a thread that waits at the queue of their {@link
 * LoaderRef}s, and costs nothing until one comes.
 */
final class Cleared implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Cleared.class.getName());

  private final Thread thread;

  /** Starts it; {@code found} is run after one or more loaders were collected, by its thread. */
  Cleared(ReferenceQueue<ClassLoader> queue, Runnable found) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("jackfield-verdict-cleared")
            .start(() -> {
              try {
                while (true) {
                  queue.remove();
                  while (queue.poll() != null) {} // one collection takes several
                  runQuietly(found);
                }
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** One verdict that fails does not end the others. */
  private static void runQuietly(Runnable found) {
    try {
      found.run();
    } catch (RuntimeException | Error thrown) { // a full heap, say
      LOG.log(System.Logger.Level.WARNING, "a verdict failed; leaks --now asks again", thrown);
    }
  }

  /** Ends the thread and waits for it. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
