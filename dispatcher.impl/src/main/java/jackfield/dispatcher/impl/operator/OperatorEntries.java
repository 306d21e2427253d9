package jackfield.dispatcher.impl.operator;

import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The entries of all operators, by name. A sorted list needs a reference for each, a map would need
 * a node. Additions move the references behind them, which is cheap for some thousand operators.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class OperatorEntries {
  private final List<OperatorEntry> sorted;

  public OperatorEntries() {
    this(List.of());
  }

  private OperatorEntries(List<OperatorEntry> sorted) {
    this.sorted = new ArrayList<>(sorted);
  }

  /** Returns a copy that the caller may change. */
  public OperatorEntries copy() {
    return new OperatorEntries(sorted);
  }

  /** Returns the entries in the order of their names, as a view. */
  public List<OperatorEntry> all() {
    return Collections.unmodifiableList(sorted);
  }

  /** Returns the entry of an operator, or null. */
  public OperatorEntry find(OperatorName name) {
    int index = indexOf(name);
    return index < 0 ? null : sorted.get(index);
  }

  /** Adds an entry, whose operator must have none. */
  public void add(OperatorEntry entry) {
    int index = indexOf(entry.name());
    if (index >= 0) {
      throw new IllegalArgumentException(
          "expected an operator without entry, found " + entry.name());
    }
    sorted.add(-1 - index, entry);
  }

  /** Removes an entry if it is present. */
  public void remove(OperatorEntry entry) {
    int index = indexOf(entry.name());
    if (index >= 0 && sorted.get(index) == entry) {
      sorted.remove(index);
    }
  }

  /** Returns the index of an operator, or -1 less the index at which to add it. */
  private int indexOf(OperatorName name) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = sorted.get(middle).name().compareTo(name);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return -1 - low;
  }
}
