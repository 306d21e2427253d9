package jackfield.tools.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The time of one call in nanoseconds: minimum, tenth percentile and median over blocks of calls.
 *
 * <p>With one thread it is the thread's CPU time, which excludes other processes; with several
 * threads it is wall time. Ratios to a peer use the tenth percentile, in alternating rounds.
 */
record Measurement(String name, int threads, double min, double p10, double median, int blocks) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final double BLOCK_NANOS = 1e6;
  private static final int MIN_BLOCKS = 15;
  private static final int MAX_BLOCKS = 300;

  private static final AtomicReference<Object> SINK =
      new AtomicReference<>(); // no call is optimised away

  static Measurement of(Case measured, int threads, double seconds) {
    warmUp(measured, threads, seconds);
    long calls = 1;
    double nanos = time(measured, threads, calls);
    while (nanos < BLOCK_NANOS / 2) {
      calls *= 2;
      nanos = time(measured, threads, calls);
    }
    int blocks = (int) Math.clamp(seconds * 1e9 / nanos, MIN_BLOCKS, MAX_BLOCKS);
    double[] samples = new double[blocks];
    for (int block = 0; block < blocks; block++) {
      samples[block] = time(measured, threads, calls) / calls;
    }
    Arrays.sort(samples);
    return new Measurement(
        measured.name(), threads, samples[0], samples[blocks / 10], samples[blocks / 2], blocks);
  }

  /**
   * Runs until the code is compiled: the case's own number of calls, or fewer if a call takes long.
   */
  private static void warmUp(Case measured, int threads, double seconds) {
    double budgetNanos = Math.max(1, seconds) * 5e9;
    long chunk = 1;
    for (long done = 0; done < measured.warmUpCalls() && budgetNanos > 0; done += chunk) {
      chunk = Math.min(2 * chunk, 100_000);
      budgetNanos -= time(measured, threads, chunk);
    }
  }

  private static double time(Case measured, int threads, long calls) {
    long start = now(threads);
    SINK.set(measured.loop().run(calls));
    return now(threads) - start;
  }

  private static long now(int threads) {
    return threads == 1 ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
  }

  /** Returns the line that the comparison with peers reads. */
  String json(String configuration) {
    return String.format(
        Locale.ROOT,
        "{\"case\":\"%s\",\"threads\":%d,\"unit\":\"ns\",\"min\":%.2f,\"p10\":%.2f,"
            + "\"median\":%.2f,\"blocks\":%d,\"peer\":\"%s\"}",
        name,
        threads,
        min,
        p10,
        median,
        blocks,
        configuration);
  }

  /** Returns a line of readable text. */
  String text() {
    return String.format(
        Locale.ROOT, "%-28s %,14.1f ns p10 %,14.1f median %5d blocks", name, p10, median, blocks);
  }
}
