package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.DispatchKeySet;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.Resolution;
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
final class KernelLists {
  private final Map<DispatchKey, List<KernelRegistration>> lists = new EnumMap<>(DispatchKey.class);

  /** Returns a copy, to be changed. */
  KernelLists copy() {
    KernelLists copy = new KernelLists();
    lists.forEach((key, list) -> copy.lists.put(key, new ArrayList<>(list)));
    return copy;
  }

  void add(KernelRegistration registration) {
    List<KernelRegistration> list =
        lists.computeIfAbsent(registration.key(), key -> new ArrayList<>());
    int place = 0;
    while (place < list.size() && list.get(place).isBefore(registration)) {
      place++;
    }
    list.add(place, registration);
  }

  void remove(KernelRegistration registration) {
    List<KernelRegistration> list = lists.get(registration.key());
    if (list != null && list.remove(registration) && list.isEmpty()) {
      lists.remove(registration.key());
    }
  }

  /** Returns the registration that serves {@code key} itself, or null. */
  KernelRegistration first(DispatchKey key) {
    List<KernelRegistration> list = lists.get(key);
    return list == null ? null : list.getFirst();
  }

  /** Returns the registrations of {@code key}, the one that serves first. */
  List<KernelRegistration> at(DispatchKey key) {
    return List.copyOf(lists.getOrDefault(key, List.of()));
  }

  /** Returns a copy of the registrations that serve first, one a key. */
  Map<DispatchKey, KernelFunction> firsts() {
    Map<DispatchKey, KernelFunction> firsts = new HashMap<>();
    lists.forEach((key, list) -> firsts.put(key, list.getFirst().kernel()));
    return Map.copyOf(firsts); // each table keeps one: an enum map has room for every key
  }

  /** Returns the first registration of a key that {@code resolution} tells of, or null. */
  KernelRegistration servingBy(Resolution resolution) {
    return lists.values().stream()
        .map(List::getFirst)
        .filter(first -> first.kernel() == resolution.kernel())
        .filter(first -> first.provenance().equals(resolution.provenance()))
        .findFirst()
        .orElse(null);
  }

  void forEach(Consumer<KernelRegistration> action) {
    lists.values().forEach(list -> list.forEach(action));
  }

  /** Returns the keys that have registrations, alias keys included. */
  Set<DispatchKey> keys() {
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
