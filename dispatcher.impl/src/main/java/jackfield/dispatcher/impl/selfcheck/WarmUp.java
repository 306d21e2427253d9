package jackfield.dispatcher.impl.selfcheck;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.operator.Deadline;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.schema.OperatorName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Calls new kernels repeatedly before they are committed, so that their classes are loaded and the
 * JVM has compiled them when the first caller arrives. Compiling them later delays callers: they
 * run the interpreter meanwhile, and each request of a compilation takes a lock that the compilers
 * hold while they choose a method or install code.
 *
 * <p>The operators take turns, so that each gets an equal share of a time that is too short. Each
 * is called with two sizes of tensors: small ones, and ones that fill a vector of the processor
 * several times.
 *
 * <p>The calls have a thread of their own. A kernel that does not return thus ends the warm-up and
 * not the thread that swaps; the thread inside it then stays.
 *
 * <p><em>Threads</em>: for one thread, which waits.
 */
final class WarmUp {
  /** How long a call may take beyond the end of the warm-up. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int LARGE_SIDE = 16; // 256 elements in a matrix

  private final Dispatcher dispatcher;
  private final SampleDevice target;
  private final Duration patience;
  private final Queue<Difference> failed = new ConcurrentLinkedQueue<>();
  private final Queue<Difference> broken = new ConcurrentLinkedQueue<>();
  private volatile RepeatedCalls current; // written by the calling, then by the own thread
  private volatile boolean isOver;

  /**
   * Creates a warm-up of the kernels in {@code dispatcher}.
   *
   * @param patience how long a call may take beyond the end
   */
  WarmUp(Dispatcher dispatcher, SampleDevice target, Duration patience) {
    this.dispatcher = dispatcher;
    this.target = target;
    this.patience = patience;
  }

  /** Calls {@code operators} for {@code budget} at most, and returns what failed meanwhile. */
  CheckOutcome run(Collection<OperatorName> operators, Duration budget) {
    List<RepeatedCalls> all = new ArrayList<>();
    for (OperatorName operator : operators) {
      all.add(new RepeatedCalls(dispatcher, target, operator, Samples.SIDE));
      all.add(new RepeatedCalls(dispatcher, target, operator, LARGE_SIDE));
    }
    if (!all.isEmpty() && budget.isPositive()) {
      current = all.getFirst();
      long end = System.nanoTime() + Deadline.nanos(budget);
      Thread own = JackfieldThread.ofPlatform("jackfield-warm-up", () -> takeTurns(all, end));
      own.start();
      await(own, budget.plus(patience));
    }
    return new CheckOutcome(
        operators.size(), List.of(), List.copyOf(failed), List.of(), List.copyOf(broken));
  }

  /** Waits until the thread ends. An interrupted wait ends the calls, and waits once more. */
  private void await(Thread own, Duration deadline) {
    boolean hasEnded;
    try {
      hasEnded = own.join(deadline);
    } catch (InterruptedException _) {
      hasEnded = endBlocking(own);
      Thread.currentThread().interrupt();
    }
    isOver = true;
    if (!hasEnded) {
      broken.add(
          Difference.of(
              current.name().toString(),
              "does not return when it is called again (%d calls did)".formatted(current.calls())));
      own.interrupt(); // it may be waiting
    }
  }

  private boolean endBlocking(Thread own) {
    isOver = true;
    own.interrupt();
    try {
      return own.join(patience);
    } catch (InterruptedException _) {
      return !own.isAlive();
    }
  }

  private void takeTurns(List<RepeatedCalls> all, long end) {
    List<RepeatedCalls> left = all;
    while (!left.isEmpty() && !isOver(end)) {
      left = left.stream().takeWhile(_ -> !isOver(end)).filter(each -> turn(each, end)).toList();
    }
  }

  private boolean isOver(long end) {
    return isOver || System.nanoTime() - end >= 0;
  }

  private boolean turn(RepeatedCalls calls, long end) {
    current = calls;
    try {
      return calls.turn(end);
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      add(calls, thrown);
      return false;
    }
  }

  private void add(RepeatedCalls calls, Throwable thrown) {
    String subject = calls.name().toString();
    if (OperatorComparison.isUnusable(thrown)) {
      broken.add(OperatorComparison.unusable(subject, thrown));
      return;
    }
    String text = WhiteboardComponent.textOf(thrown).lines().findFirst().orElse("");
    failed.add(
        Difference.of(
            subject,
            "fails when it is called again, after %d calls: ".formatted(calls.calls()) + text));
  }
}
