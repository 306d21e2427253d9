package jackfield.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The storages that a thread allocated in a region of its work, see {@code jackfield.tensor.Scope}.
 *
 * <p>A scope that is never closed, because its thread ended inside it, is left to the collector
 * with what it holds: the thread's memory refers to it weakly.
 *
 * <p><em>Threads</em>: opened and closed by one thread; scopes nest.
 */
public final class StorageScope implements AutoCloseable {
  private final ThreadMemory memory;
  private final WeakReference<StorageScope> outer;
  private final List<Storage> storages = new ArrayList<>();

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

  void enlist(Storage storage) {
    storages.add(storage);
  }

  /** Lets {@code kept} outlive this scope: it belongs to the next outer one, if there is one. */
  public void keep(Storage kept) {
    int place = lastIndexOf(kept);
    if (place >= 0) {
      StorageScope next = outer.get();
      if (next != null) {
        next.enlist(kept);
      }
      storages.remove(place);
    }
  }

  private int lastIndexOf(Storage sought) {
    int place = storages.size() - 1;
    while (place >= 0 && storages.get(place) != sought) {
      place--;
    }
    return place;
  }

  /**
   * Gives back what was allocated inside and not kept; all of it, also if the provider of some
   * device's memory throws.
   *
   * @throws IllegalStateException if an inner scope is still open, or on another thread
   */
  @Override
  public void close() {
    if (memory != ThreadMemory.current() || memory.scope() != this) {
      throw new IllegalStateException(
          "a scope is closed by the thread that opened it, after those opened inside it");
    }
    memory.enterScope(outer);
    closeAll(storages.iterator());
    storages.clear();
  }

  private static void closeAll(Iterator<Storage> rest) {
    try {
      while (rest.hasNext()) {
        rest.next().close();
      }
    } finally {
      if (rest.hasNext()) { // one threw
        closeAll(rest);
      }
    }
  }
}
