package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.Drain;
import jackfield.dispatch.DrainVetoed;
import jackfield.dispatch.JackfieldException;
import jackfield.dispatch.JackfieldThread;
import jackfield.dispatch.MemoryInUse;
import jackfield.dispatch.PlugFailure;
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
 * A bundle on its way out: its kernels have left the tables, those inside are waited for, then its
 * own work, then the tensors in its memory are seen to, then it is removed. Until its own work has
 * ended it can be put back. The tensors come after that work since a device may still be writing to
 * them until it has ended.
 *
 * <p><em>Threads</em>: safe for all; {@link #conclude} is called once.
 */
final class Departure {
  private static final System.Logger LOG = System.getLogger(Departure.class.getName());

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
  private final Quiescence quiescence;
  private final Belongings belongings;
  private final Instant since = Instant.now();
  private final CompletableFuture<State> end = new CompletableFuture<>();
  private State state = State.DRAINING; // guarded by this
  private String verdict = ""; // guarded by this
  private boolean isInTheWay; // others are in the way of its return; guarded by this

  /** How a bundle goes when nothing of it runs any more. */
  interface Removal {
    void remove(Bundle bundle);
  }

  /**
   * Creates a departure.
   *
   * @param replacement in which the kernels left the tables
   * @param afterReturn told of the opposite replacement if the bundle is put back
   */
  Departure(
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
    this.quiescence = new Quiescence(name, replacement.departed());
    this.belongings = replacement.belongings();
  }

  /** Returns what completes when it has left or is back. */
  CompletableFuture<State> end() {
    return end;
  }

  DrainWait drainWait() {
    return wait;
  }

  /** Returns the tensors in its memory, and what became of them. */
  Belongings belongings() {
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
    return concludeHere();
  }

  private State concludeHere() {
    try {
      steps.before(Step.DRAIN, name);
    } catch (RuntimeException | Error thrown) { // a test's: a real drain does not fail
      putBack();
      throw failure("drain", Bundles.reason(thrown), thrown);
    }
    if (wait.await(deadline())) {
      return leave();
    }
    if (wait.isCancelled()) {
      putBack();
      throw failure("drain", "it was cancelled", null);
    }
    return policy.mode() == DrainPolicy.Mode.VETO ? veto(wait.reason()) : quarantine(wait.reason());
  }

  private PlugFailure failure(String step, String problem, Throwable cause) {
    return new PlugFailure("unplug", name, step, problem, "ask again", cause);
  }

  private State veto(String why) {
    List<Drain.Inside> inside = wait.inside();
    if (!putBack()) {
      return state();
    }
    throw new DrainVetoed(name, why, inside);
  }

  private State quarantine(String why) {
    move(State.QUARANTINED, why);
    warn(why + wait.stacks());
    onThread(() -> {
      if (wait.await(null)) {
        return leave();
      }
      putBack();
      return state();
    });
    return State.QUARANTINED;
  }

  private void warn(String why) {
    LOG.log(System.Logger.Level.WARNING, () -> name + " " + version + " is quarantined, " + why);
  }

  /** Returns how long is waited; null for ever. */
  private Duration deadline() {
    return policy.mode() == DrainPolicy.Mode.WAIT ? null : policy.deadline();
  }

  /** Ends the bundle's own work, then removes it. */
  private State leave() {
    synchronized (this) {
      if (wait.isCancelled()) {
        putBack();
        throw failure("drain", "it was cancelled", null);
      }
      state = State.QUIESCING;
    }
    if (isKept()) {
      return state();
    }
    if (!quiescence.isEmpty()) {
      before(Step.QUIESCE);
      if (!quiescence.await(deadline())) {
        String why = "resident: its own work has not ended: " + quiescence.where();
        return outlast(why, () -> quiescence.await(null), this::part);
      }
    }
    return part();
  }

  /** Sees to the tensors in the bundle's memory, then removes it. */
  private State part() {
    if (isCalledOff()) {
      return state();
    }
    if (!belongings.isEmpty()) {
      belongings.seal();
      if (isKept()) {
        return state();
      }
      if (!belongings.await(deadline())) {
        String why = "resident: calls may know addresses in its memory: " + belongings.inside();
        return outlast(why, () -> belongings.await(null), this::remove);
      }
    }
    return remove();
  }

  /** Puts it back if tensors are in its memory that it is to stay for; returns false if not. */
  private boolean isKept() {
    try {
      if (!isInTheWay()) {
        belongings.refuse("unplug", name);
      }
      return false;
    } catch (MemoryInUse kept) {
      if (putBack()) {
        throw kept;
      }
      return true;
    }
  }

  private synchronized boolean isInTheWay() {
    return isInTheWay;
  }

  private State outlast(String why, Runnable waiting, Work next) {
    if (policy.mode() == DrainPolicy.Mode.VETO) {
      return veto(why);
    }
    move(State.QUARANTINED, why);
    warn(why);
    onThread(() -> {
      waiting.run();
      return next.run();
    });
    return State.QUARANTINED;
  }

  /** Puts it back if that was asked for while it was quarantined for something else than calls. */
  private synchronized boolean isCalledOff() {
    if (wait.isCancelled()) {
      putBack();
      return true;
    }
    state = State.QUIESCING;
    return false;
  }

  private State remove() {
    if (isCalledOff()) {
      return state();
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

  /** Asks for the way back; returns false if it is too late. */
  boolean cancel() {
    synchronized (this) {
      if (state != State.DRAINING && state != State.QUARANTINED) {
        return false;
      }
      wait.cancel();
    }
    return end.join() == State.BACK;
  }

  /** Puts back what left, unless others are in its way: then it stays out, quarantined. */
  private boolean putBack() {
    belongings.unseal();
    Replacement reversed;
    try {
      reversed = replacement.reverse();
    } catch (JackfieldException inTheWay) {
      synchronized (this) {
        isInTheWay = true;
      }
      wait.goOn();
      quarantine("it cannot be put back: " + inTheWay.getMessage());
      return false;
    }
    afterReturn.accept(reversed);
    move(State.BACK, "");
    end.complete(State.BACK);
    return true;
  }

  private interface Work {
    State run();
  }

  private void onThread(Work work) {
    Thread thread =
        new JackfieldThread(
            "jackfield-departure-" + name,
            () -> {
              try {
                work.run();
              } catch (RuntimeException | Error thrown) { // the thread's edge
                LOG.log(System.Logger.Level.WARNING, thrown.getMessage());
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
