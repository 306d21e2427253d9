package jackfield.shell.call;

import java.util.Arrays;
import java.util.Locale;

/**
 * The times of repeated calls.
 *
 * @param operator the overload that was called
 * @param calls how many calls were made
 * @param medianNanos the median of their times
 * @param p90Nanos the time that nine of ten calls did not exceed
 * @param perSecond calls in a second, from the sum of their times
 * @param server the key and the bundle after the last call
 */
public record Timed(
    String operator, int calls, long medianNanos, long p90Nanos, double perSecond, String server) {

  static Timed of(String operator, long[] nanos, String server) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    long sum = Math.max(1, Arrays.stream(sorted).sum());
    return new Timed(
        operator,
        sorted.length,
        sorted[sorted.length / 2],
        sorted[(int) (0.9 * (sorted.length - 1))],
        1e9 * sorted.length / sum,
        server);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s  %,d calls   median %s   p90 %s   %,.0f calls/s   %s",
        operator,
        calls,
        Called.Duration.text(medianNanos),
        Called.Duration.text(p90Nanos),
        perSecond,
        server);
  }
}
