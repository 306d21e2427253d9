package jackfield.backend.cuda.driver.fallback;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The calls that were computed on the CPU, by operator.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class FallbackCounts {
  private static final int SHOWN = 5;

  private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

  /** Creates counts of zero. */
  public FallbackCounts() {}

  void add(String operator) {
    calls.computeIfAbsent(operator, _ -> new LongAdder()).increment();
  }

  /** Returns the number of calls of {@code operator}. */
  public long of(String operator) {
    LongAdder count = calls.get(operator);
    return count == null ? 0 : count.sum();
  }

  /** Returns one line for a user: the number of calls, and the operators with the most. */
  public String summary() {
    long all = calls.values().stream().mapToLong(LongAdder::sum).sum();
    String most =
        calls.entrySet().stream()
            .sorted(
                Comparator.comparingLong(
                        (Map.Entry<String, LongAdder> each) -> each.getValue().sum())
                    .reversed()
                    .thenComparing(Map.Entry::getKey))
            .limit(SHOWN)
            .map(each -> each.getKey() + " " + each.getValue().sum())
            .collect(Collectors.joining(", "));
    return "falls back to the CPU: %d calls of %d operators".formatted(all, calls.size())
        + (most.isEmpty() ? "" : ": " + most);
  }
}
