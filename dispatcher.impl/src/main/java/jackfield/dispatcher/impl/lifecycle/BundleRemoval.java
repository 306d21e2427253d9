package jackfield.dispatcher.impl.lifecycle;

import jackfield.context.DispatchContext;
import jackfield.dispatch.Drain;
import jackfield.dispatch.DrainVetoed;
import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.whiteboard.MemoryEvacuation;
import jackfield.dispatcher.impl.whiteboard.RemovalStage;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.error.JackfieldException;
import jackfield.memory.MemoryInUse;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Removal.State;
import jackfield.spi.PlugSteps.Step;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;

/**
 * Removes a bundle whose kernels were already withdrawn from the dispatch tables. The removal waits
 * for one {@link RemovalStage} after the other: (1) until no thread executes the bundle's kernels;
 * (2) until the bundle's own asynchronous work is idle, see {@link Quiescence}; (3) until no thread
 * can still use an address in the bundle's memory. Then it evacuates or orphans the tensors in that
 * memory and uninstalls the bundle. Until that last step the removal can be cancelled, which
 * restores the bundle.
 *
 * <p>The tensors come after the bundle's own work, since a device may write to them until then.
 *
 * <p><em>Threads</em>: safe for use by several threads; {@link #conclude} is called once.
 */
final class BundleRemoval {
  private static final System.Logger LOG = System.getLogger(BundleRemoval.class.getName());

  private final Bundle bundle;
  private final RemovalProgress progress;
  private final String name;
  private final DrainPolicy policy;
  private final ServiceTransaction replacement;
  private final Steps steps;
  private final LastStep lastStep;
  private final Consumer<ServiceTransaction> onRestored;
  private final DrainWait wait;
  private final MemoryEvacuation memory;
  private final List<RemovalStage> stages;
  private final CancelRequest cancelRequest = new CancelRequest();
  private final CompletableFuture<State> end = new CompletableFuture<>();
  private final RemovalWork work;

  /** The last step, for a bundle of which nothing runs any more. */
  interface LastStep {
    void remove(Bundle bundle);
  }

  /**
   * Creates a removal.
   *
   * @param replacement the commit that withdrew the kernels
   * @param onRestored gets the reversed replacement if the bundle is restored
   */
  BundleRemoval(
      Bundle bundle,
      DrainPolicy policy,
      ServiceTransaction replacement,
      Steps steps,
      LastStep lastStep,
      Consumer<ServiceTransaction> onRestored) {
    this.bundle = bundle;
    this.progress = new RemovalProgress(bundle, policy);
    this.name = progress.name();
    this.policy = policy;
    this.replacement = replacement;
    this.steps = steps;
    this.lastStep = lastStep;
    this.onRestored = onRestored;
    this.wait = new DrainWait(replacement.drain());
    this.memory = replacement.evacuation();
    this.stages = stages();
    this.work = new RemovalWork(name, progress.version(), this::abandoned);
  }

  private List<RemovalStage> stages() {
    Quiescence quiescence = new Quiescence(name, replacement.withdrawnServices(), deadline());
    RemovalStage veto = RemovalStage.instant(() -> memory.refuse("unplug", name));
    RemovalStage announced = RemovalStage.instant(() -> before(Step.QUIESCE));
    return quiescence.isEmpty()
        ? List.of(wait, veto, memory, veto)
        : List.of(wait, veto, announced, quiescence, memory, veto);
  }

  /** Returns a future that completes when the bundle is removed or restored. */
  CompletableFuture<State> end() {
    return end;
  }

  DrainWait drainWait() {
    return wait;
  }

  /** Returns the evacuation of the tensors in the bundle's memory. */
  MemoryEvacuation memory() {
    return memory;
  }

  boolean isNamed(String asked) {
    return progress.isNamed(asked);
  }

  Platform.Removal report() {
    return progress.report(wait);
  }

  // ---- removal

  /**
   * Waits as the policy demands and removes the bundle. Inside a call another thread does that,
   * since the calling thread would wait for itself.
   *
   * @return {@code REMOVED}; {@code DRAINING} inside a call; {@code QUARANTINED} if a thread of its
   *     own waits on
   * @throws DrainVetoed if the drain policy kept the bundle
   * @throws MemoryInUse if the policy of its memory kept the bundle
   * @throws PlugFailure if the removal was cancelled
   */
  State conclude() {
    if (DispatchContext.current().epoch() != 0) {
      work.start(this::concludeHere);
      return State.DRAINING;
    }
    return work.run(this::concludeHere);
  }

  private State concludeHere() {
    try {
      steps.before(Step.DRAIN, name);
    } catch (RuntimeException | Error thrown) { // a listener to steps refused
      restore();
      throw failure(Bundles.reason(thrown), thrown);
    }
    return proceed(stages);
  }

