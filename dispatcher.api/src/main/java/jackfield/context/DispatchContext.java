package jackfield.context;

import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
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
  private long included = INITIALLY_INCLUDED;
  private long excluded = KeySets.DEFAULT_EXCLUDED.bits();
  private long kept = BACKENDS | ~excluded; // what excluding leaves: backend bits always stay
  private boolean gradients = true;
  private boolean inference;
  private long sequence;
  private int operator; // number of the outermost call's; racy reads by reports only

  // Kept for packages above this one, which alone know the types.
  private Object memory;
  private Object stack;
  private Object modes;

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
   * @param outermost the number of the operator that is called, for reports; 0 for none
   * @return whether the caller is the outermost and must call {@link #exit}
   */
  public boolean enter(int outermost) {
    if (epoch() != 0) {
      return false;
    }
    enterEpoch(outermost);
    return true;
  }

  /** Enters the present epoch, for a thread that is inside none, and returns it. */
  public long enterEpoch(int outermost) {
    operator = outermost;
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

  /** Returns the number of the outermost call's operator, perhaps of the one before, or 0. */
  public int operator() {
    return operator;
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
    Guard guard = new Guard(this, Guard.GRADIENTS);
    setGradients(recorded, inference);
    return guard;
  }

  /** Makes tensors that never take part in autograd until the guard is closed. */
  public Guard inference() {
    Guard guard = new Guard(this, Guard.INCLUDED | Guard.EXCLUDED | Guard.GRADIENTS);
    setKeys(included & ~DispatchKey.AD_INPLACE_OR_VIEW.bits(), excluded | KeySets.AUTOGRAD.bits());
    setGradients(gradients, true);
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

  void setGradients(boolean recorded, boolean inferring) {
    gradients = recorded;
    inference = inferring;
  }

  /** Takes over another thread's keys and modes; for threads that work on its behalf. */
  public void copyFrom(DispatchContext other) {
    setKeys(other.included, other.excluded);
    setGradients(other.gradients, other.inference);
    modes = other.modes;
  }

  // ---- what packages above keep with the thread

  /** Returns a guard that restores {@code parts}, constants of {@link Guard}, when it is closed. */
  public Guard guard(int parts) {
    return new Guard(this, parts);
  }

  /** Returns what the memory keeps for this thread, or null. */
  public Object memory() {
    return memory;
  }

  /** Sets what the memory keeps for this thread. */
  public void setMemory(Object kept) {
    memory = kept;
  }

  /** Returns the thread's stack for boxed calls, or null. */
  public Object stack() {
    return stack;
  }

  /** Sets the thread's stack for boxed calls. */
  public void setStack(Object kept) {
    stack = kept;
  }

  /** Returns the dispatch modes that the thread has entered, or null. */
  public Object modes() {
    return modes;
  }

  /** Sets the dispatch modes that the thread has entered. */
  public void setModes(Object entered) {
    modes = entered;
  }
}
