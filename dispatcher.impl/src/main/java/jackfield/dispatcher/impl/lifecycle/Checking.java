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
 * Checks an installation and applies the policy to the outcome. Every policy refuses a bundle with
 * classes that cannot be linked.
 */
final class Checking {
  private static final System.Logger LOG = System.getLogger(Checking.class.getName());

  private final OsgiPlatform platform;
  private final String action;
  private final String subject;
  private final CheckPolicy policy;
  private final ChangePolicy changes;
  private SelfChecks made; // null if no kernel may be called

  /** Creates a check; its errors name {@code action} and {@code subject}. */
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
   * Checks bundles that replace no other.
   *
   * @return the findings as text; empty if no kernel was called
   */
  String runAlone(BundleInstall install) {
    List<Offer> all = install.check();
    List<String> texts = new ArrayList<>();
    for (Bundle bundle : install.bundles()) {
      List<Offer> own = install.offers(bundle);
      // Features count their calls; the composite kernels of a library need a backend.
      if (own.stream().anyMatch(offer -> !offer.isFeature() && !offer.isLibrary())) {
        List<Offer> others = new ArrayList<>(platform.whiteboard().whiteboard().offers());
        all.stream().filter(offer -> !own.contains(offer)).forEach(others::add);
        texts.add(apply(install, bundle, others, List.of(), own));
      }
    }
    return String.join("; ", texts.stream().filter(text -> !text.isEmpty()).toList());
  }

  /** Checks a bundle that replaces the services {@code replaced}. */
  String run(BundleInstall install, Collection<?> replaced) {
    List<Offer> offers = install.check();
    List<Offer> plugged = platform.whiteboard().whiteboard().offers();
    return apply(install, install.bundles().getFirst(), plugged, replaced, offers);
  }

  private String apply(
      BundleInstall install,
      Bundle bundle,
      List<Offer> plugged,
      Collection<?> replaced,
      List<Offer> added) {
    if (policy == CheckPolicy.OFF) {
      return "";
    }
    CheckOutcome outcome;
    try {
      made = new SelfChecks(platform.dispatcher(), plugged, replaced, added);
      outcome = DetachedTask.call(() -> made.run(platform.selfChecks(bundle)));
    } catch (RuntimeException thrown) { // the bundle's edge
      if (policy == CheckPolicy.REFUSE) {
        throw thrown;
      }
      return "the check ended early: "
          + Bundles.reason(thrown); // the commit fails too if it matters
    }
    return apply(install, bundle, outcome);
  }

  /**
   * Prepares the kernels of the operators in use, after the check of a bundle that replaces
   * another.
   *
   * @return what was done as text; empty if no kernel may be called
   */
  String warmUp(BundleInstall install, Duration budget) {
    if (made == null) {
      return "";
    }
    CheckOutcome outcome = DetachedTask.call(() -> made.warmUp(budget));
    String done = "%d operators in use".formatted(outcome.asked());
    if (outcome.isSame()) {
      return done;
    }
    return done + "; " + apply(install, install.bundles().getFirst(), outcome);
  }

  private String apply(BundleInstall install, Bundle bundle, CheckOutcome outcome) {
    if (outcome.isSame()) {
      return outcome.text();
    }
    if (!outcome.broken().isEmpty()) {
      throw refused(outcome, "mend the bundle");
    }
    if (changes == ChangePolicy.ACCEPT) {
      return taken(install, outcome, "changes accepted: ");
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
    return taken(install, outcome, "differs: ");
  }

  private static String taken(BundleInstall install, CheckOutcome outcome, String how) {
    String note = how + outcome.summary();
    install.note(install.note().isEmpty() ? note : install.note() + "; " + note);
    return outcome.text() + "; " + note;
  }

  private PlugFailure refused(CheckOutcome outcome, String remedy) {
    return new PlugFailure(action, subject, "check", outcome.details(), remedy, null);
  }
}
