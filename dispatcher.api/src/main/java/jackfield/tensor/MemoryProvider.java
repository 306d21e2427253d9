package jackfield.tensor;

/**
 * Gives out and takes back the memory of one sort of device.
 *
 * <p><em>Threads</em>: called by any thread, without locks held.
 */
public interface MemoryProvider {
  /**
   * Returns a storage of at least {@code sizeBytes} bytes, aligned to 64, its content undefined.
   *
   * @throws jackfield.dispatch.OutOfTensorMemory if the provider's budget does not allow it
   */
  Storage allocate(MemoryDomain domain, long sizeBytes);

  /**
   * Takes a storage's memory back; called once for each storage that was closed.
   *
   * @param isPrivate whether no other thread than the caller can be using the memory; otherwise it
   *     may be given out again only when all calls of this moment have ended
   */
  void release(Storage storage, boolean isPrivate);

  /** Returns how many bytes it has taken from its system, caches included; 0 if it does not say. */
  default long takenBytes() {
    return 0;
  }

  /** Gives back to its system what it keeps for later; caches of other threads may stay. */
  default void trim() {} // without caches there is nothing to give back
}
