package jackfield.memory;

import jackfield.internal.MemoryAccess;
import jackfield.internal.MemoryRemoval;
import jackfield.internal.StorageUser;
import java.util.Collection;

/** Offers the removal of memory to the dispatcher, and the movement of storages to tensors. */
final class DomainMemory implements MemoryAccess<MemoryDomain, Storage> {
  @Override
  public MemoryRemoval removal(String bundle, Collection<MemoryDomain> domains) {
    return new DomainRemoval(bundle, domains);
  }

  @Override
  public <T> void enlist(Storage storage, T user, StorageUser<Storage, T> how) {
    storage.enlist(user, how);
  }

  @Override
  public void requireBackend(Storage storage) {
    storage.requireBackend();
  }

  @Override
  public long fillAhead(float value, long sizeBytes) {
    return ThreadMemory.current().fillAhead(value, sizeBytes);
  }
}
