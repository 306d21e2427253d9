package jackfield.feature.profiler;

import jackfield.schema.OperatorName;
import jackfield.spi.Profiler.Cost;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sums of calls and times by operator.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
final class Ledger {
  private final Map<OperatorName, Sums> sums = new ConcurrentHashMap<>();

  private static final class Sums {
    private final LongAdder calls = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final LongAdder selfNanos = new LongAdder();
  }

  void add(OperatorName operator, long totalNanos, long selfNanos) {
    Sums entry = sums.computeIfAbsent(operator, name -> new Sums());
    entry.calls.increment();
    entry.totalNanos.add(totalNanos);
    entry.selfNanos.add(selfNanos);
  }

  List<Cost> costs() {
    return sums.entrySet().stream()
        .map(entry -> cost(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Cost::selfNanos).reversed())
        .toList();
  }

  private static Cost cost(OperatorName name, Sums sums) {
    return new Cost(name.toString(), sums.calls.sum(), sums.totalNanos.sum(), sums.selfNanos.sum());
  }
}
