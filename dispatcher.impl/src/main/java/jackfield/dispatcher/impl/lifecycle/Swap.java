package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.whiteboard.MemoryEvacuation;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.ChangePolicy;
import jackfield.spi.DrainPolicy;
import jackfield.spi.SwapReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.osgi.framework.Bundle;

/** Replaces a bundle by another that is installed beside it. */
final class Swap {
  private final OsgiPlatform platform;
  private final Bundle old;
  private final DrainPolicy policy;
  private final ChangePolicy changes;
  private final List<SwapReport.Phase> phases = new ArrayList<>();
  private final long start = System.nanoTime();
  private long phaseStart = start;

  Swap(OsgiPlatform platform, Bundle old, DrainPolicy policy, ChangePolicy changes) {
    this.platform = platform;
    this.old = old;
    this.policy = policy;
    this.changes = changes;
  }

  /** Installs, checks and commits the new bundle, then removes the old. */
  SwapReport run(Path replacement) {
    String replaced = Bundles.title(old);
    BundleInstall install = platform.install("swap", replacement.toString());
    ServiceTransaction made =
        install.attempt(() -> {
          install.claim(replacement, old);
          install.install(replacement);
          install.start();
          install.refuseWaiting(old);
          end("start", "installed and started beside " + replaced);
          end("check", check(install));
          ServiceTransaction committed = install.commit(services());
          long generation = platform.generation();
          end("commit", "generation %d, %s".formatted(generation, committed.arrived()));
          return committed;
        });
    long generation = platform.generation();
    BundleRemoval removal =
        platform.removal(old, policy, made, reversed -> giveUp(install, reversed));
    long inside = System.nanoTime();
    BundleRemoval.State state = platform.runningRemovals().conclude(old, removal);
    phases.add(drained(removal, inside));
    addTensors(removal);
    end(
        "gone",
        state == BundleRemoval.State.REMOVED ? replaced + ": uninstalled" : resident(removal));
    Bundle bundle = install.bundles().getFirst();
    return new SwapReport(
        WhiteboardComponent.shortName(bundle),
        bundle.getVersion().toString(),
        replaced,
        old.getBundleId(),
        generation,
        phases,
        System.nanoTime() - start);
  }

  private Collection<Object> services() {
    return platform.services(old);
  }

  /** Compares the results of the new bundle's kernels with the expected ones. */
  private String check(BundleInstall install) {
    CheckPolicy checks = platform.settings().swapChecks();
    String found =
        new Checking(platform, "swap", Bundles.title(old), checks, changes)
            .run(install, services());
    return found.isEmpty() ? "not made, as configured" : found;
  }

  private void end(String phase, String text) {
    long now = System.nanoTime();
    phases.add(new SwapReport.Phase(phase, text, now - phaseStart));
    phaseStart = now;
  }

  private SwapReport.Phase drained(BundleRemoval removal, long from) {
    long drained = removal.drainWait().nanosFrom(from);
    phaseStart = from + drained;
    return new SwapReport.Phase("drain", removal.drainWait().insideAtFirst(), drained);
  }

  private void addTensors(BundleRemoval removal) {
    MemoryEvacuation evacuation = removal.memory();
    if (!evacuation.text().isEmpty()) {
      phases.add(new SwapReport.Phase("tensors", evacuation.text(), evacuation.nanos()));
      phaseStart += evacuation.nanos();
    }
  }

  private static String resident(BundleRemoval removal) {
    return removal.report().state() + "; " + removal.report().verdict();
  }

  /** Removes the new bundle after the old was restored, when no thread executes its kernels. */
  private static void giveUp(BundleInstall install, ServiceTransaction reversed) {
    Drain drain = reversed.drain();
    if (drain.await(Duration.ofSeconds(10))) {
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
