package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.ChangePolicy;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform.Removal.State;
import jackfield.spi.SwapReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/** Replaces a bundle by another that is installed beside it. */
final class Swap {
  private final OsgiPlatform platform;
  private final Bundle old;
  private final DrainPolicy policy;
  private final ChangePolicy changes;
  private final Phases phases = new Phases();

  Swap(OsgiPlatform platform, Bundle old, DrainPolicy policy, ChangePolicy changes) {
    this.platform = platform;
    this.old = old;
    this.policy = policy;
    this.changes = changes;
  }

  /** Installs, checks and commits the new bundle, then removes the old. */
  SwapReport run(Path replacement) {
    String replaced = Bundles.title(old);
    BundleInstall install = platform.install("swap", platform.subject(replacement));
    ServiceTransaction made = install.attempt(() -> replace(install, replacement));
    BundleRemoval removal =
        platform.removal(old, policy, made, reversed -> giveUp(install, reversed));
    long inside = System.nanoTime();
    State state = platform.runningRemovals().conclude(old, removal);
    phases.endRemoval(removal, inside);
    phases.end("gone", state == State.REMOVED ? replaced + ": uninstalled" : resident(removal));
    Bundle bundle = install.bundles().getFirst();
    return new SwapReport(
        WhiteboardComponent.shortName(bundle),
        bundle.getVersion().toString(),
        bundle.getBundleId(),
        replaced,
        old.getBundleId(),
        made.generation(),
        phases.list(),
        phases.nanos());
  }

  /** Installs, starts and checks the new bundle beside the old, then commits its kernels. */
  private ServiceTransaction replace(BundleInstall install, Path replacement)
      throws BundleException, IOException {
    install.refuseInstalled(install.claim(replacement, old), replacement, old);
    install.install(replacement);
    install.start();
    install.refuseWaiting(old);
    phases.end("start", "installed and started beside " + Bundles.title(old));
    check(install);
    ServiceTransaction committed = install.commit(services());
    phases.end("commit", committed.summary());
    return committed;
  }

  private Collection<Object> services() {
    return platform.services(old);
  }

  /** Compares the results of the new bundle's kernels with the expected ones, and prepares them. */
  private void check(BundleInstall install) {
    CheckPolicy policy = platform.settings().swapChecks();
    Checking checking = new Checking(platform, "swap", Bundles.title(old), policy, changes);
    String found = checking.run(install, services());
    phases.end("check", found.isEmpty() ? "not made, as configured" : found);
    String prepared = checking.warmUp(install, platform.settings().warmUp());
    if (!prepared.isEmpty()) {
      phases.end("warm-up", prepared);
    }
  }

  private static String resident(BundleRemoval removal) {
    return removal.report().state() + "; " + removal.report().verdict();
  }

  /** Removes the new bundle after the old was restored, when no thread executes its kernels. */
  private static void giveUp(BundleInstall install, ServiceTransaction reversed) {
    Drain drain = reversed.drain();
    if (drain.await(Drain.DEADLINE)) {
      letGo(install, reversed);
    } else {
      var _ = drain.completion().thenRun(() -> letGo(install, reversed));
    }
  }

  private static void letGo(BundleInstall install, ServiceTransaction reversed) {
    reversed.evacuation().removeAtOnce(true);
    reversed.complete();
    install.giveUp();
  }
}
