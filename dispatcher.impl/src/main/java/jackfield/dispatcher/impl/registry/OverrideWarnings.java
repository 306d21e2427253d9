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
 * Logs a line for each bundle that was plugged: how many kernels it brought, and how many of them
 * override a kernel of equal ranking, which is a warning. It hears of those one by one, and only
 * counts them then; the history of an operator names each.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class OverrideWarnings implements OperatorListener {
  private static final System.Logger LOG = System.getLogger(OverrideWarnings.class.getName());

  private final Executor logging;
  // How many kernels of which bundle each bundle has overridden since it was told; guarded by this.
  private final Map<String, Map<String, Integer>> overridden = new HashMap<>();

  /** Creates a listener that logs in {@code logging}: a slow log holds no commit up. */
  public OverrideWarnings(Executor logging) {
    this.logging = logging;
  }

  @Override
  public synchronized void overridden(Overriding overriding) {
    overridden
        .computeIfAbsent(overriding.by().toString(), by -> new TreeMap<>())
        .merge(overriding.over().toString(), 1, Integer::sum);
  }

  /** Forgets what bundles have overridden that are about to come again. */
  public synchronized void forget(Collection<String> bundles) {
    overridden.keySet().removeAll(bundles);
  }

  /** Tells of bundles that came, with how many kernels each brought. */
  public void tell(Map<String, Integer> kernels) {
    kernels.forEach((bundle, count) -> tell(bundle, ": %d kernels".formatted(count)));
  }

  /** Tells of the bundles that have overridden kernels and were not told of. */
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
