package jackfield.dispatcher.impl.registry;

import jackfield.report.OperatorListener;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * Logs one line for each plugged bundle: how many kernels it registered, and how many of them
 * shadow a kernel of equal ranking, which makes the line a warning. The history of an operator
 * names each shadowed kernel.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class OverrideWarnings implements OperatorListener {
  private static final System.Logger LOG = System.getLogger(OverrideWarnings.class.getName());

  private final Executor logging;
  // Shadowed kernels by bundle and by owner since the last log line; guarded by this.
  private final Map<String, Map<String, Integer>> overridden = new HashMap<>();

  /** Creates a listener that logs on {@code logging}, so that a slow log delays no commit. */
  public OverrideWarnings(Executor logging) {
    this.logging = logging;
  }

  @Override
  public synchronized void overridden(Overriding overriding) {
    overridden
        .computeIfAbsent(overriding.by().toString(), by -> new TreeMap<>())
        .merge(overriding.over().toString(), 1, Integer::sum);
  }

  /** Resets the counts of bundles that are about to be plugged again. */
  public synchronized void forget(Collection<String> bundles) {
    overridden.keySet().removeAll(bundles);
  }

  /** Logs plugged bundles, with the number of kernels that each registered. */
  public void tell(Map<String, Integer> kernels) {
    kernels.forEach((bundle, count) -> tell(bundle, ": %d kernels".formatted(count)));
  }

  /** Logs the bundles with shadowed kernels that were not logged yet. */
  public void tellRest() {
    rest().forEach(bundle -> tell(bundle, ""));
  }

  private synchronized List<String> rest() {
    return List.copyOf(overridden.keySet());
  }

  private void tell(String bundle, String brought) {
    Map<String, Integer> others = taken(bundle);
    if (others.isEmpty()) {
      LOG.log(System.Logger.Level.DEBUG, bundle + brought);
      return;
    }
    String counts =
        others.entrySet().stream()
            .map(other -> "%d override those of %s".formatted(other.getValue(), other.getKey()))
            .collect(Collectors.joining(", "));
    String line =
        "%s%s, %s by coming later at the same service.ranking; history OPERATOR tells each"
            .formatted(bundle, brought, counts);
    logging.execute(() -> LOG.log(System.Logger.Level.WARNING, line));
  }

  private synchronized Map<String, Integer> taken(String bundle) {
    Map<String, Integer> others = overridden.remove(bundle);
    return others == null ? Map.of() : others;
  }
}
