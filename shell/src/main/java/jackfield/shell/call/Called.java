package jackfield.shell.call;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The result of a call, with the provider of its kernel and its time.
 *
 * @param operator the overload that was called
 * @param results the values that it returned
 * @param server the key and the bundle
 * @param nanos how long the call took
 * @param state why the operator was called only once; empty if it was called twice and {@code
 *     nanos} is the time of the second call
 */
public record Called(
    String operator, List<Object> results, String server, long nanos, Optional<String> state) {
  private static final int WIDTH = 40;

  /** Returns the only result, or the list of several. */
  public Object value() {
    return results.size() == 1 ? results.getFirst() : results;
  }

  @Override
  public String toString() {
    String values =
        results.isEmpty()
            ? "no result"
            : results.stream().map(Called::text).collect(Collectors.joining("\n"));
    String time =
        Duration.text(nanos)
            + state.map(why -> " (called once: " + why + ")").orElse(" (second call)");
    String gap =
        values.length() < WIDTH && !values.contains("\n")
            ? " ".repeat(WIDTH - values.length())
            : "\n";
    return values + gap + server + "   " + time;
  }

  private static String text(Object value) {
    return switch (value) {
      case null -> "None";
      case Boolean truth -> truth ? "True" : "False";
      case Object[] several ->
          List.of(several).stream().map(Called::text).collect(Collectors.joining("\n"));
      case long[] integers -> java.util.Arrays.toString(integers);
      case double[] reals -> java.util.Arrays.toString(reals);
      case boolean[] truths -> java.util.Arrays.toString(truths);
      default -> value.toString();
    };
  }

  /** Texts of times. */
  static final class Duration {
    private Duration() {}

    static String text(long nanos) {
      if (nanos < 1e3) {
        return String.format(Locale.ROOT, "%d ns", nanos);
      }
      if (nanos < 1e6) {
        return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
      }
      return nanos < 1e9
          ? String.format(Locale.ROOT, "%.1f ms", nanos / 1e6)
          : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }
  }
}
