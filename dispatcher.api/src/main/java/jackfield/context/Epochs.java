package jackfield.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
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
 * callers do not lock, and where the system allows they do not fence.
 *
 * <h2>Readers</h2>
 *
 * <p>The outermost call of a thread writes the epoch that it read into its {@link DispatchContext},
 * reads the clock again and repeats if it has moved; on its way out it writes 0. In between it
 * uses, of each operator, the newest table that is not newer than its epoch: a table knows its
 * predecessor. So a call, or a whole training step under a {@link jackfield.dispatch.Pin}, sees one
 * state of all operators, however many commits happen meanwhile.
 *
 * <h2>Writers</h2>
 *
 * <p>Under one lock: store the new tables, which carry the next epoch and their predecessors; then
 * {@link #advance} the clock; then read the contexts. When no context shows an older epoch ({@link
 * #oldestInside}), nobody can reach what was withdrawn.
 *
 * <h2>The way in</h2>
 *
 * <p>This is Dekker's argument: the reader writes its epoch and reads the clock, the writer writes
 * the clock and reads the epochs, so at least one of the two must see the other. It needs a full
 * fence between the write and the read of each side. The writer's is plain. The reader's is one of
 * two, chosen by {@link ProcessFence}:
 *
 * <ul>
 *   <li><em>readers</em>: the reader's write and read are volatile, as are the writer's. Volatile
 *       accesses have one order that all threads agree on, which is all that the argument needs.
 *   <li><em>membarrier</em>: the reader's write is opaque and its read an acquire; between its own
 *       write and read the writer issues a fence on behalf of all threads. That fence falls
 *       somewhere into the machine code of each reader: between the two steps, before both or after
 *       both, and in each case one of the two sees the other. This relies on two things outside
 *       Java's memory model. The first is what {@code membarrier(2)} documents. The second is that
 *       the two steps stay in this order in the machine code: the model lets a later acquire pass
 *       an opaque write. HotSpot does not: its C2 compiler moves no access to memory across an
 *       opaque one, and its interpreter and C1 run an opaque write as a volatile one. On other
 *       virtual machines readers fence.
 * </ul>
 *
 * <p>A context is made known before it first enters, by a compare-and-set, so that the same
 * argument holds for a writer that walks the contexts while one is added.
 *
 * <h2>The way out</h2>
 *
 * <p>The 0 is written with release at least, on every way out, and the writer reads it with
 * acquire: all that the call read and wrote comes before what the writer does next. A call that
 * ends normally uses {@link DispatchContext#exit}. A call that fails writes the volatile field
 * itself, which takes no frame on a stack that may be full.
 *
 * <p>A thread that has ended is outside, whatever its context shows: it may have ended in the
 * middle of a {@link jackfield.dispatch.Pin}. The writer reads the epoch, then asks {@link
 * Thread#isAlive}. An epoch other than 0 was written by the thread, which therefore had started; if
 * it is not alive then, it has ended, and all that it did happens before the answer (Java Language
 * Specification, 17.4.4). Contexts are held weakly. A context that was collected belonged to a
 * thread that had ended, or that can never run again.
 *
 * <h2>One grace period for all</h2>
 *
 * <p>A withdrawal waits for all calls of the process that began before it, not only for those
 * inside the withdrawn kernels: a call may go anywhere as long as it lasts. So one call that does
 * not return, in whatever bundle's kernel, holds up every later withdrawal, and keeps the tables
 * and the memory that those would free. {@link jackfield.dispatch.Drain#inside} names the call and
 * the bundle whose kernel it is in.
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

  // The newest epoch whose fence was issued; behind the present one if a fence has failed.
  private static volatile long fenced = 1;

  private static final Contexts CONTEXTS = new Contexts();

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
   * Starts the next epoch and returns it. A thread that {@link #oldestInside} and its like do not
   * find inside an older epoch sees what the caller wrote before.
   */
  public static long advance() {
    return advance(epoch -> {});
  }

  /**
   * Publishes and starts the next epoch: {@code publisher} stores tables that carry the number it
   * is given, which becomes the present one afterwards. It may throw before its first store, and
   * the epoch does not start; from its first store on it must not. What follows cannot fail: a
   * fence for which memory or stack is lacking is issued by the next thread that looks who is
   * inside.
   */
  public static synchronized long advance(LongConsumer publisher) {
    long next = now + 1;
    publisher.accept(next);
    NOW.setVolatile(next);
    try {
      requireFence();
    } catch (VirtualMachineError | LinkageError _) {
      // Nobody has looked yet, so nothing was concluded from a fence that is not there.
    }
    return next;
  }

  /** Issues the fence of the present epoch unless it was; before the contexts are looked at. */
  private static void requireFence() {
    long present = now;
    if (fenced < present) {
      ProcessFence.issue();
      fenced = present; // perhaps of an older epoch than another thread's: that costs a fence
    }
  }

  /** Returns the oldest epoch that some thread is inside, {@link Long#MAX_VALUE} if none is. */
  public static long oldestInside() {
    requireFence();
    long[] oldest = {Long.MAX_VALUE};
    CONTEXTS.forEach(context -> {
      long epoch = context.epochInside();
      if (epoch != 0 && epoch < oldest[0]) {
        oldest[0] = epoch;
      }
    });
    return oldest[0];
  }

  /** Returns a context that is inside an epoch before {@code epoch}, or null if none is. */
  public static DispatchContext anyInsideBefore(long epoch) {
    requireFence();
    return CONTEXTS.find(context -> context.isInsideBefore(epoch));
  }

  /** Returns the contexts that are inside an epoch before {@code epoch}; for reports. */
  public static List<DispatchContext> insideBefore(long epoch) {
    requireFence();
    List<DispatchContext> inside = new ArrayList<>();
    CONTEXTS.forEach(context -> {
      if (context.isInsideBefore(epoch)) {
        inside.add(context);
      }
    });
    return inside;
  }

  /** Returns which side of the protocol fences, {@code membarrier} or {@code readers}. */
  public static String fence() {
    return ProcessFence.way();
  }

  /** Makes {@code context} known; it is forgotten soon after its thread has ended. */
  static void register(DispatchContext context) {
    CONTEXTS.add(context);
  }
}
