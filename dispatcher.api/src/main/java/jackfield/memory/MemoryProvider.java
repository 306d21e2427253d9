package jackfield.memory;

/**
 * Allocates and releases the memory of one kind of device.
 *
 * <p><em>Threads</em>: called by any thread without locks, with one exception: when the backend is
 * unplugged, the lock of the storage that is copied or released is held.
 */
public interface MemoryProvider {
  /**
   * Returns a storage of at least {@code sizeBytes} bytes, aligned to 64, its content undefined.
   *
   * @throws jackfield.memory.OutOfTensorMemory if the provider's budget does not allow it
   */
  Storage allocate(MemoryDomain domain, long sizeBytes);

  /**
   * Releases a storage's memory. It is called once for each storage that was closed, and for each
   * remaining one when the backend is unplugged.
   *
   * @param isPrivate whether no other thread than the caller can be using the memory; otherwise it
   *     must not be reused before all calls of this moment have ended
   */
  void release(Storage storage, boolean isPrivate);

  /**
   * Copies a storage's bytes to host memory and returns when the copy is complete; needed for
   * {@link TensorFate#EVACUATE}. It is called when the backend is unplugged, before its bundle is
   * stopped. At that time no thread executes its kernels, and its own work has ended ({@link
   * jackfield.spi.Quiescent}). {@link Storage#address} fails by then, so the driver's handle must
   * be in the storage's {@linkplain Storage#keeper keeper}.
   *
   * @param address of {@link Storage#sizeBytes} bytes of host memory
   * @throws UnsupportedOperationException unless overridden; any exception orphans the storage
   */
  default void copyToHost(Storage from, long address) {
    throw new UnsupportedOperationException(getClass().getName() + " cannot copy to the host");
  }

  /**
   * Returns whether the calling thread's new tensors are made here if their device has no number.
   * Only a backend with several devices of one kind overrides it.
   */
  default boolean isCurrent() {
    return true;
  }

  /** Returns the bytes taken from its system, including caches; 0 if not reported. */
  default long takenBytes() {
    return 0;
  }

  /** Returns cached free memory to its system, whatever thread it was for. */
  default void trim() {} // without caches there is nothing to return
}
