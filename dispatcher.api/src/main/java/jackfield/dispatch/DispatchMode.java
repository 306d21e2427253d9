package jackfield.dispatch;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.tensor.FeatureGone;
import java.time.Instant;
import java.util.Objects;

/**
 * Intercepts all calls of the threads that have entered it, whatever the tensors. This is PyTorch's
 * dispatch mode. The feature that creates a mode closes it when it is unplugged. A call of a thread
 * that is still inside the mode then fails with {@link FeatureGone}, and no thread holds an object
 * of the feature.
 *
 * <p>A feature makes modes reachable by registering {@link #SNAPSHOT} as the fallback of
 * PythonTLSSnapshot and {@link #INNERMOST} as the fallback of Python.
 *
 * {@snippet :
 * try (Guard inside = mode.enter()) {
 *   aten.add(x, y); // the mode's handler is called
 * }
 * }
 *
 * <p><em>Threads</em>: safe for all.
 *
 * <p><em>Source</em>: the fallbacks at keys Python and PythonTLSSnapshot of PyTorch 2.13.
 */
public final class DispatchMode implements AutoCloseable {
  /** The keys that a thread includes while it is inside a mode. */
  public static final DispatchKeySet KEYS =
      DispatchKeySet.of(DispatchKey.PYTHON, DispatchKey.PYTHON_TLS_SNAPSHOT);

  /** The kernel of key PythonTLSSnapshot: stores the thread's keys at the outermost entry. */
  public static final BoxedKernel SNAPSHOT = DispatchMode::remember;

  /**
   * The kernel of key Python: passes the call to the handler of the mode entered last. Meanwhile
   * the thread has left that mode and excludes the keys above Python. The handler's own calls
   * therefore reach the next mode or the kernels.
   */
  public static final BoxedKernel INNERMOST = DispatchMode::handOver;

  private static final long ABOVE =
      DispatchKeySet.FULL.bits()
          & ~DispatchKeySet.BACKEND_BITS
          & ~DispatchKeySet.fullAfter(DispatchKey.PYTHON).bits()
          & ~DispatchKey.PYTHON.bits();

  private final String feature;
  private volatile BoxedKernel handler; // null after the feature was unplugged
  private volatile Instant removedAt; // null until the feature is unplugged

  /**
   * Creates a mode.
   *
   * @param feature the bundle that provides the mode
   * @param handler receives the calls
   */
  public DispatchMode(String feature, BoxedKernel handler) {
    this.feature = feature;
    this.handler = Objects.requireNonNull(handler, "handler");
  }

  /** Returns the bundle that provides the mode. */
  public String feature() {
    return feature;
  }

  /** Passes the calls of the calling thread to this mode until the guard is closed. */
  public Guard enter() {
    DispatchContext context = DispatchContext.current();
    Guard guard = context.guard(Guard.INCLUDED | Guard.MODES);
    context.setKeys(context.included() | KEYS.bits(), context.excluded());
    context.setModes(Modes.of(context).with(this));
    return guard;
  }

  /** Returns the mode that the calling thread entered last, or null. */
  public static DispatchMode innermost() {
    return Modes.of(DispatchContext.current()).innermost();
  }

  /** Releases the handler; later calls inside the mode fail. */
  @Override
  public void close() {
    if (removedAt == null) {
      removedAt = Instant.now();
    }
    handler = null;
  }

  private void handle(Operator operator, long keys, Stack stack) {
    BoxedKernel present = handler;
    if (present == null) {
      throw new FeatureGone("dispatch mode", feature, removedAt);
    }
    present.call(operator, keys, stack);
  }

  private static void remember(Operator operator, long keys, Stack stack) {
    DispatchContext context = DispatchContext.current();
    try (Guard _ = context.guard(Guard.MODES)) {
      Modes entered = Modes.of(context);
      context.setModes(entered.remembering(context.included(), context.excluded()));
      long below = keys & DispatchKey.PYTHON_TLS_SNAPSHOT.bitsBelow();
      operator.redispatchBoxed(below, stack);
    }
  }

  private static void handOver(Operator operator, long keys, Stack stack) {
    DispatchContext context = DispatchContext.current();
    DispatchMode innermost = Modes.of(context).innermost();
    if (innermost == null) {
      throw new NoKernel(
          operator.name(),
          DispatchKey.PYTHON,
          java.util.List.of(),
          java.util.List.of(),
          "the thread has entered no mode that could take the call",
          "enter a mode, or leave the key out");
    }
    try (Guard _ = leave(context)) {
      innermost.handle(operator, keys, stack);
    }
  }

  /** Leaves the innermost mode and excludes the keys above Python until the guard is closed. */
  private static Guard leave(DispatchContext context) {
    Guard guard = context.guard(Guard.INCLUDED | Guard.EXCLUDED | Guard.MODES);
    Modes modes = Modes.of(context);
    long outerIncluded = modes.remembers() ? modes.included() : context.included();
    long outerExcluded = modes.remembers() ? modes.excluded() : context.excluded();
    Modes remaining = modes.withoutInnermost();
    context.setModes(remaining);
    boolean isOutside = remaining.innermost() == null;
    long entered = KEYS.bits();
    context.setKeys(
        isOutside ? outerIncluded & ~entered : outerIncluded | entered,
        outerExcluded | (isOutside ? ABOVE : ABOVE & ~entered));
    return guard;
  }
}
