package jackfield.tools.soak.plug;

import jackfield.dispatch.Pin;
import jackfield.kernel.Provenance;
import jackfield.tensor.Autograd;
import jackfield.tensor.Scope;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.PluggedSet;
import jackfield.tools.soak.bundles.SoakBundles;
import jackfield.tools.soak.measure.Pauses;
import jackfield.tools.soak.plug.Exercise.Kind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Computes exercises at random and passes each result to the oracle. */
final class Worker implements Runnable {
  private static final int PINNED_OF_A_HUNDRED = 30;
  private static final int RARE_ONE_OF = 50;

  private final Work work;
  private final SplittableRandom random;
  private final Pauses.Median[] medians;

  /** The state that workers share. */
  record Work(
      List<Exercise> exercises,
      Answers answers,
      PluggedSets sets,
      SoakBundles bundles,
      Supplier<Autograd> autograd,
      PlugTally tally,
      Pauses pauses,
      MeasurementLock measurementLock,
      AtomicBoolean isOver) {}

  Worker(Work work, long seed) {
    this.work = work;
    this.random = new SplittableRandom(seed);
    this.medians = new Pauses.Median[2 * work.exercises().size()];
    for (int i = 0; i < medians.length; i++) {
      medians[i] = new Pauses.Median();
    }
  }

  @Override
  public void run() {
    while (!work.isOver().get()) {
      work.measurementLock().pass(this::one);
    }
  }

  /** Returns the number of the next exercise. */
  private int next() {
    int index = random.nextInt(work.exercises().size());
    boolean isTaken = !work.exercises().get(index).isRare() || random.nextInt(RARE_ONE_OF) == 0;
    return isTaken ? index : next();
  }

  private void one() {
    int index = next();
    Exercise exercise = work.exercises().get(index);
    boolean isPinned = exercise.needsPin() || random.nextInt(100) < PINNED_OF_A_HUNDRED;
    int window = work.pauses().window();
    long start = System.nanoTime();
    try (Scope _ = Scope.open()) {
      Found found = isPinned ? pinned(exercise) : free(exercise);
      long nanos = System.nanoTime() - start;
      long beyond = medians[2 * index + (isPinned ? 1 : 0)].beyond(nanos);
      work.pauses().note(window, work.pauses().window(), beyond);
      check(exercise, index, found);
    } catch (RuntimeException | Error thrown) { // only typed errors may end a call
      work.tally().crashes.increment();
      work.tally().checks.check(false, () -> exercise.name() + " ended with " + thrown);
    }
    work.tally().calls.increment();
    if (exercise.kind() == Kind.TRAINING) {
      work.tally().trainings.increment();
    }
  }

  /**
   * What a worker found.
   *
   * @param server the provider of the watched operator; null if there was none, or if it was not
   *     looked up
   * @param first the earliest set that the calls may have met
   * @param last the latest set that they may have met
   * @param end the set after all calls
   */
  private record Found(
      Outcome outcome,
      boolean isPinned,
      Provenance server,
      PluggedSet first,
      PluggedSet last,
      PluggedSet end) {}

  private Found free(Exercise exercise) {
    PluggedSet first = work.sets().earliest();
    Outcome outcome = Answers.run(exercise, gradients());
    PluggedSet last = work.sets().latest();
    return new Found(outcome, false, null, first, last, last);
  }

  private Found pinned(Exercise exercise) {
    PluggedSet first = work.sets().earliest();
    Gradients gradients = gradients();
    try (Pin _ = Pin.open()) {
      PluggedSet last = work.sets().latest();
      Provenance server = Answers.server(exercise.watched());
      Outcome outcome = Answers.run(exercise, gradients);
      return new Found(outcome, true, server, first, last, work.sets().latest());
    }
  }

  private Gradients gradients() {
    return new Gradients(work.autograd().get());
  }

  // ---- judging

  private void check(Exercise exercise, int index, Found found) {
    boolean isOwed = isOwed(found);
    boolean holds =
        isOwed || PluggedSets.any(found.first(), found.last(), set -> explains(set, index, found));
    work.tally()
        .checks
        .check(
            holds,
            () ->
                "%s gave %s%s, which no set of bundles of that moment gives"
                    .formatted(
                        exercise.name(),
                        found.outcome(),
                        found.server() == null ? "" : ", served by " + found.server()));
    if (found.outcome().isError()) {
      (holds ? work.tally().refused : work.tally().lost).increment();
    } else if (!holds) {
      work.tally().wrong.increment();
    }
  }

  private boolean explains(PluggedSet set, int index, Found found) {
    Answers.Answer answer = work.answers().answer(set, index);
    return answer.agrees(found.outcome())
        && (!found.isPinned() || serves(set, answer.server(), found.server()));
  }

  /**
   * Returns whether {@code server} is the provider that was learnt, in the version that is plugged.
   */
  private boolean serves(PluggedSet set, Provenance learnt, Provenance server) {
    if (learnt == null || server == null) {
      return learnt == null && server == null;
    }
    String version =
        Part.ofBundle(learnt.bundle())
            .map(part -> work.bundles().text(part, set.version(part)))
            .orElse(learnt.version());
    return server.bundle().equals(learnt.bundle()) && server.version().equals(version);
  }

  /**
   * Returns whether autograd was unplugged meanwhile, so that graphs may throw; see {@code
   * Autograd}.
   */
  private static boolean isOwed(Found found) {
    if (!found.outcome().error().equals(Outcome.AUTOGRAD_GONE)) {
      return false;
    }
    int version = found.first().version(Part.AUTOGRAD);
    return version == 0
        || PluggedSets.any(
            found.first(), found.end(), set -> set.version(Part.AUTOGRAD) != version);
  }
}
