package jackfield.verdict;

import java.lang.ref.ReferenceQueue;

/**
 * Reports class loaders that were garbage-collected. A thread waits on the reference queue of the
 * {@link LoaderRef}s and uses no processor time until then.
 */
final class CollectionListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CollectionListener.class.getName());

  private final Thread thread;

  /** Starts the thread, which runs {@code found} after one or more loaders were collected. */
  CollectionListener(ReferenceQueue<ClassLoader> queue, Runnable found) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("jackfield-verdict-cleared")
            .start(() -> {
              try {
                while (true) {
                  queue.remove();
                  while (queue.poll() != null) {
                    // a collection may clear several
                  }
                  runQuietly(found);
                }
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Runs the action; its failure must not end the thread. */
  private static void runQuietly(Runnable found) {
    try {
      found.run();
    } catch (RuntimeException | Error thrown) { // such as a full heap
      LOG.log(System.Logger.Level.WARNING, "a verdict failed; leaks --now tries again", thrown);
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
