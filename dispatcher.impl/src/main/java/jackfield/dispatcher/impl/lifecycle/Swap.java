package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.whiteboard.MemoryEvacuation;
import jackfield.dispatcher.impl.whiteboard.Replacement;
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

/** One bundle taking another's place. */
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

  /** Makes the swap. */
  SwapReport run(Path replacement) {
    String replaced = Bundles.title(old);
    BundleInstall arrival = platform.arrival("swap", replacement.toString());
    Replacement made =
        arrival.attempt(() -> {
          arrival.claim(replacement, old);
          arrival.install(replacement);
          arrival.start();
          arrival.refuseWaiting(old);
          end("start", "installed and started beside " + replaced);
          end("check", check(arrival));
          Replacement committed = arrival.commit(services());
          long generation = platform.generation();
          end("commit", "generation %d, %s".formatted(generation, committed.arrived()));
          return committed;
        });
    long generation = platform.generation();
    BundleRemoval departure =
        platform.departure(old, policy, made, reversed -> giveUp(arrival, reversed));
    long inside = System.nanoTime();
    BundleRemoval.State state = platform.leavers().conclude(old, departure);
    phases.add(drained(departure, inside));
    addTensors(departure);
    end(
        "gone",
        state == BundleRemoval.State.LEFT ? replaced + ": uninstalled" : resident(departure));
    Bundle bundle = arrival.bundles().getFirst();
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

  /** Compares the new bundle's answers with those that are expected of it. */
  private String check(BundleInstall arrival) {
    CheckPolicy checks = platform.settings().swapChecks();
    String found =
        new Checking(platform, "swap", Bundles.title(old), checks, changes)
            .run(arrival, services());
    return found.isEmpty() ? "not made, as configured" : found;
  }

  private void end(String phase, String text) {
    long now = System.nanoTime();
    phases.add(new SwapReport.Phase(phase, text, now - phaseStart));
    phaseStart = now;
  }

  private SwapReport.Phase drained(BundleRemoval departure, long from) {
    long drained = departure.drainWait().nanosFrom(from);
    phaseStart = from + drained;
    return new SwapReport.Phase("drain", departure.drainWait().insideAtFirst(), drained);
  }

  private void addTensors(BundleRemoval departure) {
    MemoryEvacuation belongings = departure.belongings();
    if (!belongings.text().isEmpty()) {
      phases.add(new SwapReport.Phase("tensors", belongings.text(), belongings.nanos()));
      phaseStart += belongings.nanos();
    }
  }

  private static String resident(BundleRemoval departure) {
    return departure.report().state() + "; " + departure.report().verdict();
  }

  /** The old bundle serves again: the new one goes when nobody is inside it. */
  private static void giveUp(BundleInstall arrival, Replacement reversed) {
    Drain drain = reversed.drain();
    if (drain.await(Duration.ofSeconds(10))) {
      letGo(arrival, reversed);
    } else {
      var _ = drain.completion().thenRun(() -> letGo(arrival, reversed));
    }
  }

  private static void letGo(BundleInstall arrival, Replacement reversed) {
    reversed.belongings().leave(true);
    reversed.complete();
    arrival.giveUp();
  }
}
