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
public record RemovalVerdicts(BundleContext context, Platform platform, Duration limit) {
  private static final Duration LIMIT = Duration.ofSeconds(5); // the detector's default deadline

  public RemovalVerdicts(BundleContext context, Platform platform) {
    this(context, platform, LIMIT);
  }

  /** Waits for the verdict on the last removed revision of a bundle. */
  public RemovalVerdict await(long bundleId) {
    Optional<RemovalVerdict> onTheWay =
        platform.removals().stream()
            .filter(removal -> removal.bundleId() == bundleId)
            .map(RemovalVerdict::of)
            .findFirst();
    return onTheWay.orElseGet(() -> judged(bundleId));
  }

  private RemovalVerdict judged(long bundleId) {
    // Looked up at each request: the commands must work without the bundle verdict too.
    ServiceReference<RemovedBundles> reference = context.getServiceReference(RemovedBundles.class);
    RemovedBundles removedBundles = reference == null ? null : context.getService(reference);
    if (removedBundles == null) {
      return RemovalVerdict.pending("there is no verdict without the bundle verdict");
    }
    try {
      return verdictOn(removedBundles, bundleId)
          .orElseGet(() -> RemovalVerdict.pending("it had no class loader, or is still installed"));
    } finally {
      context.ungetService(reference);
    }
  }

  private Optional<RemovalVerdict> verdictOn(RemovedBundles removedBundles, long bundleId) {
    if (removedBundles.policy() == RemovedBundles.Policy.PROMPT) {
      return removedBundles.verdict(bundleId).map(this::awaited);
    }
    return removedBundles.removedBundles().stream() // the verdict may take hours
        .filter(removed -> removed.bundleId() == bundleId)
        .findFirst()
        .map(RemovalVerdict::of);
  }

  private RemovalVerdict awaited(CompletableFuture<RemovedBundle> verdict) {
    try {
      return RemovalVerdict.of(verdict.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException _) {
      return RemovalVerdict.pending("leaks shows it when it is in");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return RemovalVerdict.pending("leaks shows it when it is in");
    } catch (ExecutionException broken) { // verdicts do not fail
      throw new IllegalStateException("no verdict", broken.getCause());
    }
  }
}
