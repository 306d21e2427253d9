package jackfield.tensor;

import jackfield.dispatch.DispatchContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A region of one thread's work: what the thread allocates inside is given back when it ends.
 *
 * <p>Blocks too small to be worth it ({@link HostMemory}) are left to the collector. A tensor that
 * is to outlive the scope is named to {@link #keep}; using any other afterwards is refused with
 * {@link jackfield.dispatch.TensorClosed}.
 *
 * <p><em>Threads</em>: opened and closed by one thread; scopes nest.
 */
public final class Scope implements AutoCloseable {
  private final ThreadMemory memory;
  private final Scope outer;
  private final List<Storage> storages = new ArrayList<>();

  private Scope(ThreadMemory memory) {
    this.memory = memory;
    this.outer = memory.scope();
  }

  /** Opens a scope for the calling thread. */
  public static Scope open() {
    ThreadMemory memory = DispatchContext.current().memory();
    Scope scope = new Scope(memory);
    memory.enterScope(scope);
    return scope;
  }

  void enlist(Storage storage) {
    storages.add(storage);
  }

  /** Lets {@code tensor} outlive this scope: it belongs to the next outer one, if there is one. */
  public Tensor keep(Tensor tensor) {
    Storage kept = tensor.storage();
    if (storages.removeIf(storage -> storage == kept) && outer != null) {
      outer.enlist(kept);
    }
    return tensor;
  }

  /**
   * Gives back what was allocated inside and not kept.
   *
   * @throws IllegalStateException if an inner scope is still open, or on another thread
   */
  @Override
  public void close() {
    if (memory != DispatchContext.current().memory() || memory.scope() != this) {
      throw new IllegalStateException(
          "a scope is closed by the thread that opened it, after those opened inside it");
    }
    memory.enterScope(outer);
    for (Storage storage : storages) {
      storage.close();
    }
    storages.clear();
  }
}