  /** Waits for the remaining stages in order, then removes the bundle. */
  private State proceed(List<RemovalStage> remaining) {
    for (int i = 0; i < remaining.size(); i++) {
      RemovalStage stage = remaining.get(i);
      if (!begin(stage)) {
        return State.QUARANTINED;
      }
      if (!stage.await(deadline(), cancelRequest::isAsked)) {
        return cancelRequest.isAsked()
            ? restored()
            : outlasted(remaining.subList(i, remaining.size()));
      }
      progress.move(State.QUIESCING, "");
    }
    return remove();
  }

  /**
   * Begins a stage; returns false if tensors in the bundle's memory forbid the removal and the
   * bundle is quarantined, since it cannot be restored.
   */
  private boolean begin(RemovalStage stage) {
    try {
      stage.begin();
      return true;
    } catch (MemoryInUse kept) {
      if (cancelRequest.isBlocked()) {
        return true; // it could not be restored, so it cannot be kept
      }
      if (restore()) {
        throw kept;
      }
      return false;
    }
  }

  /** Returns the longest wait for a stage; null without limit, as where it cannot be restored. */
  private Duration deadline() {
    boolean isForEver = policy.mode() == DrainPolicy.Mode.WAIT || cancelRequest.isBlocked();
    return isForEver ? null : policy.deadline();
  }

  private State outlasted(List<RemovalStage> remaining) {
    RemovalStage stage = remaining.getFirst();
    String why = stage.reason();
    if (policy.mode() != DrainPolicy.Mode.VETO) {
      return quarantine(why, remaining);
    }
    List<Drain.Inside> inside = wait.inside();
    if (!restore()) {
      return State.QUARANTINED;
    }
    throw new DrainVetoed(name, why, inside);
  }

  /** Quarantines the bundle; a thread of its own waits for the remaining stages. */
  private State quarantine(String why, List<RemovalStage> remaining) {
    RemovalStage stage = remaining.getFirst();
    String stacks = stage.stacks();
    progress.move(State.QUARANTINED, why);
    LOG.log(
        System.Logger.Level.WARNING,
        () -> name + " " + progress.version() + " is quarantined, " + why + stacks);
    work.handOver(() -> {
      boolean isOver = outlast(stage);
      progress.move(State.QUIESCING, "");
      return isOver ? proceed(remaining.subList(1, remaining.size())) : restored();
    });
    return State.QUARANTINED;
  }

  /** Waits until {@code stage} is over; returns false if the removal is cancelled. */
  private boolean outlast(RemovalStage stage) {
    while (!stage.await(null, cancelRequest::isAsked)) {
      if (cancelRequest.isAsked()) {
        return false;
      }
      boolean _ = Thread.interrupted(); // the platform's own thread must not end here
    }
    return true;
  }

  private State remove() {
    if (!cancelRequest.close()) {
      return restored();
    }
    memory.settle(true);
    replacement.complete();
    before(Step.STOP);
    try {
      lastStep.remove(bundle);
    } finally {
      progress.move(State.REMOVED, "");
      end.complete(State.REMOVED);
    }
    return State.REMOVED;
  }

  /** Announces a step whose failure does not end the removal. */
  private void before(Step step) {
    try {
      steps.before(step, name);
    } catch (RuntimeException | Error thrown) { // a listener's to steps
      LOG.log(
          System.Logger.Level.ERROR, name + ": " + step + " failed; the removal goes on", thrown);
    }
  }

  // ---- cancellation

  /** Cancels the removal; returns false if it is too late or the bundle cannot be restored. */
  boolean cancel() {
    return cancelRequest.ask().join();
  }

  /** Restores the bundle after a request to cancel. */
  private State restored() {
    if (restore()) {
      throw failure("it was cancelled", null);
    }
    return State.QUARANTINED;
  }

  private PlugFailure failure(String problem, Throwable cause) {
    return new PlugFailure("unplug", name, "drain", problem, "ask again", cause);
  }

  /** Restores the kernels; if other registrations prevent that, quarantines the bundle. */
  private boolean restore() {
    memory.unseal();
    ServiceTransaction reversed;
    try {
      reversed = replacement.reverse();
    } catch (JackfieldException inTheWay) {
      cancelRequest.blocked();
      quarantine("it cannot be restored: " + inTheWay.getMessage(), stages);
      return false;
    }
    onRestored.accept(reversed);
    progress.move(State.RESTORED, "");
    end.complete(State.RESTORED);
    cancelRequest.done();
    return true;
  }

  /** Ends a removal that no thread continues. */
  private void abandoned(Throwable failure) {
    if (!end.isDone()) {
      end.completeExceptionally(failure);
      cancelRequest.abandoned();
    }
  }
}
