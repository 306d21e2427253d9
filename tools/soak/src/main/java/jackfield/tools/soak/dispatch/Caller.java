package jackfield.tools.soak.dispatch;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.Pin;
import jackfield.kernel.NoKernel;
import jackfield.kernel.NoSuchOperator;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.dispatch.Choice.Path;
import jackfield.tools.soak.measure.Tally;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Calls operators at random and compares each answer with the oracle's. */
final class Caller implements Runnable {
  private static final long BACKEND_KEYS = DispatchKeySet.of(DispatchKey.CPU).bits();
  private static final long MODE_KEYS =
      DispatchKeySet.of(DispatchKey.TESTING_ONLY_GENERIC_MODE).bits();
  private static final int MOST_IN_A_REGION = 12;

  private final List<Subject> subjects;
  private final SplittableRandom random;
  private final Tally tally;
  private final BooleanSupplier isOver;
  private final Tensor tensor = HostData.tensor(new float[] {1}, 1);

  Caller(List<Subject> subjects, long seed, Tally tally, BooleanSupplier isOver) {
    this.subjects = subjects;
    this.random = new SplittableRandom(seed);
    this.tally = tally;
    this.isOver = isOver;
  }

  @Override
  public void run() {
    while (!isOver.getAsBoolean()) {
      int what = random.nextInt(1_000);
      if (what == 0) {
        newcomer();
      } else if (what < 100) {
        region();
      } else {
        single(subject(), path(2), random.nextBoolean(), effort());
      }
    }
  }

  private Subject subject() {
    return subjects.get(random.nextInt(subjects.size()));
  }

  private Path path(int of) {
    return Path.values()[random.nextInt(of)];
  }

  private long effort() {
    long effort = random.nextInt(8);
    int rare = random.nextInt(1_000);
    return rare == 0 ? SoakKernel.SLEEP : rare < 50 ? effort | SoakKernel.NESTED : effort;
  }

  /** Calls once, from a thread that has never called before. */
  private void newcomer() {
    Subject subject = subject();
    boolean isBoxed = random.nextBoolean();
    try {
      Thread.startVirtualThread(() -> single(subject, Path.PLAIN, isBoxed, 0)).join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tally.newcomers.increment();
  }

  private void single(Subject subject, Path path, boolean isBoxed, long effort) {
    Choice earliest = subject.earliest();
    long answer = answer(subject.one, path, isBoxed, effort);
    check(subject, path, earliest, answer, subject.latest());
  }

  private void check(Subject subject, Path path, Choice earliest, long answer, Choice latest) {
    tally.calls.increment();
    tally.check(
        earliest.gives(path, answer, latest),
        () ->
            "%s answered %x (%s), which no generation of the call gives"
                .formatted(subject.one, answer, path));
  }

  /**
   * Calls one subject several times in a pinned region; all answers must be of the region's
   * generation.
   */
  private void region() {
    Subject subject = subject();
    Path path = path(3);
    Choice earliest = subject.earliest();
    try (Pin _ = Pin.open()) {
      Choice latest = subject.latest();
      long first = answer(subject.one, path, false, effort());
      check(subject, path, earliest, first, latest);
      for (int i = random.nextInt(MOST_IN_A_REGION); i > 0; i--) {
        StressOperator operator = random.nextBoolean() ? subject.one : subject.two;
        long again = answer(operator, path, random.nextBoolean(), effort());
        tally.calls.increment();
        tally.check(
            again == first,
            () -> "%s answered %x and %x in one region".formatted(operator, first, again));
      }
    }
  }

  private long answer(StressOperator operator, Path path, boolean isBoxed, long effort) {
    try {
      return switch (path) {
        case MODE -> {
          try (Guard _ = DispatchContext.current().include(MODE_KEYS)) {
            yield call(operator, isBoxed, effort);
          }
        }
        case PLAIN -> call(operator, isBoxed, effort);
        case BACKEND -> operator.redispatch(BACKEND_KEYS, tensor, effort);
      };
    } catch (NoKernel | NoSuchOperator missing) {
      return Choice.MISSING;
    }
  }

  private long call(StressOperator operator, boolean isBoxed, long effort) {
    return isBoxed ? operator.callBoxed(tensor, effort) : operator.call(tensor, effort);
  }
}
