package jackfield.tensor;

import jackfield.tensor.MemoryDeparture.Tally;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The storages of a memory that may leave, and the tensors over them. It keeps none of them alive,
 * and forgets the collected ones whenever another comes.
 *
 * <p><em>Threads</em>: safe for all. Whoever is added before a walk begins is met by it.
 */
final class Residents {
  private final Set<Resident<Storage>> storages = ConcurrentHashMap.newKeySet();
  private final Set<Resident<Tensor>> tensors = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  private static final class Resident<T> extends WeakReference<T> {
    private final Set<Resident<T>> place;

    Resident(T resident, Set<Resident<T>> place, ReferenceQueue<Object> collected) {
      super(resident, collected);
      this.place = place;
    }

    void leave() {
      place.remove(this);
    }
  }

  void add(Storage storage) {
    forgetCollected();
    storages.add(new Resident<>(storage, storages, collected));
  }

  void add(Tensor tensor) {
    forgetCollected();
    tensors.add(new Resident<>(tensor, tensors, collected));
  }

  private void forgetCollected() {
    for (Reference<?> found = collected.poll(); found != null; found = collected.poll()) {
      ((Resident<?>) found).leave();
    }
  }

  /** Shows each living storage, and holds no more than that one meanwhile. */
  void forEachStorage(Consumer<Storage> visitor) {
    forEach(storages, visitor);
  }

  /** Shows each living tensor. */
  void forEachTensor(Consumer<Tensor> visitor) {
    forEach(tensors, visitor);
  }

  private static <T> void forEach(Set<Resident<T>> residents, Consumer<T> visitor) {
    for (Resident<T> each : residents) {
      T resident = each.get();
      if (resident != null) {
        visitor.accept(resident);
      }
    }
  }

  /** Counts the living ones that are not closed. */
  Tally tally() {
    int[] count = new int[1];
    long[] bytes = new long[1];
    forEachTensor(tensor -> count[0] += tensor.storage().isClosed() ? 0 : 1);
    forEachStorage(storage -> bytes[0] += storage.isClosed() ? 0 : storage.sizeBytes());
    return new Tally(count[0], bytes[0]);
  }

  /** Returns how many are kept in mind, collected ones included that are not yet forgotten. */
  int size() {
    return storages.size() + tensors.size();
  }

  void clear() {
    storages.clear();
    tensors.clear();
  }
}
