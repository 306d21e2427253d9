package jackfield.backend.cpu.memory;

import jackfield.backend.cpu.loops.matrix.MatrixLoop;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongConsumer;

/**
 * Scratch memory of this bundle's kernels, which is kept between calls. It is not tensor memory:
 * that may be released at the end of a scope, and scratch memory has to outlive scopes.
 *
 * <p><em>Threads</em>: safe for use by several threads. A thread usually reuses the memory that it
 * used before. At most {@value #SLOTS} pieces are kept; others are left to the garbage collector.
 */
public final class Workspaces implements MatrixLoop.Scratch {
  private static final int SLOTS = 16;
  private static final long LEAST_BYTES = 1 << 15;
  private static final long ALIGNMENT = 64;
  private static final long MOST_KEPT = 64L << 20;

  private final AtomicReferenceArray<MemorySegment> idle = new AtomicReferenceArray<>(SLOTS);

  /** Creates a source that has no memory yet. */
  public Workspaces() {}

  @Override
  public void use(long bytes, LongConsumer use) {
    if (bytes > MOST_KEPT) { // freed at once: the collector does not see how much it is
      try (Arena arena = Arena.ofConfined()) {
        use.accept(arena.allocate(bytes, ALIGNMENT).address());
      }
      return;
    }
    int home = (int) Thread.currentThread().threadId() & (SLOTS - 1);
    MemorySegment memory = take(home, bytes);
    try {
      use.accept(memory.address());
    } finally {
      keep(home, memory);
    }
  }

  private MemorySegment take(int home, long bytes) {
    for (int i = 0; i < SLOTS; i++) {
      MemorySegment found = idle.getAndSet((home + i) & (SLOTS - 1), null);
      if (found != null) {
        return found.byteSize() >= bytes ? found : allocate(bytes);
      }
    }
    return allocate(bytes);
  }

  private void keep(int home, MemorySegment memory) {
    for (int i = 0; i < SLOTS; i++) {
      if (idle.compareAndSet((home + i) & (SLOTS - 1), null, memory)) {
        return;
      }
    }
  }

  private static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(Math.max(LEAST_BYTES, bytes), ALIGNMENT);
  }
}
