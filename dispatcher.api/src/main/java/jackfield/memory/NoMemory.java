package jackfield.memory;

/** Provides the storages of meta tensors: they have a size and no bytes. */
final class NoMemory implements MemoryProvider {
  @Override
  public Storage allocate(MemoryDomain domain, long sizeBytes) {
    return new Storage(domain, 0, sizeBytes, this);
  }

  @Override
  public void release(Storage storage, boolean isPrivate) {
    // Nothing was taken.
  }
}
