package jackfield.tools.soak.measure;

import jackfield.memory.MemoryDomain;
import jackfield.spi.Departures;
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
 * How much memory is used after collections.
 *
 * @param heapBytes on the heap
 * @param hostBytes what tensors' memory has taken from the system, without what it kept for later
 */
public record Level(long heapBytes, long hostBytes) {
  private static final int COLLECTIONS = 4;
  private static final long ENQUEUED_MILLIS = 2_000;
  private static final long VERDICT_SECONDS = 20;
  private static final double TOLERANCE = 0.05;
  // Names and texts of events, verdicts and failures: measured 2.2 to 3.5 KiB a change.
  private static final long HISTORY_BYTES_A_CHANGE = 4 << 10;
  private static final int CHANGES_IN_HISTORIES = 1_000;
  private static final double MEBI = 1 << 20;

  /**
   * Measures; nobody else should be at work.
   *
   * @param departures whose verdicts are asked for first, as a judge may be reading a heap dump;
   *     null without one
   */
  public static Level now(Departures departures) throws InterruptedException {
    if (departures != null) {
      departures.judgeNow().completeOnTimeout(null, VERDICT_SECONDS, TimeUnit.SECONDS).join();
    }
    for (int i = 0; i < COLLECTIONS; i++) {
      collect();
      MemoryDomain.host().trim();
    }
    return new Level(aliveBytes(), MemoryDomain.host().takenBytes());
  }

  /** Returns what the last collection left, so without the text of the count that asked for it. */
  private static long aliveBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  /** Collects, and waits until references to what was found are in their queues. */
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

  /** Counts the classes' objects, for which the machine leaves out all that is dead. */
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
   * Returns whether neither has grown by more than five parts of a hundred over {@code first},
   * beside what the histories of the platform take that are not full yet.
   *
   * @param changes how many there were between the two
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
