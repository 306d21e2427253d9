package jackfield.memory;

import jackfield.context.DispatchContext;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * One thread's part of the host memory: the piece of a slab that it cuts small blocks from, the
 * number of its cache of large ones, and its innermost scope.
 *
 * <p>It refers to them weakly, so a thread needs no cleanup when it ends, and an idle thread holds
 * no memory. The storages of a slab keep it alive, and the code block that closes a scope keeps the
 * scope alive.
 *
 * <p><em>Threads</em>: used by its own thread only.
 */
final class ThreadMemory {
  private static final int ALIGNMENT = 64;
  static final int FIRST_PIECE_BYTES = 256;
  private static final int GROWTH = 4;
  private static final WeakReference<HostMemory.Slab> NO_SLAB = new WeakReference<>(null);
  private static final WeakReference<StorageScope> NO_SCOPE = new WeakReference<>(null);

  private WeakReference<HostMemory.Slab> slab = NO_SLAB;
  private long next;
  private long end;
  private int pieceBytes = FIRST_PIECE_BYTES;
  private int cacheNumber = -1; // not assigned yet
  private WeakReference<StorageScope> scope = NO_SCOPE;

  private ThreadMemory() {}

  /** Returns the calling thread's part, which its {@link DispatchContext} keeps. */
  static ThreadMemory current() {
    DispatchContext context = DispatchContext.current();
    ThreadMemory own = (ThreadMemory) context.memory();
    if (own == null) {
      own = new ThreadMemory();
      context.setMemory(own);
    }
    return own;
  }

  /** Returns a storage of a small block, or null if the piece has no room for it. */
  Storage small(MemoryDomain domain, long sizeBytes) {
    HostMemory.Slab keeper = slab.get();
    long start = next;
    long after = start + ((sizeBytes + ALIGNMENT - 1) & -ALIGNMENT);
    if (keeper == null || after > end) {
      return null;
    }
    next = after;
    return new Storage(domain, start, sizeBytes, keeper);
  }

  /**
   * Fills the memory of the next small blocks, so that a check can detect a read of unwritten
   * memory.
   *
   * @param sizeBytes the number of bytes to fill
   * @return the number of bytes filled: fewer if the thread's piece of memory ends before
   */
  long fillAhead(float value, long sizeBytes) {
    HostMemory.Slab filled = slab.get();
    if (filled == null) {
      return 0;
    }
    try {
      long until = Math.min(end, next + sizeBytes);
      for (long at = next; at < until; at += Float.BYTES) {
        HostBytes.putFloat(at, value);
      }
      return until - next;
    } finally {
      Reference.reachabilityFence(filled);
    }
  }

  /**
   * Returns the size of the next piece of a slab, with room for {@code sizeBytes} bytes. The first
   * piece is small, as many threads end soon; the next ones grow to a whole slab.
   */
  long pieceBytes(long sizeBytes) {
    return Math.max(pieceBytes, (sizeBytes + ALIGNMENT - 1) & -ALIGNMENT);
  }

  /** Cuts small blocks from {@code sizeBytes} bytes of {@code fresh} at {@code address}. */
  void refill(HostMemory.Slab fresh, long address, long sizeBytes) {
    slab = fresh.self;
    next = address;
    end = address + sizeBytes;
    if (pieceBytes < HostMemory.SLAB_BYTES) {
      pieceBytes *= GROWTH;
    }
  }

  /** Returns the number of the thread's cache; the first call assigns it from {@code numbers}. */
  int cacheNumber(AtomicInteger numbers) {
    if (cacheNumber < 0) {
      cacheNumber = numbers.getAndIncrement() & Integer.MAX_VALUE;
    }
    return cacheNumber;
  }

  /** Returns the innermost scope, or null. */
  StorageScope scope() {
    return scope.get();
  }

  void enterScope(WeakReference<StorageScope> inner) {
    scope = inner;
  }

  /** Returns the current scope, for a later {@link #enterScope} that restores it. */
  WeakReference<StorageScope> entered() {
    return scope;
  }

  /** Runs {@code work} outside all scopes. */
  <T> T outsideScopes(Supplier<T> work) {
    WeakReference<StorageScope> entered = scope;
    scope = NO_SCOPE;
    try {
      return work.get();
    } finally {
      scope = entered;
    }
  }

  void enlist(Storage storage) {
    StorageScope innermost = scope.get();
    if (innermost != null) {
      innermost.enlist(storage);
    }
  }
}
