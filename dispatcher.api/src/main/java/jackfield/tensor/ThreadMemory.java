package jackfield.tensor;

import java.util.function.Supplier;

/**
 * One thread's part of the host memory: the slab it cuts small blocks from, its cache of large
 * ones, and its innermost scope.
 *
 * <p><em>Threads</em>: used by its own thread only.
 */
public final class ThreadMemory {
  private static final int ALIGNMENT = 64;

  private final BlockCache cache = new BlockCache();
  private HostMemory.Slab slab;
  private long next;
  private long end;
  private Scope scope;

  /** Creates an empty part; each {@link jackfield.dispatch.DispatchContext} has one. */
  public ThreadMemory() {}

  /** Returns the address of a small block, or 0 if the slab has no room for it. */
  long bump(long sizeBytes) {
    long start = next;
    long after = start + ((sizeBytes + ALIGNMENT - 1) & -ALIGNMENT);
    if (after > end) {
      return 0;
    }
    next = after;
    return start;
  }

  /**
   * Fills what small blocks will be cut from next, so that a check can tell who reads what nobody
   * has written.
   *
   * @param sizeBytes how much
   * @return how much was filled: less where the slab ends
   */
  public long fillAhead(float value, long sizeBytes) {
    long until = Math.min(end, next + sizeBytes);
    for (long at = next; at < until; at += Float.BYTES) {
      HostBytes.putFloat(at, value);
    }
    return until - next;
  }

  void refill(HostMemory.Slab fresh) {
    slab = fresh;
    next = fresh.address;
    end = fresh.address + HostMemory.SLAB_BYTES;
  }

  HostMemory.Slab slab() {
    return slab;
  }

  BlockCache cache() {
    return cache;
  }

  Scope scope() {
    return scope;
  }

  void enterScope(Scope inner) {
    scope = inner;
  }

  /** Lets {@code allocation} make what no scope is to give back. */
  Storage outsideScopes(Supplier<Storage> allocation) {
    Scope entered = scope;
    scope = null;
    try {
      return allocation.get();
    } finally {
      scope = entered;
    }
  }

  void enlist(Storage storage) {
    if (scope != null) {
      scope.enlist(storage);
    }
  }
}
