package jackfield.tools.soak.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pauses of callers, by cause: the JVM's stops in windows with swaps and in windows without.
 * The rest of each window's longest gap, after its stops are subtracted, has three rows of its own:
 * what the host took, the caller's own computing, and other waits.
 */
public final class StopTable {
  static final String HOST = "longest gap: taken by the host";
  static final String COMPUTING = "longest gap: the caller computed";
  static final String OTHER = "longest gap: other waits";
  private static final double MILLI = 1e6;

  /**
   * A cause and its times in the windows with swaps and in those without.
   *
   * @param cause the cause of a {@link Stop}, or of the longest gap's rest
   */
  public record Row(String cause, Times with, Times without) {
    String text() {
      return "%-52s %s  %s".formatted(cause, with.text(), without.text()).stripTrailing();
    }

    public String json() {
      return "{\"case\":\"swap.stop\",\"cause\":\"%s\",\"with\":%s,\"without\":%s}"
          .formatted(cause, with.json(), without.json());
    }
  }

  /**
   * The number and the durations of stops.
   *
   * @param sorted nanoseconds, in ascending order
   * @param longestOf the number of windows in which the cause was the largest part of the longest
   *     gap without waits for a core
   */
  record Times(List<Long> sorted, long longestOf) {
    int count() {
      return sorted.size();
    }

    double millis(double part) {
      return Pauses.percentile(sorted.stream().mapToLong(each -> each).toArray(), part) / MILLI;
    }

    double totalMillis() {
      return sorted.stream().mapToLong(each -> each).sum() / MILLI;
    }

    private String text() {
      return count() == 0
          ? " ".repeat(40)
          : String.format(
              Locale.ROOT,
              "%6d %7.2f %7.2f %9.1f %7d",
              count(),
              millis(0.5),
              millis(0.99),
              totalMillis(),
              longestOf);
    }

    private String json() {
      return String.format(
          Locale.ROOT,
          "{\"count\":%d,\"p50\":%.3f,\"p99\":%.3f,\"total\":%.3f,\"longest_of\":%d}",
          count(),
          millis(0.5),
          millis(0.99),
          totalMillis(),
          longestOf);
    }
  }

  private StopTable() {}

  /** Returns the rows, in descending order of their time under swaps. */
  public static List<Row> rows(List<Stop> stops, List<Gaps.Span> with, List<Gaps.Span> without) {
    Map<String, Times> under = times(stops, with);
    Map<String, Times> between = times(stops, without);
    Times none = new Times(List.of(), 0);
    return Stream.concat(under.keySet().stream(), between.keySet().stream())
        .distinct()
        .map(cause ->
            new Row(cause, under.getOrDefault(cause, none), between.getOrDefault(cause, none)))
        .sorted(Comparator.comparingDouble((Row row) -> row.with.totalMillis()).reversed())
        .toList();
  }

  /** Returns the table as readable lines. */
  public static List<String> lines(List<Row> rows) {
    String times = "%6s %7s %7s %9s %7s".formatted("count", "median", "p99", "total", "longest");
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("%-52s %-40s  without".formatted("pauses by cause, ms", "with swaps"));
    lines.add("%-52s %s  %s".formatted("", times, times));
    rows.forEach(row -> lines.add(row.text()));
    lines.add("  longest: windows in which it was the greatest part of the longest held gap");
    lines.add("");
    return lines;
  }

  private static Map<String, Times> times(List<Stop> stops, List<Gaps.Span> spans) {
    Map<String, List<Long>> byCause = new TreeMap<>();
    Map<String, Long> longestOf =
        spans.stream()
            .collect(
                Collectors.groupingBy(
                    span -> greatest(stops, span.longest()), Collectors.counting()));
    for (Gaps.Span span : spans) {
      stops.stream()
          .filter(stop -> stop.fromNanos() >= span.fromNanos() && stop.fromNanos() < span.toNanos())
          .forEach(stop -> add(byCause, stop.cause(), stop.nanos()));
      rest(stops, span.longest()).forEach((cause, nanos) -> add(byCause, cause, nanos));
    }
    Map<String, Times> times = new TreeMap<>();
    byCause.forEach((cause, nanos) ->
        times.put(
            cause, new Times(nanos.stream().sorted().toList(), longestOf.getOrDefault(cause, 0L))));
    return times;
  }

  private static void add(Map<String, List<Long>> byCause, String cause, long nanos) {
    byCause.computeIfAbsent(cause, _ -> new ArrayList<>()).add(nanos);
  }

  /** Returns the parts of a gap that were neither a wait for a core nor a stop. */
  private static Map<String, Long> rest(List<Stop> stops, Gaps.Held gap) {
    long stopped = stops.stream().mapToLong(gap::nanosOf).sum();
    long waits = gap.nanos() - gap.ranNanos() - gap.hostNanos();
    return Map.of(
        HOST, gap.hostNanos(),
        COMPUTING, gap.ranNanos(),
        OTHER, Math.max(0, waits - stopped));
  }

  private static String greatest(List<Stop> stops, Gaps.Held gap) {
    Map.Entry<String, Long> rest =
        rest(stops, gap).entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return stops.stream()
        .filter(stop -> gap.nanosOf(stop) > rest.getValue())
        .max(Comparator.comparingLong(gap::nanosOf))
        .map(Stop::cause)
        .orElse(rest.getKey());
  }
}
