package jackfield.dispatcher.impl.lifecycle;

import jackfield.context.DispatchContext;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.Drain;
import jackfield.dispatch.DrainVetoed;
import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.whiteboard.MemoryEvacuation;
import jackfield.dispatcher.impl.whiteboard.Replacement;
import jackfield.dispatcher.impl.whiteboard.Stage;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.error.JackfieldException;
import jackfield.memory.MemoryInUse;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import jackfield.spi.PlugSteps.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;

/**
 * A bundle on its way out: its kernels have left the tables. It is waited for one {@link Stage}
 * after the other: those inside, then its own work, then those who may know an address in its
 * memory; then the tensors there are seen to and it is removed. Until then it can be put back. The
 * tensors come after its own work since a device may still be writing to them until that has ended.
 *
 * <p><em>Threads</em>: safe for all; {@link #conclude} is called once.
 */
final class BundleRemoval {
  private static final System.Logger LOG = System.getLogger(BundleRemoval.class.getName());

  /** How far it is. */
  enum State {
    DRAINING,
    QUIESCING,
    QUARANTINED,
    LEFT,
    BACK
  }

  private final Bundle bundle;
  private final String name;
  private final String version;
  private final DrainPolicy policy;
  private final Replacement replacement;
  private final Steps steps;
  private final Removal removal;
  private final Consumer<Replacement> afterReturn;
  private final DrainWait wait;
  private final MemoryEvacuation belongings;
  private final List<Stage> stages;
  private final CancelRequest wayBack = new CancelRequest();
  private final Instant since = Instant.now();
  private final CompletableFuture<State> end = new CompletableFuture<>();
  private State state = State.DRAINING; // guarded by this
  private String verdict = ""; // guarded by this

  /** How a bundle goes when nothing of it runs any more. */
  interface Removal {
    void remove(Bundle bundle);
  }

  /**
   * Creates a removal.
   *
   * @param replacement in which the kernels left the tables
   * @param afterReturn told of the opposite replacement if the bundle is put back
   */
  BundleRemoval(
      Bundle bundle,
      DrainPolicy policy,
      Replacement replacement,
      Steps steps,
      Removal removal,
      Consumer<Replacement> afterReturn) {
    this.bundle = bundle;
    this.name = WhiteboardComponent.shortName(bundle);
    this.version = bundle.getVersion().toString();
    this.policy = policy;
    this.replacement = replacement;
    this.steps = steps;
    this.removal = removal;
    this.afterReturn = afterReturn;
    this.wait = new DrainWait(replacement.drain());
    this.belongings = replacement.belongings();
    this.stages = stages();
  }

  private List<Stage> stages() {
    Quiescence work = new Quiescence(name, replacement.departed(), deadline());
    Stage veto = Stage.instant(() -> belongings.refuse("unplug", name));
    Stage announced = Stage.instant(() -> before(Step.QUIESCE));
    return work.isEmpty()
        ? List.of(wait, veto, belongings, veto)
        : List.of(wait, veto, announced, work, belongings, veto);
  }

  /** Returns what completes when it has left or is back. */
  CompletableFuture<State> end() {
    return end;
  }

  DrainWait drainWait() {
    return wait;
  }

  /** Returns the tensors in its memory, and what became of them. */
  MemoryEvacuation belongings() {
    return belongings;
  }

  boolean isNamed(String asked) {
    return asked.equals(name) || asked.equals(name + ":" + version);
  }

  synchronized Platform.Leaving report() {
    boolean isInside = state == State.DRAINING || state == State.QUARANTINED;
    return new Platform.Leaving(
        name,
        version,
        bundle.getBundleId(),
        state.name().toLowerCase(Locale.ROOT),
        since,
        policy,
        verdict,
        isInside ? wait.inside() : List.of());
  }

  private synchronized State state() {
    return state;
  }

  private synchronized void move(State next, String why) {
    state = next;
    verdict = why;
  }

  // ---- on the way out

  /**
   * Waits as the policy says and lets the bundle go. From inside a call that happens later, on
   * another thread, since it would be waiting for itself.
   *
   * @return how far it is
   * @throws DrainVetoed if the policy let it stay
   * @throws MemoryInUse if its memory's policy let it stay
   * @throws PlugFailure if it was cancelled
   */
  State conclude() {
    if (DispatchContext.current().epoch() != 0) {
      onThread(this::concludeHere);
      return State.DRAINING;
    }
    return guarded(this::concludeHere);
  }

  private State concludeHere() {
    try {
      steps.before(Step.DRAIN, name);
    } catch (RuntimeException | Error thrown) { // a test's: a real drain does not fail
      putBack();
      throw failure(Bundles.reason(thrown), thrown);
    }
    return proceed(stages);
  }

