package jackfield.tools.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The time of one call in nanoseconds: minimum, tenth percentile and median over blocks of calls.
 *
 * <p>On the host with one thread it is the thread's CPU time, which excludes other processes; with
 * several threads, or on another device, it is wall time. Ratios to a peer use the tenth
 * percentile, in alternating rounds.
 */
record Measurement(Case measured, int threads, double min, double p10, double median, int blocks) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final double BLOCK_NANOS = 1e6;
  private static final int MIN_BLOCKS = 15;
  private static final int MAX_BLOCKS = 300;

  private static final AtomicReference<Object> SINK =
      new AtomicReference<>(); // no call is optimised away

  static Measurement of(Case measured, int threads, boolean isWallTime, double seconds) {
    Clock clock = isWallTime ? System::nanoTime : THREADS::getCurrentThreadCpuTime;
    warmUp(measured, clock, seconds);
    long calls = 1;
    double nanos = time(measured, clock, calls);
    while (nanos < BLOCK_NANOS / 2) {
      calls *= 2;
      nanos = time(measured, clock, calls);
    }
    int blocks = (int) Math.clamp(seconds * 1e9 / nanos, MIN_BLOCKS, MAX_BLOCKS);
    double[] samples = new double[blocks];
    for (int block = 0; block < blocks; block++) {
      samples[block] = time(measured, clock, calls) / calls;
    }
    Arrays.sort(samples);
    return new Measurement(
        measured, threads, samples[0], samples[blocks / 10], samples[blocks / 2], blocks);
  }

  /**
   * Runs until the code is compiled: the case's own number of calls, or fewer if a call takes long.
   */
  private static void warmUp(Case measured, Clock clock, double seconds) {
    double budgetNanos = Math.max(1, seconds) * 5e9;
    long chunk = 1;
    for (long done = 0; done < measured.warmUpCalls() && budgetNanos > 0; done += chunk) {
      chunk = Math.min(2 * chunk, 100_000);
      budgetNanos -= time(measured, clock, chunk);
    }
  }

  private static double time(Case measured, Clock clock, long calls) {
    long start = clock.nanos();
    SINK.set(measured.loop().run(calls));
    return clock.nanos() - start;
  }

  private interface Clock {
    long nanos();
  }

  /** Returns the work by nanosecond at the median, or an empty text. */
  private String rate() {
    Case.Work work = measured.work();
    return work.amount() == 0
        ? ""
        : String.format(Locale.ROOT, "%,.1f %s", work.amount() / median, work.rate());
  }

  /** Returns the line that the comparison with peers reads. */
  String json(String configuration) {
    return String.format(
        Locale.ROOT,
        "{\"case\":\"%s\",\"threads\":%d,\"unit\":\"ns\",\"min\":%.2f,\"p10\":%.2f,"
            + "\"median\":%.2f,\"blocks\":%d,\"rate\":\"%s\",\"peer\":\"%s\"}",
        measured.name(),
        threads,
        min,
        p10,
        median,
        blocks,
        rate(),
        configuration);
  }

  /** Returns a line of readable text. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%-28s %,14.1f ns p10 %,14.1f median %5d blocks %s",
        measured.name(),
        p10,
        median,
        blocks,
        rate());
  }
}
