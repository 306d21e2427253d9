package jackfield.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The process-wide clock of epoch-based reclamation. It orders the publication of dispatch tables
 * and the release of kernels, memory and native libraries.
 *
 * <h2>The problem</h2>
 *
 * <p>A call reads an operator's table, takes a kernel from it and runs it. Meanwhile a bundle may
 * be unplugged. Its kernels must disappear from all tables at one moment. What they need (a class
 * loader, a native library, a block of memory) may be freed only when no thread executes those
 * kernels. There are many calls, and each costs a few nanoseconds. Unplugging is rare and may cost
 * microseconds. Callers therefore do not lock, and where the system allows it they do not fence.
 *
 * <h2>Readers</h2>
 *
 * <p>The outermost call of a thread writes the epoch that it read into its {@link DispatchContext}.
 * It reads the clock again and repeats if the clock has moved. When it ends it writes 0. In between
 * it uses, for each operator, the newest table that is not newer than its epoch; each table refers
 * to its predecessor. So a call, or a whole training step under a {@link jackfield.dispatch.Pin},
 * sees one generation of all operators, whatever commits happen meanwhile.
 *
 * <h2>Writers</h2>
 *
 * <p>Under one lock a writer stores the new tables, which carry the next epoch and their
 * predecessors. It then {@linkplain #advance advances} the clock and then reads the contexts. When
 * no context shows an older epoch ({@link #oldestInside}), no thread can reach the withdrawn
 * kernels.
 *
 * <h2>Entering an epoch</h2>
 *
 * <p>This is Dekker's argument. The reader writes its epoch and reads the clock; the writer writes
 * the clock and reads the epochs. At least one of the two must therefore see the other. Each side
 * needs a full fence between its write and its read. The writer always issues one. {@link
 * ProcessFence} chooses one of two for the reader:
 *
 * <ul>
 *   <li><em>readers</em>: the reader's write and read are volatile, as are the writer's. All
 *       threads agree on one order of volatile accesses, and the argument needs nothing else.
 *   <li><em>membarrier</em>: the reader's write is opaque and its read an acquire. Between its own
 *       write and read the writer issues a fence on behalf of all threads. In the machine code of
 *       each reader that fence falls between the two steps, before both or after both. In each case
 *       one side sees the other. This relies on two facts outside Java's memory model. The first is
 *       the documented behaviour of {@code membarrier(2)}. The second is that the two steps stay in
 *       this order in the machine code: the model lets a later acquire pass an opaque write.
 *       HotSpot does not: its C2 compiler moves no memory access across an opaque one, and its
 *       interpreter and C1 run an opaque write as a volatile one. On other virtual machines readers
 *       fence.
 * </ul>
 *
 * <p>A context is registered before it first enters an epoch, by a compare-and-set. The same
 * argument therefore holds for a writer that traverses the contexts while one is added.
 *
 * <h2>Leaving an epoch</h2>
 *
 * <p>Every exit writes the 0 with release at least, and the writer reads it with acquire. All reads
 * and writes of the call therefore precede what the writer does next. A call that ends normally
 * uses {@link DispatchContext#exit}. A failing call writes the volatile field itself, which needs
 * no frame on a stack that may be full.
 *
 * <p>A thread that has ended is outside, whatever its context shows: it may have ended in the
 * middle of a {@link jackfield.dispatch.Pin}. The writer reads the epoch, then calls {@link
 * Thread#isAlive}. The thread itself wrote an epoch other than 0, so it had started. If it is not
 * alive, it has ended, and all its actions happen before that result (Java Language Specification,
 * 17.4.4). Contexts are held weakly. A collected context belonged to a thread that had ended or can
 * never run again.
 *
 * <h2>One grace period for all</h2>
 *
 * <p>A withdrawal waits for all calls of the process that began before it, not only for calls
 * inside the withdrawn kernels. The reason is that a running call may reach any kernel. One call
 * that does not return, in any bundle's kernel, therefore delays every later withdrawal. It also
 * keeps alive the tables and the memory that those withdrawals would free. {@link
 * jackfield.dispatch.Drain#inside} names the call and the bundle whose kernel it executes.
 *
 * <h2>Why one clock per process</h2>
 *
 * <p>A context belongs to a thread and a fence to the process. Every dispatcher in the process and
 * the memory of tensors share both. An {@link #advance} without new tables is a grace period for
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

  // The newest epoch whose fence was issued; older than the current one if a fence has failed.
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

  /** Returns the current epoch. */
  public static long now() {
    return now;
  }

  /**
   * Starts the next epoch and returns it. If {@link #oldestInside} or a similar method finds a
   * thread outside older epochs, that thread sees all earlier writes of the caller.
   */
  static long advance() {
    return advance(epoch -> {});
  }

  /**
   * Publishes tables and starts the next epoch. {@code publisher} stores tables with the number it
   * receives, which becomes the current epoch afterwards. If it throws before its first store, the
   * epoch does not start. After its first store it must not throw. The remaining steps cannot fail:
   * if memory or stack is lacking for the fence, the next thread that reads the contexts issues it.
   */
  static synchronized long advance(LongConsumer publisher) {
    long next = now + 1;
    publisher.accept(next);
    NOW.setVolatile(next);
    try {
      requireFence();
    } catch (VirtualMachineError | LinkageError _) {
      // No thread has read the contexts since, so none has relied on the missing fence.
    }
    return next;
  }

  /**
   * Issues the fence of the current epoch unless it was issued; called before the contexts are
   * read.
   */
  private static void requireFence() {
    long present = now;
    if (fenced < present) {
      ProcessFence.issue();
      fenced = present; // may overwrite a newer epoch of another thread: that costs one more fence
    }
  }

  /** Returns the oldest epoch that a thread is inside, {@link Long#MAX_VALUE} if there is none. */
  static long oldestInside() {
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
  static DispatchContext anyInsideBefore(long epoch) {
    requireFence();
    return CONTEXTS.find(context -> context.isInsideBefore(epoch));
  }

  /** Returns the contexts that are inside an epoch before {@code epoch}; for reports. */
  static List<DispatchContext> insideBefore(long epoch) {
    requireFence();
    List<DispatchContext> inside = new ArrayList<>();
    CONTEXTS.forEach(context -> {
      if (context.isInsideBefore(epoch)) {
        inside.add(context);
      }
    });
    return inside;
  }

  /** Returns the side of the protocol that fences, {@code membarrier} or {@code readers}. */
  public static String fence() {
    return ProcessFence.way();
  }

  /** Registers {@code context}; it is removed soon after its thread has ended. */
  static void register(DispatchContext context) {
    CONTEXTS.add(context);
  }
}
