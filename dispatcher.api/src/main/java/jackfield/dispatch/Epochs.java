package jackfield.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * The process-wide clock by which tables are published and kernels, memory and natives are given
 * back: epoch-based reclamation.
 *
 * <h2>The problem</h2>
 *
 * <p>A call reads an operator's table, takes a kernel out of it and runs it. Meanwhile a bundle
 * leaves: its kernels must vanish from all tables at one moment, and what they need (a class
 * loader, a native library, a block of memory) may go only when nobody is inside any more. Callers
 * are many and a call costs a few nanoseconds; leaving is rare and may cost microseconds. So
 * callers must neither lock nor fence.
 *
 * <h2>Readers</h2>
 *
 * <p>The outermost call of a thread writes the epoch that it read into its {@link DispatchContext}
 * (opaque), reads the clock again and repeats if it has moved; on its way out it writes 0
 * (release). In between it uses, of each operator, the newest table that is not newer than its
 * epoch: a table knows its predecessor. So a call, or a whole training step under a {@link Pin},
 * sees one state of all operators, however many commits happen meanwhile.
 *
 * <h2>Writers</h2>
 *
 * <p>Under one lock: store the new tables, which carry the next epoch and their predecessors; then
 * {@link #advance} the clock; then issue a fence on behalf of all threads of the process. From here
 * on each thread either shows an older epoch in its context, or it has yet to read the clock and
 * will see the new one. (This is Dekker's argument with the reader's fence moved to the writer: the
 * reader writes its epoch and reads the clock, the writer writes the clock and reads the epochs;
 * the process-wide fence falls somewhere between the reader's two steps, before both or after both,
 * and in each case one of the two sees the other.) When no context shows an older epoch ({@link
 * #oldestInside}), nobody can reach what was withdrawn.
 *
 * <h2>Why one clock a process</h2>
 *
 * <p>A context belongs to a thread and a fence to the process; both serve every dispatcher in it
 * and the memory of tensors as well. An {@link #advance} without new tables is a grace period for
 * memory.
 *
 * <p>Sources: Fraser, <em>Practical lock-freedom</em> (2004), section 5.2.3; McKenney, <em>Is
 * parallel programming hard</em>, on asymmetric fences; membarrier(2).
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Epochs {
  private static final VarHandle NOW;

  @SuppressWarnings("unused") // read and written through NOW
  private static volatile long now = 1;

  private static final int PRUNE_EVERY = 1024;
  private static final Queue<WeakReference<DispatchContext>> CONTEXTS =
      new ConcurrentLinkedQueue<>();
  private static final AtomicInteger REGISTERED = new AtomicInteger();

  static {
    try {
      NOW = MethodHandles.lookup().findStaticVarHandle(Epochs.class, "now", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Epochs() {}

  static long nowOpaque() {
    return (long) NOW.getOpaque();
  }

  static long nowAcquire() {
    return (long) NOW.getAcquire();
  }

  /** Returns the present epoch. */
  public static long now() {
    return now;
  }

  /**
   * Starts the next epoch and returns it. When this returns, every thread that is not inside an
   * older epoch will see what the caller wrote before.
   */
  public static long advance() {
    return advance(epoch -> {});
  }

  /**
   * Publishes and starts the next epoch: {@code publisher} stores tables that carry the number it
   * is given, which becomes the present one afterwards.
   */
  public static synchronized long advance(LongConsumer publisher) {
    long next = now + 1;
    publisher.accept(next);
    NOW.setVolatile(next);
    ProcessFence.issue();
    return next;
  }

  /** Returns the oldest epoch that some thread is inside, {@link Long#MAX_VALUE} if none is. */
  public static long oldestInside() {
    long oldest = Long.MAX_VALUE;
    for (DispatchContext context : contexts()) {
      long epoch = context.epochAcquire();
      if (epoch != 0 && epoch < oldest) {
        oldest = epoch;
      }
    }
    return oldest;
  }

  /** Returns the contexts that are inside an epoch before {@code epoch}. */
  public static List<DispatchContext> insideBefore(long epoch) {
    List<DispatchContext> inside = contexts();
    inside.removeIf(context -> {
      long entered = context.epochAcquire();
      return entered == 0 || entered >= epoch;
    });
    return inside;
  }

  /** Makes {@code context} known; it is forgotten when its thread has let go of it. */
  static void register(DispatchContext context) {
    CONTEXTS.add(new WeakReference<>(context));
    if (REGISTERED.incrementAndGet() % PRUNE_EVERY == 0) {
      contexts();
    }
  }

  /** Returns the living contexts and forgets the others. */
  private static List<DispatchContext> contexts() {
    List<DispatchContext> living = new ArrayList<>();
    for (Iterator<WeakReference<DispatchContext>> all = CONTEXTS.iterator(); all.hasNext(); ) {
      DispatchContext context = all.next().get();
      if (context == null) {
        all.remove();
      } else {
        living.add(context);
      }
    }
    return living;
  }
}