  /** Waits for what remains, one after the other, then removes the bundle. */
  private State proceed(List<Stage> remaining) {
    for (int i = 0; i < remaining.size(); i++) {
      Stage stage = remaining.get(i);
      if (!begin(stage)) {
        return state();
      }
      if (!stage.await(deadline(), wayBack::isAsked)) {
        return wayBack.isAsked() ? returned() : outlasted(remaining.subList(i, remaining.size()));
      }
      move(State.QUIESCING, "");
    }
    return remove();
  }

  /** Returns false if it is not to go: tensors are in its memory that it is to stay for. */
  private boolean begin(Stage stage) {
    try {
      stage.begin();
      return true;
    } catch (MemoryInUse kept) {
      if (wayBack.isBlocked()) {
        return true; // it cannot stay
      }
      if (putBack()) {
        throw kept;
      }
      return false;
    }
  }

  /** Returns how long is waited; null for ever, as where it cannot stay. */
  private Duration deadline() {
    boolean isForEver = policy.mode() == DrainPolicy.Mode.WAIT || wayBack.isBlocked();
    return isForEver ? null : policy.deadline();
  }

  private State outlasted(List<Stage> remaining) {
    Stage stage = remaining.getFirst();
    String why = stage.reason();
    if (policy.mode() != DrainPolicy.Mode.VETO) {
      return quarantine(why, remaining);
    }
    List<Drain.Inside> inside = wait.inside();
    if (!putBack()) {
      return state();
    }
    throw new DrainVetoed(name, why, inside);
  }

  /** Sets the bundle aside until what remains is over. */
  private State quarantine(String why, List<Stage> remaining) {
    Stage stage = remaining.getFirst();
    String stacks = stage.stacks();
    move(State.QUARANTINED, why);
    LOG.log(
        System.Logger.Level.WARNING,
        () -> name + " " + version + " is quarantined, " + why + stacks);
    onThread(() -> {
      boolean isOver = outlast(stage);
      move(State.QUIESCING, "");
      return isOver ? proceed(remaining.subList(1, remaining.size())) : returned();
    });
    return State.QUARANTINED;
  }

  /** Waits until {@code stage} is over, or false if the bundle is wanted back. */
  private boolean outlast(Stage stage) {
    while (!stage.await(null, wayBack::isAsked)) {
      if (wayBack.isAsked()) {
        return false;
      }
      boolean _ = Thread.interrupted(); // of a thread of the platform's own: no reason to end
    }
    return true;
  }

  private State remove() {
    if (!wayBack.close()) {
      return returned();
    }
    belongings.settle(true);
    replacement.complete();
    before(Step.STOP);
    try {
      removal.remove(bundle);
    } finally {
      move(State.LEFT, "");
      end.complete(State.LEFT);
    }
    return State.LEFT;
  }

  /** Tells of a step; whatever happens then, there is no way back. */
  private void before(Step step) {
    try {
      steps.before(step, name);
    } catch (RuntimeException | Error thrown) { // a test's
      LOG.log(System.Logger.Level.ERROR, name + ": " + step + " failed; it leaves anyway", thrown);
    }
  }

  // ---- back

  /** Asks for the way back; returns false if it is too late, or others are in the way. */
  boolean cancel() {
    return wayBack.ask().join();
  }

  /** Puts back what somebody wants back. */
  private State returned() {
    if (putBack()) {
      throw failure("it was cancelled", null);
    }
    return state();
  }

  private PlugFailure failure(String problem, Throwable cause) {
    return new PlugFailure("unplug", name, "drain", problem, "ask again", cause);
  }

  /** Puts back what left, unless others are in its way: then it stays out, quarantined. */
  private boolean putBack() {
    belongings.unseal();
    Replacement reversed;
    try {
      reversed = replacement.reverse();
    } catch (JackfieldException inTheWay) {
      wayBack.blocked();
      quarantine("it cannot be put back: " + inTheWay.getMessage(), stages);
      return false;
    }
    afterReturn.accept(reversed);
    move(State.BACK, "");
    end.complete(State.BACK);
    wayBack.done();
    return true;
  }

  private interface Work {
    State run();
  }

  /** Does some work; what was not foreseen ends the removal, so that nobody waits for it. */
  private State guarded(Work work) {
    try {
      return work.run();
    } catch (RuntimeException | Error thrown) {
      if (!end.isDone() && state() != State.QUARANTINED) { // where another thread waits on
        end.completeExceptionally(thrown);
        wayBack.blocked();
      }
      throw thrown;
    }
  }

  private void onThread(Work work) {
    Thread thread =
        new JackfieldThread(
            "jackfield-departure-" + name,
            () -> {
              try {
                guarded(work);
              } catch (RuntimeException | Error thrown) { // the thread's edge
                LOG.log(System.Logger.Level.WARNING, thrown.getMessage());
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
