package ${package};

import jackfield.memory.HostBytes;
import jackfield.memory.MemoryDomain;
import jackfield.memory.MemoryProvider;
import jackfield.memory.Storage;

/**
 * Allocates memory of the device. This one borrows it from the host; a real one calls the driver.
 */
final class ${name}Memory implements MemoryProvider {
  @Override
  public Storage allocate(MemoryDomain domain, long sizeBytes) {
    Storage loan = MemoryDomain.host().allocate(sizeBytes);
    return new Storage(domain, loan.address(), sizeBytes, loan);
  }

  @Override
  public void release(Storage storage, boolean isPrivate) {
    if (isPrivate) {
      ((Storage) storage.keeper()).close();
    } // otherwise the garbage collector frees the loan, and the host waits for running calls
  }

  @Override
  public void copyToHost(Storage from, long address) {
    HostBytes.copy(((Storage) from.keeper()).address(), address, from.sizeBytes());
  }
}
