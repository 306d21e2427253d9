package jackfield.tensor;

import jackfield.memory.StorageScope;

/**
 * A region of one thread's work: what the thread allocates inside is given back when it ends.
 *
 * <p>Blocks too small to be worth it ({@link jackfield.memory.HostMemory}) are left to the
 * collector. A tensor that is to outlive the scope is named to {@link #keep}; using any other
 * afterwards is refused with {@link jackfield.memory.TensorClosed}.
 *
 * <p><em>Threads</em>: opened and closed by one thread; scopes nest.
 */
public final class Scope implements AutoCloseable {
  private final StorageScope storages = StorageScope.open();

  private Scope() {}

  /** Opens a scope for the calling thread. */
  public static Scope open() {
    return new Scope();
  }

  /** Lets {@code tensor} outlive this scope: it belongs to the next outer one, if there is one. */
  public Tensor keep(Tensor tensor) {
    storages.keep(tensor.storage());
    return tensor;
  }

  /**
   * Gives back what was allocated inside and not kept; all of it, also if the provider of some
   * device's memory throws.
   *
   * @throws IllegalStateException if an inner scope is still open, or on another thread
   */
  @Override
  public void close() {
    storages.close();
  }
}
