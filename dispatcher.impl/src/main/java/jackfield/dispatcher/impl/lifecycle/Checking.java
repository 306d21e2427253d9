package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.selfcheck.CheckOutcome;
import jackfield.dispatcher.impl.selfcheck.SelfChecks;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.spi.ChangePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.osgi.framework.Bundle;

/**
 * The check of an installation, and what the policy makes of what it finds. Classes that cannot be
 * used are refused by every policy.
 */
final class Checking {
  private static final System.Logger LOG = System.getLogger(Checking.class.getName());

  private final OsgiPlatform platform;
  private final String action;
  private final String subject;
  private final CheckPolicy policy;
  private final ChangePolicy changes;

  /** Creates a check; errors tell of {@code action} and {@code subject}. */
  Checking(
      OsgiPlatform platform,
      String action,
      String subject,
      CheckPolicy policy,
      ChangePolicy changes) {
    this.platform = platform;
    this.action = action;
    this.subject = subject;
    this.policy = policy;
    this.changes = changes;
  }

  /**
   * Checks bundles that take nothing's place.
   *
   * @return what was found, in words; empty if nothing was called
   */
  String runAlone(BundleInstall arrival) {
    List<Offer> all = arrival.check();
    List<String> texts = new ArrayList<>();
    for (Bundle bundle : arrival.bundles()) {
      List<Offer> own = arrival.offers(bundle);
      // Features count their calls, and the composite kernels of a library need a backend.
      if (own.stream().anyMatch(offer -> !offer.isFeature() && !offer.isLibrary())) {
        List<Offer> others = new ArrayList<>(platform.whiteboard().whiteboard().offers());
        all.stream().filter(offer -> !own.contains(offer)).forEach(others::add);
        texts.add(judged(arrival, bundle, others, List.of(), own));
      }
    }
    return String.join("; ", texts.stream().filter(text -> !text.isEmpty()).toList());
  }

  /** Checks a bundle that takes the place of the services {@code leaving}. */
  String run(BundleInstall arrival, Collection<?> leaving) {
    List<Offer> offers = arrival.check();
    List<Offer> plugged = platform.whiteboard().whiteboard().offers();
    return judged(arrival, arrival.bundles().getFirst(), plugged, leaving, offers);
  }

  private String judged(
      BundleInstall arrival,
      Bundle bundle,
      List<Offer> plugged,
      Collection<?> leaving,
      List<Offer> arriving) {
    if (policy == CheckPolicy.OFF) {
      return "";
    }
    CheckOutcome outcome;
    try {
      outcome =
          new SelfChecks(platform.dispatcher(), plugged, leaving, arriving)
              .run(
                  platform.selfChecks(bundle),
                  leaving.isEmpty() ? Duration.ZERO : platform.warmUp());
    } catch (RuntimeException thrown) { // the bundle's edge
      if (policy == CheckPolicy.REFUSE) {
        throw thrown;
      }
      return "the check ended early: " + Bundles.reason(thrown); // the commit says if it matters
    }
    return judged(arrival, bundle, outcome);
  }

  private String judged(BundleInstall arrival, Bundle bundle, CheckOutcome outcome) {
    if (outcome.isSame()) {
      return outcome.text();
    }
    if (!outcome.broken().isEmpty()) {
      throw refused(outcome, "mend the bundle");
    }
    if (changes == ChangePolicy.ACCEPT) {
      return taken(arrival, outcome, "changes accepted: ");
    }
    if (policy == CheckPolicy.REFUSE) {
      throw refused(
          outcome,
          "mend the bundle, or %s --accept-changes to take it as it is (in the folder plug: an empty"
                  .formatted(action)
              + " file NAME.jar.accept beside NAME.jar)");
    }
    LOG.log(
        System.Logger.Level.WARNING,
        () -> Bundles.title(bundle) + " differs from what is expected: " + outcome.details());
    return taken(arrival, outcome, "differs: ");
  }

  private static String taken(BundleInstall arrival, CheckOutcome outcome, String how) {
    String note = how + outcome.summary();
    arrival.note(note);
    return outcome.text() + "; " + note;
  }

  private PlugFailure refused(CheckOutcome outcome, String remedy) {
    return new PlugFailure(action, subject, "check", outcome.details(), remedy, null);
  }
}
