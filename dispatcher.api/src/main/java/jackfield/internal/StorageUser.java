package jackfield.internal;

/**
 * Gives the memory package access to the tensors over its storages, whose class it does not know.
 *
 * @param <S> the class of the storages
 * @param <T> the class of the tensors
 */
public interface StorageUser<S, T> {
  /** Returns the storage under {@code user}. */
  S storageOf(T user);

  /** Makes {@code user} follow its storage, which was evacuated to the host. */
  void moveToHost(T user);
}
