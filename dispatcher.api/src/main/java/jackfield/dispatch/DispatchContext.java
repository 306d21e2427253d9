package jackfield.dispatch;

import jackfield.tensor.ThreadMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What dispatch knows of one thread: the keys it adds and leaves out, the epoch it is inside, its
 * boxed stack and its part of the memory.
 *
 * <p><em>Threads</em>: written by its own thread only; {@link #epochAcquire} and {@link #operator}
 * may be read by others.
 *
 * <p><em>Source</em>: sets, defaults and guards follow PyTorch 2.13's thread-local dispatch state.
 */
public final class DispatchContext {
  private static final VarHandle EPOCH;
  private static final ThreadLocal<DispatchContext> OF_OTHER_THREADS =
      ThreadLocal.withInitial(() -> new DispatchContext(Thread.currentThread()));
  private static final long BACKENDS = DispatchKeySet.BACKEND_BITS;

  // Profiler is transparent in every table until a profiler records, so including it costs nothing.
  private static final long INITIALLY_INCLUDED =
      KeySets.DEFAULT_INCLUDED.add(DispatchKey.PROFILER).bits();

  /**
   * The epoch of the outermost call, 0 outside. Calls that fail set it to 0 themselves, since
   * {@link #exit} needs a frame: where the stack is full there is no room for one. It is volatile
   * for their sake, so that what they have read comes before. Everybody else goes through the
   * methods.
   */
  public volatile long epoch;

  private final Thread thread;
  private final ThreadMemory memory = new ThreadMemory();
  private final Stack stack = new Stack(this);
  private long included = INITIALLY_INCLUDED;
  private long excluded = KeySets.DEFAULT_EXCLUDED.bits();
  private long kept = BACKENDS | ~excluded; // what excluding leaves: backend bits always stay
  private boolean gradients = true;
  private boolean inference;
  private long sequence;
  private Modes modes = Modes.NONE;
  private int operator; // number of the outermost call's; racy reads by reports only

  static {
    try {
      EPOCH = MethodHandles.lookup().findVarHandle(DispatchContext.class, "epoch", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  DispatchContext(Thread thread) {
    this.thread = thread;
    Epochs.register(this);
  }

  /** Returns the context of the calling thread. */
  public static DispatchContext current() {
    return Thread.currentThread() instanceof JackfieldThread own
        ? own.context()
        : OF_OTHER_THREADS.get();
  }

  // ---- epochs: see the essay in Epochs

  /**
   * Enters the present epoch unless the thread is inside one already.
   *
   * @param outermost the operator that is called, for reports; may be null
   * @return whether the caller is the outermost and must call {@link #exit}
   */
  public boolean enter(Operator outermost) {
    if (epoch() != 0) {
      return false;
    }
    enterEpoch(outermost);
    return true;
  }

  /** Enters the present epoch, for a thread that is inside none, and returns it. */
  public long enterEpoch(Operator outermost) {
    operator = outermost == null ? 0 : outermost.number();
    long seen = Epochs.nowOpaque();
    try {
      while (true) {
        long again = show(seen);
        if (again == seen) {
          return seen;
        }
        seen = again;
      }
    } catch (StackOverflowError full) {
      epoch = 0;
      throw full;
    }
  }

  /** Shows others that the thread is inside {@code seen}, then reads the clock again. */
  private long show(long seen) {
    if (ProcessFence.IS_BY_READERS) {
      epoch = seen;
      return Epochs.now();
    }
    EPOCH.setOpaque(this, seen);
    return Epochs.nowAcquire();
  }

  /** Enters the epoch that another thread is inside, to work on its behalf while it waits. */
  public void enterWith(DispatchContext waiting) {
    EPOCH.setRelease(this, waiting.epoch);
  }

  /** Leaves the epoch. */
  public void exit() {
    EPOCH.setRelease(this, 0L);
  }

  /** Returns the epoch that the thread is inside, 0 if none; for the thread itself. */
  public long epoch() {
    return (long) EPOCH.get(this); // plain: nobody else writes it
  }

  /** Returns the epoch that the thread is inside, 0 if none; for other threads. */
  public long epochAcquire() {
    return epoch;
  }

  /** Returns the epoch that the thread is inside, 0 if none or if it has ended; for others. */
  long epochInside() {
    long shown = epochAcquire();
    return shown != 0 && thread.isAlive() ? shown : 0; // in this order: see Epochs
  }

  /** Returns whether the thread is inside an epoch before {@code other}; for other threads. */
  public boolean isInsideBefore(long other) {
    long inside = epochInside();
    return inside != 0 && inside < other;
  }

  /** Returns whether the thread has ended; one that has not begun has not ended either. */
  boolean isOver() {
    return !thread.isAlive() && thread.getState() == Thread.State.TERMINATED;
  }

  /** Returns the operator of the outermost call, perhaps of the one before, or null. */
  public Operator operator() {
    return OperatorNumbers.find(operator);
  }

  /** Returns the thread that this belongs to. */
  public Thread thread() {
    return thread;
  }

  // ---- keys

  /** Returns the raw set of keys that every call of this thread adds. */
  public long included() {
    return included;
  }

  /** Returns the raw set of keys that every call of this thread leaves out. */
  public long excluded() {
    return excluded;
  }

  /** Returns {@code keys} with those added that are included and without those excluded. */
  public long apply(long keys) {
    return (keys | included) & kept;
  }

  /** Replaces both sets. */
  public void setKeys(long newIncluded, long newExcluded) {
    included = newIncluded;
    excluded = newExcluded;
    kept = BACKENDS | ~newExcluded;
  }

  /** Adds {@code keys} to the included set until the guard is closed. */
  public Guard include(long keys) {
    Guard guard = new Guard(this, Guard.INCLUDED);
    setKeys(included | keys, excluded);
    return guard;
  }

  /** Adds {@code keys} to the excluded set until the guard is closed. */
  public Guard exclude(long keys) {
    Guard guard = new Guard(this, Guard.EXCLUDED);
    setKeys(included, excluded | keys);
    return guard;
  }

  /** Sets both sets until the guard is closed. */
  public Guard force(long newIncluded, long newExcluded) {
    Guard guard = new Guard(this, Guard.INCLUDED | Guard.EXCLUDED);
    setKeys(newIncluded, newExcluded);
    return guard;
  }

  /** Leaves autograd out until the guard is closed. */
  public Guard belowAutograd() {
    return exclude(KeySets.AUTOGRAD.bits());
  }

  /** Leaves autograd, version counters and view tracking out until the guard is closed. */
  public Guard belowInplaceOrView() {
    return exclude(KeySets.AUTOGRAD_WITH_VIEWS.bits());
  }

  // ---- gradients

  /** Returns whether computations on tensors that require gradients are recorded. */
  public boolean recordsGradients() {
    return gradients && !inference;
  }

  /** Returns whether tensors made by this thread never take part in autograd. */
  public boolean isInference() {
    return inference;
  }

  /** Records gradients or not until the guard is closed. */
  public Guard gradients(boolean recorded) {
    Guard guard = new Guard(this, Guard.MODES);
    setModes(recorded, inference);
    return guard;
  }

  /** Makes tensors that never take part in autograd until the guard is closed. */
  public Guard inference() {
    Guard guard = new Guard(this, Guard.INCLUDED | Guard.EXCLUDED | Guard.MODES);
    setKeys(included & ~DispatchKey.AD_INPLACE_OR_VIEW.bits(), excluded | KeySets.AUTOGRAD.bits());
    setModes(gradients, true);
    return guard;
  }

  /** Returns the next number in the order of what this thread records, from 1. */
  public long nextSequence() {
    return ++sequence;
  }

  /** Returns the number that {@link #nextSequence} returns next. */
  public long upcomingSequence() {
    return sequence + 1;
  }

  boolean gradients() {
    return gradients;
  }

  void setModes(boolean recorded, boolean inferring) {
    gradients = recorded;
    inference = inferring;
  }

  /** Takes over another thread's keys and modes; for threads that work on its behalf. */
  public void copyFrom(DispatchContext other) {
    setKeys(other.included, other.excluded);
    setModes(other.gradients, other.inference);
    modes = other.modes;
  }

  // ---- modes

  /** Hands the calls of this thread to {@code mode} until the guard is closed. */
  public Guard enterMode(DispatchMode mode) {
    Guard guard = new Guard(this, Guard.INCLUDED | Guard.CALLS);
    setKeys(included | DispatchMode.KEYS.bits(), excluded);
    modes = modes.with(mode);
    return guard;
  }

  /** Returns the mode that was entered last, or null. */
  public DispatchMode mode() {
    return modes.innermost();
  }

  /** Remembers the keys, unless an outer call did, until the guard is closed. */
  Guard remember() {
    Guard guard = new Guard(this, Guard.CALLS);
    modes = modes.remembering(included, excluded);
    return guard;
  }

  /** Leaves the innermost mode and excludes {@code above} until the guard is closed. */
  Guard leaveMode(long above) {
    Guard guard = new Guard(this, Guard.INCLUDED | Guard.EXCLUDED | Guard.CALLS);
    long outerIncluded = modes.remembers() ? modes.included() : included;
    long outerExcluded = modes.remembers() ? modes.excluded() : excluded;
    modes = modes.left();
    boolean isOutside = modes.innermost() == null;
    long entered = DispatchMode.KEYS.bits();
    setKeys(
        isOutside ? outerIncluded & ~entered : outerIncluded | entered,
        outerExcluded | (isOutside ? above : above & ~entered));
    return guard;
  }

  Modes modes() {
    return modes;
  }

  void setModeStack(Modes entered) {
    modes = entered;
  }

  // ---- the thread's own things

  /** Returns the thread's stack for boxed calls. */
  public Stack stack() {
    return stack;
  }

  /** Returns the thread's part of the host memory. */
  public ThreadMemory memory() {
    return memory;
  }
}
