package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.content.BundleContent;
import jackfield.dispatcher.impl.registry.Expectation;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.ChangePolicy;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform.Removal.State;
import jackfield.spi.PlugSteps.Step;
import jackfield.spi.SwapReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/**
 * Updates a bundle in place. First the new content is installed, started and checked as a bundle
 * beside it, as for a swap, and uninstalled again. Content that fails there never reaches the
 * bundle.
 */
final class Update {
  private final OsgiPlatform platform;
  private final Bundle bundle;
  private final ChangePolicy changes;
  private final Phases phases = new Phases();
  private String note = ""; // for the operators' histories

  Update(OsgiPlatform platform, Bundle bundle, ChangePolicy changes) {
    this.platform = platform;
    this.bundle = bundle;
    this.changes = changes;
  }

  SwapReport run(Path content) {
    String before = Bundles.title(bundle);
    phases.end("check", rehearse(content));
    byte[] former = former(); // before anything changes
    ServiceTransaction gone = platform.withdraw("update", bundle);
    ServiceTransaction renewed;
    try (Expectation _ = platform.expect(gone)) {
      withdraw(gone);
      renewed = renew(content, former, gone);
      phases.end("commit", renewed.summary());
    }
    return new SwapReport(
        WhiteboardComponent.shortName(bundle),
        bundle.getVersion().toString(),
        bundle.getBundleId(),
        before,
        bundle.getBundleId(),
        renewed.generation(),
        phases.list(),
        phases.nanos());
  }

  private byte[] former() {
    try {
      return BundleContent.of(bundle);
    } catch (RuntimeException unreadable) {
      String problem = "its present content cannot be read: " + Bundles.reason(unreadable);
      throw failure(problem, "unplug it, then plug the new content", true, unreadable);
    }
  }

  private String rehearse(Path content) {
    BundleInstall beside = platform.install("update", platform.subject(content));
    return beside.attempt(() -> {
      beside.claim(content, bundle);
      beside.install(content);
      beside.start();
      beside.refuseWaiting(bundle);
      CheckPolicy checks = platform.settings().swapChecks();
      String found =
          new Checking(platform, "update", Bundles.title(bundle), checks, changes)
              .run(beside, platform.services(bundle));
      note = beside.note();
      beside.giveUp();
      return found.isEmpty() ? "not made, as configured" : found;
    });
  }

  /** Turns quarantine into veto: a bundle cannot be updated while threads execute its kernels. */
  private DrainPolicy policy() {
    DrainPolicy configured = platform.settings().drainPolicy();
    return configured.mode() == DrainPolicy.Mode.WAIT
        ? configured
        : DrainPolicy.veto(configured.deadline());
  }

  private void withdraw(ServiceTransaction made) {
    long inside = System.nanoTime();
    BundleRemoval removal =
        new BundleRemoval(
            bundle, policy(), made, platform.steps(), this::stop, ServiceTransaction::complete);
    State state = platform.runningRemovals().conclude(bundle, removal);
    if (state != State.REMOVED) {
      boolean isInside = state == State.DRAINING;
      boolean isBack = removal.cancel();
      String problem = isInside ? "it was asked from inside a call" : "the wait was interrupted";
      throw failure(
          Step.DRAIN,
          isBack ? problem : problem + ", and its kernels cannot be restored",
          remedy(isInside, isBack, name()),
          isBack,
          null);
    }
    phases.endRemoval(removal, inside);
  }

  static String remedy(boolean isInside, boolean isBack, String bundle) {
    String again =
        isInside
            ? "update it from outside of a call"
            : "update it again from a thread that is not interrupted";
    return isBack
        ? again + "; its former content serves"
        : "unplug %s, then plug the new content".formatted(bundle);
  }

  private void stop(Bundle stopped) {
    Uninstallation.stop(stopped, Bundle.STOP_TRANSIENT);
  }

  /** Updates the stopped bundle and starts it; on failure restores its former content. */
  private ServiceTransaction renew(Path content, byte[] former, ServiceTransaction gone) {
    try (InputStream next = Files.newInputStream(content)) {
      platform.steps().before(Step.UPDATE, WhiteboardComponent.shortName(bundle));
      bundle.update(next);
      return startAgain(content, gone);
    } catch (BundleException | IOException | RuntimeException | Error thrown) { // bundle's edge
      boolean isInterrupted = Interruption.isPresent(false, thrown);
      String lost = restore(former, gone);
      // No cause: its class or stack may refer to the bundle's loader, and callers keep failures.
      throw failure(
          Bundles.reason(thrown) + lost,
          lost.isEmpty()
              ? remedy(isInterrupted, thrown)
              : "unplug %s, then plug it anew".formatted(name()),
          lost.isEmpty(),
          null);
    }
  }

  private String name() {
    return Bundles.named(bundle);
  }

  private String remedy(boolean isInterrupted, Throwable thrown) {
    String again = Interruption.isLockNotTaken(thrown) ? "update it again" : "mend the new content";
    return isInterrupted ? remedy(false, true, name()) : again + "; its former content serves";
  }

  /** Restores the former content; returns why it cannot be, or an empty text. */
  private String restore(byte[] former, ServiceTransaction gone) {
    try {
      Uninstallation.stop(bundle, Bundle.STOP_TRANSIENT);
      bundle.update(new ByteArrayInputStream(former));
      note = "";
      ServiceTransaction _ = startAgain(Path.of("former content"), gone);
      return "";
    } catch (BundleException | RuntimeException | Error broken) { // bundle's edge
      return "; its former content fails too: " + Bundles.reason(broken);
    }
  }

  /** Starts the bundle and commits its services as one generation. */
  private ServiceTransaction startAgain(Path content, ServiceTransaction gone)
      throws BundleException {
    BundleInstall install = platform.install("update", WhiteboardComponent.shortName(bundle));
    install.adopt(bundle, content);
    install.note(note);
    try {
      install.start();
      return install.commitInPlaceOf(gone);
    } finally {
      install.dropStaged();
    }
  }

  private PlugFailure failure(String problem, String remedy, boolean isUndone, Throwable cause) {
    return failure(Step.UPDATE, problem, remedy, isUndone, cause);
  }

  private PlugFailure failure(
      Step step, String problem, String remedy, boolean isUndone, Throwable cause) {
    String name = WhiteboardComponent.shortName(bundle);
    String at = step.name().toLowerCase(Locale.ROOT);
    return isUndone
        ? new PlugFailure("update", name, at, problem, remedy, cause)
        : PlugFailure.notUndone("update", name, at, problem, remedy);
  }
}
