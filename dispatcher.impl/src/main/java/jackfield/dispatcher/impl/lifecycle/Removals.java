package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Removal.State;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;

/** The removals that are running. */
final class Removals {
  private final Map<Long, BundleRemoval> running = new ConcurrentHashMap<>(); // by bundle id
  private final Set<Long> requested =
      ConcurrentHashMap.newKeySet(); // ids of bundles with a request that runs

  /**
   * Runs a request to remove a bundle.
   *
   * @throws PlugFailure if the bundle is being removed already, or another such request runs
   */
  <T> T alone(Bundle bundle, String action, String asked, Supplier<T> request) {
    Long number = bundle.getBundleId();
    boolean isFirst = requested.add(number);
    try {
      if (running.containsKey(number)) {
        throw new PlugFailure(
            action,
            asked,
            "it is being removed or updated",
            "drain, which lists the calls inside, or drain --cancel, which keeps it",
            null);
      }
      if (!isFirst) {
        throw new PlugFailure(
            action,
            asked,
            "another request removes, swaps or updates it",
            "%s it again when that request has ended".formatted(action),
            null);
      }
      if (bundle.getState() == Bundle.UNINSTALLED) { // by the previous request
        throw new PlugFailure(action, asked, "it was uninstalled", "plug it again", null);
      }
      return request.get();
    } finally {
      if (isFirst) {
        requested.remove(number);
      }
    }
  }

  /** Runs a removal and returns its progress. */
  State conclude(Bundle bundle, BundleRemoval removal) {
    running.put(bundle.getBundleId(), removal);
    var _ = removal.end().whenComplete((state, error) -> running.remove(bundle.getBundleId()));
    return removal.conclude();
  }

  /** Returns whether a bundle's kernels are withdrawn while it is still installed. */
  boolean isBeingRemoved(Bundle bundle) {
    return running.containsKey(bundle.getBundleId());
  }

  List<Platform.Removal> reports() {
    return running.values().stream()
        .map(BundleRemoval::report)
        .sorted(Comparator.comparing(Platform.Removal::since))
        .toList();
  }

  /** Cancels the removal of a bundle. */
  void cancel(String asked) {
    BundleRemoval removal =
        running.values().stream()
            .filter(each -> each.isNamed(asked))
            .findFirst()
            .orElseThrow(() ->
                failure(
                    asked,
                    "no bundle of that name is being removed",
                    remedy(reports().stream().map(Platform.Removal::bundle).toList())));
    if (!removal.cancel()) {
      throw failure(
          asked, "it was uninstalled, or its kernels cannot be restored", "plug it again");
    }
  }

  private static String remedy(List<String> removing) {
    return removing.isEmpty() ? "plug it: no bundle is being removed" : "one of " + removing;
  }

  private static PlugFailure failure(String asked, String problem, String remedy) {
    return new PlugFailure("drain --cancel", asked, problem, remedy, null);
  }
}
