package jackfield.memory;

import jackfield.error.InvalidArgument;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * The storages that a thread allocated in a region of its work; see {@code jackfield.tensor.Scope}.
 *
 * <p>If a thread ends inside a scope, the scope is never closed. The garbage collector frees it and
 * its storages, because the thread's memory refers to it weakly.
 *
 * <p><em>Threads</em>: opened and closed by one thread; scopes nest.
 */
public final class StorageScope implements AutoCloseable {
  private final ThreadMemory memory;
  private final WeakReference<StorageScope> outer;
  private final List<Storage> storages = new ArrayList<>();
  private boolean isClosed;

  private StorageScope(ThreadMemory memory) {
    this.memory = memory;
    this.outer = memory.entered();
  }

  /** Opens a scope for the calling thread. */
  public static StorageScope open() {
    ThreadMemory memory = ThreadMemory.current();
    StorageScope scope = new StorageScope(memory);
    memory.enterScope(new WeakReference<>(scope));
    return scope;
  }

  /** Runs {@code work}; storages that it allocates belong to no scope that is open now. */
  public static <T> T outside(Supplier<T> work) {
    return ThreadMemory.current().outsideScopes(work);
  }

  void enlist(Storage storage) {
    storages.add(storage);
  }

  /** Lets {@code kept} outlive this scope: it moves to the next outer one, if there is one. */
  public void keep(Storage kept) {
    int index = lastIndexOf(kept);
    if (index >= 0) {
      StorageScope next = outer.get();
      if (next != null) {
        next.enlist(kept);
      }
      storages.remove(index);
    }
  }

  private int lastIndexOf(Storage sought) {
    int index = storages.size() - 1;
    while (index >= 0 && storages.get(index) != sought) {
      index--;
    }
    return index;
  }

  /**
   * Closes the storages that were allocated inside and not kept. It closes all of them, even if the
   * provider of some device's memory throws. A second call does nothing.
   *
   * @throws InvalidArgument if an inner scope is still open, or on another thread; nothing changes
   */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    if (memory != ThreadMemory.current() || memory.scope() != this) {
      throw refused();
    }
    isClosed = true;
    memory.enterScope(outer);
    closeAll(storages.iterator());
    storages.clear();
  }

  private InvalidArgument refused() {
    boolean isOwn = memory == ThreadMemory.current();
    return new InvalidArgument(
        "Scope.close",
        "scope",
        isOwn
            ? "has an open scope inside it; close that one first, with try (…)"
            : "was opened by another thread than %s; close it there, with try (…)"
                .formatted(Thread.currentThread()));
  }

  private static void closeAll(Iterator<Storage> rest) {
    try {
      while (rest.hasNext()) {
        rest.next().close();
      }
    } finally {
      if (rest.hasNext()) { // a storage threw: close the rest
        closeAll(rest);
      }
    }
  }
}
