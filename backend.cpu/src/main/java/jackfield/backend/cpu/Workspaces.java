package jackfield.backend.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Scratch memory of this bundle's kernels, which is kept between calls. It is not tensor memory:
 * that may be released at the end of a scope, and scratch memory has to outlive scopes.
 *
 * <p><em>Threads</em>: safe for use by several threads. A thread usually reuses the memory that it
 * used before. If two threads contend for one, a second one is allocated, and one of the two is
 * later left to the garbage collector.
 */
final class Workspaces {
  private static final int SLOTS = 16;
  private static final long LEAST_BYTES = 1 << 15;
  private static final long ALIGNMENT = 64;

  private final AtomicReferenceArray<MemorySegment> idle = new AtomicReferenceArray<>(SLOTS);

  /** Uses scratch memory; an implementation must not keep the address. */
  @FunctionalInterface
  interface Use {
    void run(long address);
  }

  /** Runs {@code use} with at least {@code bytes} bytes of undefined content. */
  void use(long bytes, Use use) {
    int slot = (int) Thread.currentThread().threadId() & (SLOTS - 1);
    MemorySegment found = idle.getAndSet(slot, null);
    MemorySegment memory = found != null && found.byteSize() >= bytes ? found : allocate(bytes);
    try {
      use.run(memory.address());
    } finally {
      idle.set(slot, memory);
    }
  }

  private static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(Math.max(LEAST_BYTES, bytes), ALIGNMENT);
  }
}
