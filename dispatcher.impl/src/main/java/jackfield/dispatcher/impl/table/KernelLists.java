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
 * The kernel registrations of one operator, by key. The first of each list is active, the others
 * are shadowed. Lists are never empty.
 *
 * <p><em>Threads</em>: used under the dispatcher's lock.
 */
public final class KernelLists {
  private final Map<DispatchKey, List<KernelRegistration>> lists = new EnumMap<>(DispatchKey.class);

  /** Returns a copy that the caller may change. */
  public KernelLists copy() {
    KernelLists copy = new KernelLists();
    lists.forEach((key, list) -> copy.lists.put(key, new ArrayList<>(list)));
    return copy;
  }

  public void add(KernelRegistration registration) {
    List<KernelRegistration> list =
        lists.computeIfAbsent(registration.key(), key -> new ArrayList<>());
    int index = 0;
    while (index < list.size() && list.get(index).isBefore(registration)) {
      index++;
    }
    list.add(index, registration);
  }

  public void remove(KernelRegistration registration) {
    List<KernelRegistration> list = lists.get(registration.key());
    if (list != null && list.remove(registration) && list.isEmpty()) {
      lists.remove(registration.key());
    }
  }

  /** Returns the active registration of {@code key} itself, or null. */
  public KernelRegistration first(DispatchKey key) {
    List<KernelRegistration> list = lists.get(key);
    return list == null ? null : list.getFirst();
  }

  /** Returns the registrations of {@code key}, the active one first. */
  public List<KernelRegistration> at(DispatchKey key) {
    return List.copyOf(lists.getOrDefault(key, List.of()));
  }

  /** Returns the active kernel of each key, as a copy. */
  public Map<DispatchKey, KernelFunction> firsts() {
    Map<DispatchKey, KernelFunction> firsts = new HashMap<>();
    lists.forEach((key, list) -> firsts.put(key, list.getFirst().kernel()));
    return Map.copyOf(firsts); // each table keeps one; an enum map would have room for every key
  }

  /** Returns the active registration with the kernel of {@code resolution}, or null. */
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
