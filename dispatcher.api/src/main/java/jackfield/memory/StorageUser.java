package jackfield.memory;

/**
 * Gives the memory package access to the tensors over its storages, whose class it does not know.
 *
 * @param <T> the class of the tensors
 */
public interface StorageUser<T> {
  /** Returns the storage under {@code user}. */
  Storage storageOf(T user);

  /** Makes {@code user} follow its storage, which was evacuated to the host. */
  void moveToHost(T user);
}
