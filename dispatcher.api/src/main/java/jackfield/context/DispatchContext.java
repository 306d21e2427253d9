package jackfield.context;

import jackfield.internal.EpochAccess;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The dispatch state of one thread: its included and excluded keys, its epoch, its boxed stack and
 * its part of the memory.
 *
 * <p><em>Threads</em>: only its own thread writes it; other threads may read its epoch and {@link
 * #operator}.
 *
 * <p><em>Source</em>: sets, defaults and guards follow PyTorch 2.13's thread-local dispatch state.
 */
public final class DispatchContext {
  private static final VarHandle EPOCH;
  private static final ThreadLocal<DispatchContext> OF_OTHER_THREADS =
      ThreadLocal.withInitial(() -> new DispatchContext(Thread.currentThread()));
  private static final long BACKENDS = DispatchKeySet.BACKEND_BITS;

  // Profiler is transparent in every table until a profiler records, so including it is free.
  private static final long INITIALLY_INCLUDED =
      KeySets.DEFAULT_INCLUDED.add(DispatchKey.PROFILER).bits();

  /**
   * The epoch of the outermost call, 0 outside. A failing call sets it to 0 directly, since {@link
   * #exit} needs a stack frame and the stack may be full. It is volatile for that case, so that all
   * reads of the call precede the write. All other code uses the methods.
   */
  public volatile long epoch;

  private final Thread thread;
  private long included = INITIALLY_INCLUDED;
  private long excluded = KeySets.DEFAULT_EXCLUDED.bits();
  private long kept = BACKENDS | ~excluded; // complement of excluded; backend bits always stay
  private boolean gradients = true;
  private boolean inference;
  private boolean loops; // whether the thread runs a part of a parallel loop
  private long sequence;
  private long[] guards = new long[8]; // the numbers of the open guards, the innermost last
  private int openGuards; // guards that were never closed are among them
  private long lastGuard;
  private int operator; // the outermost call's operator number; reports read it racily

  // Objects of the packages above, which alone know the types.
  private Object memory;
  private Object stack;
  private Object modes;

  static {
    try {
      EPOCH = MethodHandles.lookup().findVarHandle(DispatchContext.class, "epoch", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    EpochAccess.offer(DispatchContext.class, new ContextEpochs());
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
   * Enters the current epoch unless the thread is inside one already.
   *
   * @param outermost the number of the called operator, for reports; 0 for none
   * @return whether this is the outermost call, which must call {@link #exit}
   */
  public boolean enter(int outermost) {
    if (epoch() != 0) {
      return false;
    }
    enterEpoch(outermost);
    return true;
  }

  /** Enters the current epoch, for a thread outside any, and returns it. */
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

  /** Shows other threads that the thread is inside {@code seen}, then reads the clock again. */
  private long show(long seen) {
    if (ProcessFence.IS_BY_READERS) {
      epoch = seen;
      return Epochs.now();
    }
    EPOCH.setOpaque(this, seen);
    return Epochs.nowAcquire();
  }

  /** Returns the state of this thread's call, for threads that work on its behalf. */
  public ContextSnapshot snapshot() {
    return new ContextSnapshot(epoch(), operator, included, excluded, gradients, inference, modes);
  }

  /**
   * Enters the call of another thread, which waits until {@link #leave}. This thread must be
   * outside any call.
   */
  public void enter(ContextSnapshot waiting) {
    operator = waiting.operator();
    setKeys(waiting.included(), waiting.excluded());
    setGradients(waiting.gradients(), waiting.inference());
    modes = waiting.modes();
    EPOCH.setRelease(this, waiting.epoch());
  }

  /** Leaves the call of another thread and returns to the state of a new thread. */
  public void leave() {
    setKeys(INITIALLY_INCLUDED, KeySets.DEFAULT_EXCLUDED.bits());
    setGradients(true, false);
    modes = null;
    openGuards = 0;
    exit();
  }

  /** Leaves the epoch. */
  public void exit() {
    EPOCH.setRelease(this, 0L);
  }

  /** Returns the epoch that the thread is inside, 0 if none; only for the thread itself. */
  public long epoch() {
    return (long) EPOCH.get(this); // plain: only this thread writes it
  }

  /** Returns the epoch that the thread is inside, 0 if none; for other threads. */
  long epochAcquire() {
    return epoch;
  }

  /**
   * Returns the epoch that the thread is inside, 0 if none or if the thread has ended; for other
   * threads.
   */
  long epochInside() {
    long shown = epochAcquire();
    return shown != 0 && thread.isAlive() ? shown : 0; // the order matters: see Epochs
  }

  /** Returns whether the thread is inside an epoch before {@code other}; for other threads. */
  boolean isInsideBefore(long other) {
    long inside = epochInside();
    return inside != 0 && inside < other;
  }

  /** Returns whether the thread has ended; an unstarted thread has not. */
  boolean isOver() {
    return !thread.isAlive() && thread.getState() == Thread.State.TERMINATED;
  }

  /**
   * Returns the operator number of the outermost call, or 0; outside a call it may be the last
   * one's.
   */
  public int operator() {
    return operator;
  }

  /** Returns the thread of this context. */
  public Thread thread() {
    return thread;
  }

  // ---- keys

  /** Returns the raw set of keys that every call of this thread adds. */
  public long included() {
    return included;
  }

  /** Returns the raw set of keys that every call of this thread removes. */
  public long excluded() {
    return excluded;
  }

  /** Returns {@code keys} with the included keys added and the excluded keys removed. */
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

  /** Excludes autograd until the guard is closed. */
  public Guard belowAutograd() {
    return exclude(KeySets.AUTOGRAD.bits());
  }

  /** Excludes autograd, version counters and view tracking until the guard is closed. */
  public Guard belowInplaceOrView() {
    return exclude(KeySets.AUTOGRAD_WITH_VIEWS.bits());
  }

  // ---- gradients

  /** Returns whether computations on tensors that require gradients are recorded. */
  public boolean recordsGradients() {
    return gradients && !inference;
  }

  /** Returns whether tensors created by this thread never take part in autograd. */
  public boolean isInference() {
    return inference;
  }

  /** Sets whether gradients are recorded until the guard is closed. */
  public Guard gradients(boolean recorded) {
    Guard guard = new Guard(this, Guard.GRADIENTS);
    setGradients(recorded, inference);
    return guard;
  }

  /** Until the guard is closed, creates tensors that never take part in autograd. */
  public Guard inference() {
    Guard guard = new Guard(this, Guard.INCLUDED | Guard.EXCLUDED | Guard.GRADIENTS);
    setKeys(included & ~DispatchKey.AD_INPLACE_OR_VIEW.bits(), excluded | KeySets.AUTOGRAD.bits());
    setGradients(gradients, true);
    return guard;
  }

  /** Returns the next sequence number of this thread's recordings, from 1. */
  public long nextSequence() {
    return ++sequence;
  }

  /** Returns the number that {@link #nextSequence} returns next. */
  long upcomingSequence() {
    return sequence + 1;
  }

  boolean gradients() {
    return gradients;
  }

  void setGradients(boolean recorded, boolean inferring) {
    gradients = recorded;
    inference = inferring;
  }

  /** Returns whether this thread runs a part of a parallel loop. */
  public boolean isInLoop() {
    return loops;
  }

  /** Sets whether this thread runs a part of a parallel loop. */
  public void setInLoop(boolean inside) {
    loops = inside;
  }

  // ---- guards

  /** Notes a guard that opens; returns its number, which no other guard of the thread gets. */
  long open() {
    if (openGuards == guards.length) {
      guards = Arrays.copyOf(guards, 2 * openGuards);
    }
    long number = ++lastGuard;
    guards[openGuards++] = number;
    return number;
  }

  /** Returns the number of open guards. */
  int openGuards() {
    return openGuards;
  }

  /** Returns whether guard {@code number} is open, which opened as the {@code depth}-th. */
  boolean isOpen(int depth, long number) {
    return depth <= openGuards && guards[depth - 1] == number;
  }

  /** Notes that the guard that opened as the {@code depth}-th closes, with its inner ones. */
  void close(int depth) {
    openGuards = depth - 1;
  }

  // ---- objects of the packages above

  /** Returns a guard that restores {@code parts}, constants of {@link Guard}, when it is closed. */
  public Guard guard(int parts) {
    return new Guard(this, parts);
  }

  /** Returns the memory package's object for this thread, or null. */
  public Object memory() {
    return memory;
  }

  /** Sets the memory package's object for this thread. */
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
