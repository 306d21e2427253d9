package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One operator's kernels: for each key the registrations, the one that serves first. Lists are
 * never empty.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class KernelLists {
  private final Map<DispatchKey, List<KernelRegistration>> lists = new EnumMap<>(DispatchKey.class);

  /** Returns a copy, to be changed. */
  public KernelLists copy() {
    KernelLists copy = new KernelLists();
    lists.forEach((key, list) -> copy.lists.put(key, new ArrayList<>(list)));
    return copy;
  }

  public void add(KernelRegistration registration) {
    List<KernelRegistration> list =
        lists.computeIfAbsent(registration.key(), key -> new ArrayList<>());
    int place = 0;
    while (place < list.size() && list.get(place).isBefore(registration)) {
      place++;
    }
    list.add(place, registration);
  }

  public void remove(KernelRegistration registration) {
    List<KernelRegistration> list = lists.get(registration.key());
    if (list != null && list.remove(registration) && list.isEmpty()) {
      lists.remove(registration.key());
    }
  }

  /** Returns the registration that serves {@code key} itself, or null. */
  public KernelRegistration first(DispatchKey key) {
    List<KernelRegistration> list = lists.get(key);
    return list == null ? null : list.getFirst();
  }

  /** Returns the registrations of {@code key}, the one that serves first. */
  public List<KernelRegistration> at(DispatchKey key) {
    return List.copyOf(lists.getOrDefault(key, List.of()));
  }

  /** Returns a copy of the registrations that serve first, one a key. */
  public Map<DispatchKey, KernelFunction> firsts() {
    Map<DispatchKey, KernelFunction> firsts = new HashMap<>();
    lists.forEach((key, list) -> firsts.put(key, list.getFirst().kernel()));
    return Map.copyOf(firsts); // each table keeps one: an enum map has room for every key
  }

  /** Returns the first registration of a key that {@code resolution} tells of, or null. */
  public KernelRegistration servingBy(Resolution resolution) {
    return lists.values().stream()
        .map(List::getFirst)
        .filter(first -> first.kernel() == resolution.kernel())
        .filter(first -> first.provenance().equals(resolution.provenance()))
        .findFirst()
        .orElse(null);
  }

  public void forEach(Consumer<KernelRegistration> action) {
    lists.values().forEach(list -> list.forEach(action));
  }

  /** Returns the keys that have registrations, alias keys included. */
  public Set<DispatchKey> keys() {
    return lists.keySet();
  }

  /** Returns whether a key that is no alias and belongs to {@code keys} has a registration. */
  boolean hasAny(DispatchKeySet keys) {
    for (DispatchKey key : lists.keySet()) {
      if (!key.isAlias() && keys.has(key)) {
        return true;
      }
    }
    return false;
  }
}
