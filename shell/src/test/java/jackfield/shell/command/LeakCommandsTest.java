package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform.Removal;
import jackfield.spi.RemovedBundles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LeakCommandsTest {
  private static final RemovedBundles.RemovedBundle LEAKED =
      removed(2, RemovedBundles.Verdict.LEAKED, 2_700_000_000L, List.of("thread \"t\"", "T.cache"));
  private static final RemovedBundles.RemovedBundle PENDING =
      removed(3, RemovedBundles.Verdict.PENDING, 4_000_000_000L, List.of());

  /** A leak detector with fixed verdicts. */
  private record Known(List<RemovedBundle> removedBundles) implements RemovedBundles {
    @Override
    public Policy policy() {
      return Policy.NATURAL;
    }

    @Override
    public CompletableFuture<Void> decideNow() {
      throw new AssertionError("nobody asked for it");
    }

    @Override
    public Optional<CompletableFuture<RemovedBundle>> verdict(long bundleId) {
      return Optional.empty();
    }

    @Override
    public String collector() {
      return "G1, at its own pace";
    }
  }

  private static RemovedBundles.RemovedBundle removed(
      long number, RemovedBundles.Verdict verdict, long nanos, List<String> path) {
    return new RemovedBundles.RemovedBundle(
        number, 7, "backend.x", "1." + number, Instant.EPOCH, verdict, nanos, "so it is", path);
  }

  @Test
  void leaksHasALineForEachRemovedBundleAndThePathsBelow() throws InterruptedException {
    Object leaks =
        new LeakCommands(new Known(List.of(PENDING, LEAKED)), List::of).leaks(false, false);
    List<String> lines = leaks.toString().lines().toList();
    assertThat(lines.get(1))
        .containsSubsequence("backend.x", "1.3", "pending", "4 s so far", "so it is");
    assertThat(lines.get(2)).containsSubsequence("backend.x", "1.2", "leaked", "2,700 ms");
    assertThat(lines.subList(3, lines.size()))
        .containsExactly(
            "  what retains backend.x 1.2:",
            "    thread \"t\"",
            "    T.cache",
            "  collector: G1, at its own pace");
  }

  @Test
  void aQuarantinedBundleIsResidentAndADrainingOneIsPending() throws InterruptedException {
    Removal quarantined =
        removal(Removal.State.QUARANTINED, "resident: thread X is inside aten::add.Tensor");
    var leaks =
        new LeakCommands(
            new Known(List.of(LEAKED)),
            () -> List.of(quarantined, removal(Removal.State.DRAINING, "")));
    List<String> lines = leaks.leaks(false, false).toString().lines().toList();
    assertThat(lines.get(1))
        .containsSubsequence("backend.y", "2.0", "pending", "s so far", "draining");
    assertThat(lines.get(2))
        .containsSubsequence("backend.y", "resident", " ms", "thread X is inside aten::add.Tensor")
        .doesNotContain("resident: ");
    assertThat(lines.get(3)).containsSubsequence("backend.x", "leaked");
  }

  private static Removal removal(Removal.State state, String verdict) {
    DrainPolicy policy = DrainPolicy.quarantine(Duration.ofSeconds(1));
    return new Removal("backend.y", "2.0", 8, state, Instant.EPOCH, policy, verdict, List.of());
  }

  @Test
  void leaksAsJsonHasThePathAsAList() throws InterruptedException {
    assertThat(new LeakCommands(new Known(List.of(LEAKED)), List::of).leaks(true, false).toString())
        .contains("\"verdict\" : \"leaked\"", "\"millis\" : 2700.0", "\"T.cache\"");
  }

  @Test
  void leaksSaysNoneWithoutRemovedBundles() throws InterruptedException {
    assertThat(new LeakCommands(new Known(List.of()), List::of).leaks(false, false).toString())
        .startsWith("  none");
  }

  @Test
  void leaksNowAsksForTheVerdictsAndWaitsForThem() throws InterruptedException {
    List<RemovedBundles.RemovedBundle> removedBundles = new ArrayList<>(List.of(PENDING));
    RemovedBundles detector =
        new RemovedBundles() {
          @Override
          public List<RemovedBundle> removedBundles() {
            return removedBundles;
          }

          @Override
          public Optional<CompletableFuture<RemovedBundle>> verdict(long bundleId) {
            return Optional.empty();
          }

          @Override
          public Policy policy() {
            return Policy.NATURAL;
          }

          @Override
          public CompletableFuture<Void> decideNow() {
            return CompletableFuture.runAsync(() -> removedBundles.set(0, LEAKED));
          }

          @Override
          public String collector() {
            return "asked by leaks --now only";
          }
        };
    LeakCommands commands = new LeakCommands(detector, List::of);
    assertThat(commands.leaks(false, false).toString()).contains("pending");
    assertThat(commands.leaks(false, true).toString()).contains("leaked").doesNotContain("pending");
    assertThat(commands.__leaks()).contains("--now");
  }
}
