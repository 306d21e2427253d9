package jackfield.verdict;

import java.lang.ref.ReferenceQueue;

/**
 * Tells of loaders that the collector took: a thread that waits at the queue of their {@link
 * Ghost}s, and costs nothing until one comes.
 */
final class Cleared implements AutoCloseable {
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
                  found.run();
                }
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            });
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
