package jackfield.memory;

/**
 * How the memory reaches the tensors over its storages, whose class it does not know.
 *
 * @param <T> the class of the tensors
 */
public interface StorageUser<T> {
  /** Returns the storage under {@code user}. */
  Storage storageOf(T user);

  /** Has {@code user} follow its storage, which was evacuated to the host. */
  void moveToHost(T user);
}
