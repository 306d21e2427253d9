package jackfield.internal;

import java.util.Collection;

/**
 * Removal of memory, and the tensors that move with it.
 *
 * <p><em>Threads</em>: safe for all.
 *
 * @param <D> {@code jackfield.memory.MemoryDomain}
 * @param <S> {@code jackfield.memory.Storage}
 */
public interface MemoryAccess<D, S> {
  /** Returns the accessor that the class {@code domains} offers. */
  @SuppressWarnings("unchecked") // offer(…) takes the same type arguments
  static <D, S> MemoryAccess<D, S> of(Class<D> domains, Class<S> storages) {
    return (MemoryAccess<D, S>) Accessors.of(domains);
  }

  /** Offers {@code access}; called by the static initializer of {@code domains}. */
  static <D, S> void offer(Class<D> domains, MemoryAccess<D, S> access) {
    Accessors.offer(domains, access);
  }

  /**
   * Returns a removal on which no step was made.
   *
   * @param bundle the bundle that is removed, with its version, for errors
   * @param domains the domains of its memory; domains that cannot be removed are skipped
   */
  MemoryRemoval removal(String bundle, Collection<D> domains);

  /**
   * Registers a tensor over {@code storage} that must move with it; moves it at once if the storage
   * has moved.
   */
  <T> void enlist(S storage, T user, StorageUser<S, T> how);

  /**
   * Checks that the memory of {@code storage} was not removed. It throws {@code BackendGone} if its
   * backend was removed and it was not evacuated.
   */
  void requireBackend(S storage);

  /**
   * Fills the memory of the calling thread's next small blocks, so that a check can detect a read
   * of unwritten memory.
   *
   * @param sizeBytes the number of bytes to fill
   * @return the number of bytes filled: fewer if the thread's piece of memory ends before
   */
  long fillAhead(float value, long sizeBytes);
}
