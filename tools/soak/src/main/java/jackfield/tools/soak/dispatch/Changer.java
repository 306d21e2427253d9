package jackfield.tools.soak.dispatch;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.DuplicateDefinition;
import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.tools.soak.dispatch.Subject.Layer;
import jackfield.tools.soak.dispatch.Subject.Placed;
import jackfield.tools.soak.measure.Tally;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Registers and closes kernels and fallbacks at random. */
final class Changer implements Runnable {
  private static final int MOST_OPEN = 24;
  private static final int MOST_REMEMBERED = 2_000;
  private static final int[] RANKINGS = {0, 0, 0, -100, 100};

  private final Dispatcher dispatcher;
  private final List<Subject> subjects;
  private final SplittableRandom random;
  private final Tally tally;
  private final AtomicLong numbers;
  private final BooleanSupplier isOver;
  private final boolean mayFallBack; // one changer at a time may
  private final Provenance provenance = Provenance.of("soak");
  private final List<Open> open = new ArrayList<>();
  private final List<WeakReference<SoakKernel>> closed = new ArrayList<>();

  /** A registration that is open; without a subject it is the fallback. */
  private record Open(Subject subject, Placed placed, Registration registration) {
    boolean isFallback() {
      return subject == null;
    }
  }

  Changer(
      Dispatcher dispatcher,
      List<Subject> subjects,
      AtomicLong numbers,
      boolean mayFallBack,
      long seed,
      Tally tally,
      BooleanSupplier isOver) {
    this.dispatcher = dispatcher;
    this.subjects = subjects;
    this.numbers = numbers;
    this.mayFallBack = mayFallBack;
    this.random = new SplittableRandom(seed);
    this.tally = tally;
    this.isOver = isOver;
  }

  @Override
  public void run() {
    while (!isOver.getAsBoolean()) {
      int what = random.nextInt(100);
      if (!open.isEmpty() && (what < 47 || open.size() >= MOST_OPEN)) {
        close(open.remove(random.nextInt(open.size())));
      } else if (what < 50) {
        refused();
      } else if (what < 53 && mayFallBack && open.stream().noneMatch(Open::isFallback)) {
        openFallback();
      } else {
        openKernel();
      }
    }
    open.forEach(this::close);
    open.clear();
  }

  /** Returns kernels that were closed, which nothing should reference. */
  List<WeakReference<SoakKernel>> closed() {
    return closed;
  }

  private SoakKernel kernel() {
    return new SoakKernel(1 + numbers.getAndIncrement() % Choice.largest(), tally);
  }

  private void openKernel() {
    Subject subject = subjects.get(random.nextInt(subjects.size()));
    Layer layer = Layer.values()[random.nextInt(Layer.values().length)];
    Placed placed = new Placed(layer, RANKINGS[random.nextInt(RANKINGS.length)], kernel());
    subject.lock.lock();
    try {
      subject.announce(placed);
      Registration registration = commit(changes -> subject.register(placed, changes));
      subject.confirm();
      open.add(new Open(subject, placed, registration));
    } finally {
      subject.lock.unlock();
    }
  }

  private Registration commit(Consumer<Changes> changes) {
    tally.changes.increment();
    return dispatcher.commit(provenance, changes);
  }

  /** Registers a kernel together with a definition that is rejected; neither may become visible. */
  private void refused() {
    Subject subject = subjects.get(random.nextInt(subjects.size()));
    Placed placed = new Placed(Layer.BACKEND, 1_000, kernel());
    try {
      commit(changes -> {
        subject.register(placed, changes);
        subject.define(changes);
      });
      tally.check(false, () -> "%s was defined twice".formatted(subject.one));
    } catch (DuplicateDefinition expected) {
      boolean isOurs = expected.name().startsWith("stress::");
      tally.check(isOurs, expected::getMessage);
    }
  }

  private void openFallback() {
    subjects.forEach(subject -> subject.lock.lock());
    try {
      SoakKernel kernel = kernel();
      subjects.forEach(subject -> subject.announceFallback(kernel.number));
      Registration registration =
          commit(changes ->
              changes.fallback(
                  DispatchKey.TESTING_ONLY_GENERIC_MODE, KernelFunction.boxed(kernel::fallback)));
      subjects.forEach(Subject::confirm);
      open.add(new Open(null, new Placed(Layer.MODE, 0, kernel), registration));
    } finally {
      subjects.reversed().forEach(subject -> subject.lock.unlock());
    }
  }

  // ---- closing

  private void close(Open leaving) {
    tally.changes.increment();
    long start = System.nanoTime();
    Drain drain = random.nextInt(20) == 0 ? withdrawFromInside(leaving) : withdraw(leaving);
    boolean isDrained = random.nextInt(10) == 0 ? drain.completion().join() == null : drain.await();
    tally.check(isDrained, () -> "not drained in time: %s".formatted(drain.inside()));
    tally.longestDrainNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    leaving.placed().kernel().closed();
    remember(new WeakReference<>(leaving.placed().kernel()));
  }

  private void remember(WeakReference<SoakKernel> kernel) {
    if (closed.size() < MOST_REMEMBERED) {
      closed.add(kernel);
    } else {
      closed.set(random.nextInt(MOST_REMEMBERED), kernel);
    }
  }

  private Drain withdrawFromInside(Open leaving) {
    try (Pin _ = Pin.open()) {
      Drain drain = withdraw(leaving);
      tally.check(!drain.isDone(), () -> "a drain was done while its own thread was inside");
      return drain;
    }
  }

  private Drain withdraw(Open leaving) {
    List<Subject> concerned = leaving.isFallback() ? subjects : List.of(leaving.subject());
    concerned.forEach(subject -> subject.lock.lock());
    try {
      for (Subject subject : concerned) {
        if (leaving.isFallback()) {
          subject.announceFallback(0);
        } else {
          subject.announceLeaving(leaving.placed());
        }
      }
      Drain drain = leaving.registration().withdraw();
      concerned.forEach(Subject::confirm);
      return drain;
    } finally {
      concerned.reversed().forEach(subject -> subject.lock.unlock());
    }
  }
}
