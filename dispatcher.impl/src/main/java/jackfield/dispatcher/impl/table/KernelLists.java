package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The kernel registrations of one operator, by key. The first at each key is active, the others are
 * shadowed.
 *
 * <p><em>Threads</em>: changed under the dispatcher's lock, and not any more once stored.
 */
public final class KernelLists {
  private static final KernelRegistration[] NONE = {};

  private KernelRegistration[] all = NONE; // by key, then by rank; replaced, never changed

  /**
   * The keys with registrations: all of them, and those whose active kernel is a fallthrough. They
   * determine which registration serves each slot.
   */
  record Keys(BitSet registered, BitSet fallthroughs) {}

  /** Returns a copy that the caller may change. */
  public KernelLists copy() {
    KernelLists copy = new KernelLists();
    copy.all = all;
    return copy;
  }

  /** Adds a registration behind those of its key that precede it. */
  public void add(KernelRegistration registration) {
    int index = 0;
    while (index < all.length && precedes(all[index], registration)) {
      index++;
    }
    KernelRegistration[] next = new KernelRegistration[all.length + 1];
    System.arraycopy(all, 0, next, 0, index);
    next[index] = registration;
    System.arraycopy(all, index, next, index + 1, all.length - index);
    all = next;
  }

  private static boolean precedes(KernelRegistration present, KernelRegistration added) {
    int order = present.key().compareTo(added.key());
    return order < 0 || (order == 0 && present.isBefore(added));
  }

  /** Removes a registration if it is present. */
  public void remove(KernelRegistration registration) {
    int index = Arrays.asList(all).indexOf(registration);
    if (index < 0) {
      return;
    }
    KernelRegistration[] next = new KernelRegistration[all.length - 1];
    System.arraycopy(all, 0, next, 0, index);
    System.arraycopy(all, index + 1, next, index, next.length - index);
    all = next;
  }

  /** Returns the active registration of {@code key} itself, or null. */
  public KernelRegistration first(DispatchKey key) {
    for (KernelRegistration registration : all) {
      if (registration.key() == key) {
        return registration;
      }
    }
    return null;
  }

  /** Returns the registrations of {@code key}, the active one first. */
  public List<KernelRegistration> at(DispatchKey key) {
    int start = 0;
    while (start < all.length && all[start].key() != key) {
      start++;
    }
    int end = start;
    while (end < all.length && all[end].key() == key) {
      end++;
    }
    return List.of(Arrays.copyOfRange(all, start, end));
  }

  /** Returns the active kernel of {@code key} itself, or null. */
  KernelFunction kernel(DispatchKey key) {
    KernelRegistration first = first(key);
    return first == null ? null : first.kernel();
  }

  /** Returns the active registration with the kernel of {@code resolution}, or null. */
  public KernelRegistration servingBy(Resolution resolution) {
    return keys().stream()
        .map(this::first)
        .filter(first -> first.kernel() == resolution.kernel())
        .filter(first -> first.provenance().equals(resolution.provenance()))
        .findFirst()
        .orElse(null);
  }

  /** Passes each registration to {@code action}. */
  public void forEach(Consumer<KernelRegistration> action) {
    for (KernelRegistration registration : all) {
      action.accept(registration);
    }
  }

  /** Returns the keys that have registrations, alias keys included, in their order. */
  public Set<DispatchKey> keys() {
    Set<DispatchKey> keys = EnumSet.noneOf(DispatchKey.class);
    forEach(registration -> keys.add(registration.key()));
    return Collections.unmodifiableSet(keys);
  }

  /** Returns the keys in a form that can be compared. */
  Keys pattern() {
    BitSet registered = new BitSet();
    BitSet fallthroughs = new BitSet();
    for (KernelRegistration registration : all) {
      int key = registration.key().ordinal();
      if (!registered.get(key) && registration.kernel().isFallthrough()) {
        fallthroughs.set(key);
      }
      registered.set(key);
    }
    return new Keys(registered, fallthroughs);
  }

  /** Returns whether a key that is no alias and belongs to {@code keys} has a registration. */
  boolean hasAny(DispatchKeySet keys) {
    for (KernelRegistration registration : all) {
      if (!registration.key().isAlias() && keys.has(registration.key())) {
        return true;
      }
    }
    return false;
  }
}
