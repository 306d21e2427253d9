package jackfield.feature.autograd.engine;

import jackfield.tensor.GradientNode;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The nodes of a backward run. A few are searched one by one, many by a map: the first identity
 * hash of an object costs more than the run of a small node.
 *
 * <p><em>Threads</em>: confined to one thread.
 */
final class PendingNodes {
  private static final int FEW = 8;

  private PendingNode[] all = new PendingNode[FEW / 2];
  private int size;
  private Map<GradientNode, PendingNode> index; // null for a few

  int size() {
    return size;
  }

  PendingNode get(int number) {
    return all[number];
  }

  /** Returns the entry of a node, or null. */
  PendingNode find(GradientNode node) {
    if (index != null) {
      return index.get(node);
    }
    for (int i = 0; i < size; i++) {
      if (all[i].node() == node) {
        return all[i];
      }
    }
    return null;
  }

  /** Adds an entry for a node that has none. */
  PendingNode add(GradientNode node) {
    PendingNode added = new PendingNode(node);
    if (size == all.length) {
      all = Arrays.copyOf(all, 2 * size);
    }
    all[size++] = added;
    if (index != null) {
      index.put(node, added);
    } else if (size > FEW) {
      index = new IdentityHashMap<>();
      for (int i = 0; i < size; i++) {
        index.put(all[i].node(), all[i]);
      }
    }
    return added;
  }
}
