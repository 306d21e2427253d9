package jackfield.feature.profiler;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kernel at the key Profiler, which measures the time of the kernels below it. Each thread
 * inside has a frame, which separates nested calls. A map contains the frames, since a {@code
 * ThreadLocal} would outlive the bundle.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
final class Recorder implements BoxedKernel {
  private final Ledger ledger;
  private final Map<Thread, Frame> innermost = new ConcurrentHashMap<>();

  /** A running call. */
  private static final class Frame {
    private final Frame outer;
    private long nestedNanos;

    Frame(Frame outer) {
      this.outer = outer;
    }
  }

  public Recorder(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    Thread thread = Thread.currentThread();
    Frame frame = new Frame(innermost.get(thread));
    innermost.put(thread, frame);
    long start = System.nanoTime();
    try {
      operator.redispatchBoxed(DispatchKeySet.below(keys, DispatchKey.PROFILER), stack);
    } finally {
      long nanos = System.nanoTime() - start;
      leave(thread, frame, nanos);
      ledger.add(operator.name(), nanos, nanos - frame.nestedNanos);
    }
  }

  private void leave(Thread thread, Frame frame, long nanos) {
    if (frame.outer == null) {
      innermost.remove(thread);
    } else {
      frame.outer.nestedNanos += nanos;
      innermost.put(thread, frame.outer);
    }
  }
}
