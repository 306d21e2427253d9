package ${package};

import jackfield.memory.HostBytes;
import jackfield.memory.MemoryDomain;
import jackfield.memory.MemoryProvider;
import jackfield.memory.Storage;

/** Gives out memory of the device: here a loan from the host, there a call of the driver. */
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
    } // else the collector finds the loan, and the host waits for the calls inside
  }

  @Override
  public void copyToHost(Storage from, long address) {
    HostBytes.copy(((Storage) from.keeper()).address(), address, from.sizeBytes());
  }
}
