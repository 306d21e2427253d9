package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.spi.Platform;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;

/** The bundles that are on their way out. */
final class Removals {
  private final Map<Long, BundleRemoval> departures =
      new ConcurrentHashMap<>(); // by a bundle's number
  private final Set<Long> requested = ConcurrentHashMap.newKeySet(); // likewise

  /**
   * Runs a request to send a bundle away.
   *
   * @throws PlugFailure if the bundle is on its way out already, or another request is being run
   */
  <T> T alone(Bundle bundle, String action, String asked, Supplier<T> request) {
    Long number = bundle.getBundleId();
    boolean isFirst = requested.add(number);
    try {
      if (!isFirst || departures.containsKey(number)) {
        throw new PlugFailure(
            action, asked, "it is on its way out already", "drain, which says who is inside", null);
      }
      if (bundle.getState() == Bundle.UNINSTALLED) { // by the request before
        throw new PlugFailure(action, asked, "it has left", "plug it again", null);
      }
      return request.get();
    } finally {
      if (isFirst) {
        requested.remove(number);
      }
    }
  }

  /** Lets a bundle go and returns how far it is. */
  BundleRemoval.State conclude(Bundle bundle, BundleRemoval departure) {
    departures.put(bundle.getBundleId(), departure);
    var _ = departure.end().whenComplete((state, error) -> departures.remove(bundle.getBundleId()));
    return departure.conclude();
  }

  /** Returns whether a bundle's kernels have left and it is not gone. */
  boolean isLeaving(Bundle bundle) {
    return departures.containsKey(bundle.getBundleId());
  }

  List<Platform.Leaving> reports() {
    return departures.values().stream()
        .map(BundleRemoval::report)
        .sorted(Comparator.comparing(Platform.Leaving::since))
        .toList();
  }

  /** Asks a bundle to come back. */
  void cancel(String asked) {
    BundleRemoval departure =
        departures.values().stream()
            .filter(each -> each.isNamed(asked))
            .findFirst()
            .orElseThrow(() ->
                failure(
                    asked,
                    "no bundle of that name is on its way out",
                    remedy(reports().stream().map(Platform.Leaving::bundle).toList())));
    if (!departure.cancel()) {
      throw failure(asked, "it has left, or cannot be put back", "plug it again");
    }
  }

  private static String remedy(List<String> leaving) {
    return leaving.isEmpty() ? "plug it, if it has left: nobody is leaving" : "one of " + leaving;
  }

  private static PlugFailure failure(String asked, String problem, String remedy) {
    return new PlugFailure("drain --cancel", asked, problem, remedy, null);
  }
}
