package jackfield.tensor;

import jackfield.memory.StorageScope;
import java.util.function.Supplier;

/**
 * A region of one thread's work. The memory that the thread allocates inside is released when the
 * region ends.
 *
 * <p>Small blocks ({@link jackfield.memory.HostMemory}) are left to the garbage collector. Pass a
 * tensor that must outlive the scope to {@link #keep}; later uses of any other tensor fail with
 * {@link jackfield.memory.TensorClosed}.
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

  /**
   * Runs {@code work} as if no scope were open: no scope that is open now releases its tensors. For
   * tensors that live longer than a step, such as the state of an optimizer, which is created in
   * the first one.
   *
   * <p>Such a tensor is released by {@link Tensor#close}, or by the garbage collector.
   */
  public static <T> T outside(Supplier<T> work) {
    return StorageScope.outside(work);
  }

  /** Lets {@code tensor} outlive this scope: it moves to the next outer one, if there is one. */
  public Tensor keep(Tensor tensor) {
    storages.keep(tensor.storage());
    return tensor;
  }

  /**
   * Releases the memory that was allocated inside and not kept. It releases all of it, even if the
   * provider of some device's memory throws.
   *
   * @throws jackfield.error.InvalidArgument if an inner scope is still open, or on another thread;
   *     nothing changes
   */
  @Override
  public void close() {
    storages.close();
  }
}
