package jackfield.shell.report;

import jackfield.spi.Platform;
import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.RemovedBundle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Waits for the verdict on a bundle that was just unplugged. While calls are inside it the bundle
 * is quarantined; the verdict follows when it is uninstalled.
 *
 * @param context of the calling bundle
 * @param platform has the list of removals
 * @param limit the longest wait for a verdict
 */
public record Fates(BundleContext context, Platform platform, Duration limit) {
  private static final Duration LIMIT = Duration.ofSeconds(5); // the detector's default deadline

  public Fates(BundleContext context, Platform platform) {
    this(context, platform, LIMIT);
  }

  /** Waits for the verdict on the last removed revision of a bundle. */
  public Fate await(long bundleId) {
    Optional<Fate> onTheWay =
        platform.removals().stream()
            .filter(removal -> removal.bundleId() == bundleId)
            .map(Fate::of)
            .findFirst();
    return onTheWay.orElseGet(() -> judged(bundleId));
  }

  private Fate judged(long bundleId) {
    // Looked up at each request: the commands must work without the bundle verdict too.
    ServiceReference<RemovedBundles> reference = context.getServiceReference(RemovedBundles.class);
    RemovedBundles removedBundles = reference == null ? null : context.getService(reference);
    if (removedBundles == null) {
      return Fate.pending("there is no verdict without the bundle verdict");
    }
    try {
      return fate(removedBundles, bundleId)
          .orElseGet(() -> Fate.pending("it had no class loader, or is still installed"));
    } finally {
      context.ungetService(reference);
    }
  }

  private Optional<Fate> fate(RemovedBundles removedBundles, long bundleId) {
    if (removedBundles.policy() == RemovedBundles.Policy.PROMPT) {
      return removedBundles.verdict(bundleId).map(this::awaited);
    }
    return removedBundles.removedBundles().stream() // the verdict may take hours
        .filter(removed -> removed.bundleId() == bundleId)
        .findFirst()
        .map(Fate::of);
  }

  private Fate awaited(CompletableFuture<RemovedBundle> verdict) {
    try {
      return Fate.of(verdict.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException _) {
      return Fate.pending("leaks shows it when it is in");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Fate.pending("leaks shows it when it is in");
    } catch (ExecutionException broken) { // verdicts do not fail
      throw new IllegalStateException("no verdict", broken.getCause());
    }
  }
}
