package jackfield.tools.soak.measure;

import jackfield.memory.MemoryDomain;
import jackfield.spi.RemovedBundles;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The memory in use after collections.
 *
 * @param heapBytes bytes on the heap
 * @param hostBytes bytes that tensors have taken from the system, without cached blocks
 */
public record Level(long heapBytes, long hostBytes) {
  private static final int COLLECTIONS = 4;
  private static final long ENQUEUED_MILLIS = 2_000;
  private static final long VERDICT_SECONDS = 20;
  private static final double TOLERANCE = 0.05;
  // Names and messages of events, verdicts and failures: 2.2 to 3.5 KiB per change were measured.
  private static final long HISTORY_BYTES_A_CHANGE = 4 << 10;
  private static final int CHANGES_IN_HISTORIES = 1_000;
  private static final double MEBI = 1 << 20;

  /**
   * Measures the memory; no other thread should be working.
   *
   * @param removedBundles the removals whose verdicts are awaited first, since a heap dump may be
   *     in analysis; null for none
   */
  public static Level now(RemovedBundles removedBundles) throws InterruptedException {
    if (removedBundles != null) {
      removedBundles.decideNow().completeOnTimeout(null, VERDICT_SECONDS, TimeUnit.SECONDS).join();
    }
    for (int i = 0; i < COLLECTIONS; i++) {
      collect();
      MemoryDomain.host().trim();
    }
    return new Level(aliveBytes(), MemoryDomain.host().takenBytes());
  }

  /**
   * Returns the bytes that the last collection left, without the text of the class histogram that
   * requested it.
   */
  private static long aliveBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  /** Runs a collection, and waits until references to collected objects are in their queues. */
  private static void collect() throws InterruptedException {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    Reference<Object> witness = new PhantomReference<>(new Object(), queue);
    try {
      collectInFull();
      queue.remove(ENQUEUED_MILLIS);
    } finally {
      Reference.reachabilityFence(witness);
    }
  }

  /** Counts the objects of each class; for this the JVM collects all dead objects first. */
  private static void collectInFull() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "gcClassHistogram",
              new Object[] {new String[0]},
              new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException("this machine cannot be asked for a full collection", e);
    }
  }

  /**
   * Returns whether neither value has grown by more than five percent over {@code first}, apart
   * from the platform's histories, which are not full yet.
   *
   * @param changes the number of changes between the two measurements
   */
  public boolean isAsMuchAs(Level first, long changes) {
    long histories = Math.min(changes, CHANGES_IN_HISTORIES) * HISTORY_BYTES_A_CHANGE;
    return heapBytes <= first.heapBytes * (1 + TOLERANCE) + histories
        && hostBytes <= first.hostBytes * (1 + TOLERANCE);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.1f + %.1f MiB", heapBytes / MEBI, hostBytes / MEBI);
  }
}
