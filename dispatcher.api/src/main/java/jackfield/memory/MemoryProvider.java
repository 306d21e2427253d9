package jackfield.memory;

/**
 * Gives out and takes back the memory of one sort of device.
 *
 * <p><em>Threads</em>: called by any thread; no locks are held but, when the backend leaves, that
 * of the storage which is copied or released.
 */
public interface MemoryProvider {
  /**
   * Returns a storage of at least {@code sizeBytes} bytes, aligned to 64, its content undefined.
   *
   * @throws jackfield.memory.OutOfTensorMemory if the provider's budget does not allow it
   */
  Storage allocate(MemoryDomain domain, long sizeBytes);

  /**
   * Takes a storage's memory back; called once for each storage that was closed, and for each that
   * is left when the backend leaves.
   *
   * @param isPrivate whether no other thread than the caller can be using the memory; otherwise it
   *     may be given out again only when all calls of this moment have ended
   */
  void release(Storage storage, boolean isPrivate);

  /**
   * Copies a storage's bytes to host memory and returns when they are there; needed for {@link
   * TensorFate#EVACUATE}. Called when the backend leaves: nobody is inside its kernels, what it
   * does by itself has ended ({@link jackfield.spi.Quiescent}), it is not yet stopped. The storage
   * tells its address to nobody any more, so what the driver needs is in its {@linkplain
   * Storage#keeper keeper}.
   *
   * @param address of {@link Storage#sizeBytes} bytes of host memory
   * @throws UnsupportedOperationException unless overridden; whatever is thrown, the storage is
   *     orphaned
   */
  default void copyToHost(Storage from, long address) {
    throw new UnsupportedOperationException(getClass().getName() + " cannot copy to the host");
  }

  /** Returns how many bytes it has taken from its system, caches included; 0 if it does not say. */
  default long takenBytes() {
    return 0;
  }

  /** Gives back to its system what it keeps for later, for whatever thread. */
  default void trim() {} // without caches there is nothing to give back
}
