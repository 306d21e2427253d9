package jackfield.backend.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Scratch memory of this bundle's kernels, kept from call to call. It is none of the tensors'
 * memory: that may be taken back at the end of a scope, and this is to outlive scopes.
 *
 * <p><em>Threads</em>: safe for all. A thread mostly finds what it gave back; what two threads
 * contend for is made twice and once left to the collector.
 */
final class Workspaces {
  private static final int PLACES = 16;
  private static final long LEAST_BYTES = 1 << 15;
  private static final long ALIGNMENT = 64;

  private final AtomicReferenceArray<MemorySegment> idle = new AtomicReferenceArray<>(PLACES);

  /** What is done with scratch memory; it is not to keep the address. */
  @FunctionalInterface
  interface Use {
    void run(long address);
  }

  /** Runs {@code use} with at least {@code bytes} bytes, their content undefined. */
  void use(long bytes, Use use) {
    int place = (int) Thread.currentThread().threadId() & (PLACES - 1);
    MemorySegment found = idle.getAndSet(place, null);
    MemorySegment memory = found != null && found.byteSize() >= bytes ? found : allocate(bytes);
    try {
      use.run(memory.address());
    } finally {
      idle.set(place, memory);
    }
  }

  private static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(Math.max(LEAST_BYTES, bytes), ALIGNMENT);
  }
}
