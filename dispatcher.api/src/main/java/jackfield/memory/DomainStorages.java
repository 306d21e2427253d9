package jackfield.memory;

import jackfield.internal.MemoryRemoval.Tally;
import jackfield.internal.StorageUser;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The storages of a removable memory domain and their users, the tensors over them. It refers to
 * them weakly and drops collected ones when another is added.
 *
 * <p><em>Threads</em>: safe for all. A traversal visits everything that was added before it began.
 */
final class DomainStorages {
  private final Set<StorageReference> storages = ConcurrentHashMap.newKeySet();
  private final Set<UserReference<?>> users = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  private static final class StorageReference extends WeakReference<Storage> {
    StorageReference(Storage storage, ReferenceQueue<Object> collected) {
      super(storage, collected);
    }
  }

  private static final class UserReference<T> extends WeakReference<T> {
    private final StorageUser<Storage, T> how;

    UserReference(T user, StorageUser<Storage, T> how, ReferenceQueue<Object> collected) {
      super(user, collected);
      this.how = how;
    }

    void show(UserVisitor visitor) {
      T user = get();
      if (user != null) {
        visitor.visit(how.storageOf(user), () -> how.moveToHost(user));
      }
    }
  }

  /** Visits each live user. */
  interface UserVisitor {
    /** Receives the storage of a user, and the action that moves the user to the host with it. */
    void visit(Storage storage, Runnable moveToHost);
  }

  void add(Storage storage) {
    forgetCollected();
    storages.add(new StorageReference(storage, collected));
  }

  <T> void add(T user, StorageUser<Storage, T> how) {
    forgetCollected();
    users.add(new UserReference<>(user, how, collected));
  }

  private void forgetCollected() {
    for (Reference<?> found = collected.poll(); found != null; found = collected.poll()) {
      if (found instanceof StorageReference storage) {
        storages.remove(storage);
      } else if (found instanceof UserReference<?> user) {
        users.remove(user);
      }
    }
  }

  /** Passes each live storage to the visitor, holding only one at a time. */
  void forEachStorage(Consumer<Storage> visitor) {
    for (StorageReference each : storages) {
      Storage storage = each.get();
      if (storage != null) {
        visitor.accept(storage);
      }
    }
  }

  /** Passes each live user to the visitor. */
  void forEachUser(UserVisitor visitor) {
    users.forEach(each -> each.show(visitor));
  }

  /** Counts the live ones that are not closed. */
  Tally tally() {
    int[] count = new int[1];
    long[] bytes = new long[1];
    forEachUser((storage, _) -> count[0] += storage.isClosed() ? 0 : 1);
    forEachStorage(storage -> bytes[0] += storage.isClosed() ? 0 : storage.sizeBytes());
    return new Tally(count[0], bytes[0]);
  }

  /** Returns the number of entries, including collected ones that are not yet dropped. */
  int size() {
    return storages.size() + users.size();
  }

  void clear() {
    storages.clear();
    users.clear();
  }
}
