package jackfield.dispatcher.impl.operator;

import jackfield.schema.OperatorName;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The entries of all operators, by name: a hash table with linear probing. It needs two references
 * for each entry on average; a {@link java.util.HashMap} would need a node, too.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class OperatorEntries {
  private static final int LEAST_SLOTS = 16;

  private OperatorEntry[] slots; // a power of two, at least a quarter of them null
  private int size;

  public OperatorEntries() {
    this(new OperatorEntry[LEAST_SLOTS], 0);
  }

  private OperatorEntries(OperatorEntry[] slots, int size) {
    this.slots = slots;
    this.size = size;
  }

  /** Returns a copy that the caller may change. */
  public OperatorEntries copy() {
    return new OperatorEntries(slots.clone(), size);
  }

  /** Returns the number of entries. */
  public int size() {
    return size;
  }

  /** Returns all entries, in no order. */
  public Stream<OperatorEntry> all() {
    return Arrays.stream(slots).filter(Objects::nonNull);
  }

  /** Returns all entries in the order of their names. */
  public List<OperatorEntry> sorted() {
    return all().sorted(Comparator.comparing(OperatorEntry::name)).toList();
  }

  /** Returns the entry of an operator, or null. */
  public OperatorEntry find(OperatorName name) {
    return slots[slotOf(name)];
  }

  /** Adds an entry, whose operator must have none. */
  public void add(OperatorEntry entry) {
    int slot = slotOf(entry.name());
    if (slots[slot] != null) {
      throw new IllegalArgumentException(
          "expected an operator without entry, found " + entry.name());
    }
    slots[slot] = entry;
    size++;
    if (size > slots.length / 4 * 3) {
      grow();
    }
  }

  private void grow() {
    List<OperatorEntry> all = all().toList();
    slots = new OperatorEntry[2 * slots.length];
    all.forEach(entry -> slots[slotOf(entry.name())] = entry);
  }

  /** Removes an entry if it is present. */
  public void remove(OperatorEntry entry) {
    int slot = slotOf(entry.name());
    if (slots[slot] != entry) {
      return;
    }
    slots[slot] = null;
    size--;
    // An entry that was moved on from the slot, or from one before it, must be found again.
    for (int next = after(slot); slots[next] != null; next = after(next)) {
      OperatorEntry moved = slots[next];
      slots[next] = null;
      slots[slotOf(moved.name())] = moved;
    }
  }

  /** Returns the slot of an operator, or the free one in which it belongs. */
  private int slotOf(OperatorName name) {
    int hash = name.hashCode();
    int slot = (hash ^ hash >>> 16) & slots.length - 1;
    while (slots[slot] != null && !slots[slot].name().equals(name)) {
      slot = after(slot);
    }
    return slot;
  }

  private int after(int slot) {
    return slot + 1 & slots.length - 1;
  }
}
