package jackfield.shell.report;

import jackfield.spi.Departures;
import jackfield.spi.Departures.Departure;
import jackfield.spi.Platform;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Says of a bundle that was just pulled what becomes of it: it is set aside while calls are inside,
 * and judged when it has left.
 *
 * @param context of the bundle that asks
 * @param platform knows who is on the way out
 * @param limit how long a verdict is waited for
 */
public record Fates(BundleContext context, Platform platform, Duration limit) {
  private static final Duration LIMIT = Duration.ofSeconds(5); // the default within which one falls

  public Fates(BundleContext context, Platform platform) {
    this(context, platform, LIMIT);
  }

  /** Waits for the verdict on the last revision of a bundle that left. */
  public Fate await(long bundleId) {
    Optional<Fate> onTheWay =
        platform.leaving().stream()
            .filter(leaving -> leaving.bundleId() == bundleId)
            .map(Fate::of)
            .findFirst();
    return onTheWay.orElseGet(() -> judged(bundleId));
  }

  private Fate judged(long bundleId) {
    // Looked up at each request: commands that pull are needed where nobody judges, too.
    ServiceReference<Departures> reference = context.getServiceReference(Departures.class);
    Departures departures = reference == null ? null : context.getService(reference);
    if (departures == null) {
      return Fate.pending("nobody judges, since the bundle verdict is not there");
    }
    try {
      return fate(departures, bundleId)
          .orElseGet(() -> Fate.pending("it had no class loader, or has not left"));
    } finally {
      context.ungetService(reference);
    }
  }

  private Optional<Fate> fate(Departures departures, long bundleId) {
    if (departures.policy() == Departures.Policy.PROMPT) {
      return departures.verdict(bundleId).map(this::awaited);
    }
    return departures.departures().stream() // its verdict may be hours away
        .filter(departure -> departure.bundleId() == bundleId)
        .findFirst()
        .map(Fate::of);
  }

  private Fate awaited(CompletableFuture<Departure> verdict) {
    try {
      return Fate.of(verdict.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException _) {
      return Fate.pending("leaks shows it when it is in");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Fate.pending("leaks shows it when it is in");
    } catch (ExecutionException broken) { // a verdict never is
      throw new IllegalStateException("no verdict", broken.getCause());
    }
  }
}
