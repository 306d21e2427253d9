package jackfield.tools.soak.dispatch;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.measure.Figure;
import jackfield.tools.soak.measure.ThreadFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long closing a registration takes while other threads call, and how much calls slow
 * down while another thread commits.
 *
 * <p>The time of closing excludes the longest running kernel: it counts from the end of the last
 * kernel that had started before the withdrawal.
 */
final class WithdrawalFigures {
  private static final int ROUNDS = 2_000;
  private static final int WARM_UP = 1_000;
  private static final int PADDING =
      16; // longs in two cache lines, so that threads do not disturb each other
  private static final int SPINS = 100; // a kernel of some microseconds
  private static final long COMMITS_PER_SECOND = 1_000;
  private static final long WINDOW_NANOS = 1_000_000_000;
  private static final int WINDOWS = 5;
  private static final Provenance PROVENANCE = Provenance.of("figures");

  private final Dispatcher dispatcher;
  private final Tensor tensor = HostData.tensor(new float[] {1}, 1);
  private final StressOperator.Type type = new StressOperator.Type("withdrawal");
  private final StressOperator operator;
  private final long[] publishNanos = new long[ROUNDS]; // of each closing, until new calls see it
  private volatile boolean isOver;

  WithdrawalFigures(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    this.operator = dispatcher.operator(type);
  }

  private Registration register(StressOperator.Keyed kernel) {
    return dispatcher.commit(
        PROVENANCE,
        changes ->
            changes.kernel(type.name(), DispatchKey.CPU, KernelFunction.typed(type, kernel)));
  }

  private void define(Changes changes) {
    changes
        .define(type.schema())
        .kernel(type.name(), DispatchKey.AUTOGRAD, KernelFunction.fallthrough());
  }

  /** Measures all figures. */
  List<Figure> measure() throws InterruptedException {
    List<Figure> figures = new ArrayList<>();
    try (Registration _ = dispatcher.commit(PROVENANCE, this::define)) {
      try (Registration _ = register((keys, self, effort) -> 0)) {
        long[] beyond = withdrawals(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
        figures.add(
            new Figure("commit.withdraw.median", beyond[beyond.length / 2] / 1e3, "us", 50));
        figures.add(
            new Figure("commit.withdraw.p99", beyond[beyond.length * 99 / 100] / 1e3, "us", 500));
        Arrays.sort(publishNanos);
        figures.add(new Figure("commit.withdraw.publish", publishNanos[ROUNDS / 2] / 1e3, "us", 0));
        figures.add(new Figure("commit.slowdown", slowdown(), "x", 1.5));
      }
    }
    return figures;
  }

  // ---- closing

  /** Returns, in order, the time by which each closing outlasted the kernels inside. */
  private long[] withdrawals(int callers) throws InterruptedException {
    AtomicLongArray ends = new AtomicLongArray(callers * PADDING);
    isOver = false;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      int position = i * PADDING;
      threads.add(start("figures-caller-" + i, () -> callUntilOver(position)));
    }
    for (int round = 0; round < WARM_UP; round++) {
      beyond(ends, 0);
    }
    long[] beyond = new long[ROUNDS];
    Arrays.setAll(beyond, round -> beyond(ends, round));
    isOver = true;
    for (Thread thread : threads) {
      thread.join();
    }
    Arrays.sort(beyond);
    return beyond;
  }

  private static Thread start(String name, Runnable task) {
    Thread thread = new JackfieldThread(name, task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void callUntilOver(int position) {
    while (!isOver) {
      operator.call(tensor, position);
    }
  }

  private long beyond(AtomicLongArray ends, int round) {
    Registration registration =
        register((keys, self, position) -> {
          spin();
          ends.setRelease((int) position, System.nanoTime());
          return position;
        });
    LockSupport.parkNanos(100_000); // lets callers enter
    long start = System.nanoTime();
    Drain drain = registration.withdraw();
    publishNanos[round] = System.nanoTime() - start;
    drain.await();
    long end = System.nanoTime();
    long lastOut = start;
    for (int position = 0; position < ends.length(); position += PADDING) {
      lastOut = Math.max(lastOut, ends.getAcquire(position));
    }
    return end - lastOut;
  }

  private static void spin() {
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
    }
  }

  // ---- calling

  /** Returns by how much a call slows down while another thread commits, in CPU time. */
  private double slowdown() throws InterruptedException {
    calls(WINDOW_NANOS);
    double[] ratios = new double[WINDOWS];
    for (int window = 0; window < WINDOWS; window++) {
      double quiet = calls(WINDOW_NANOS);
      isOver = false;
      Thread committer = start("figures-committer", this::commitUntilOver);
      double loaded = calls(WINDOW_NANOS);
      isOver = true;
      committer.join();
      ratios[window] = loaded / quiet;
    }
    Arrays.sort(ratios);
    return ratios[WINDOWS / 2];
  }

  private void commitUntilOver() {
    long next = System.nanoTime();
    Registration open = null;
    while (!isOver) {
      if (open == null) {
        open = register((keys, self, effort) -> 1);
      } else {
        open.withdraw();
        open = null;
      }
      next += 1_000_000_000 / COMMITS_PER_SECOND;
      LockSupport.parkNanos(next - System.nanoTime());
    }
    if (open != null) {
      open.close();
    }
  }

  /** Returns the CPU time of a call in nanoseconds. */
  private double calls(long nanos) {
    long end = System.nanoTime() + nanos;
    long start = ThreadFigures.cpuNanos();
    long calls = 0;
    long sum = 0;
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < 1_000; i++) {
        sum += operator.call(tensor, 0);
      }
      calls += 1_000;
    }
    if (sum < 0) {
      throw new IllegalStateException("kernels of this operator answer 0 or 1, found " + sum);
    }
    return (double) (ThreadFigures.cpuNanos() - start) / calls;
  }
}
