package jackfield.feature.autograd.engine;

import java.util.PriorityQueue;

/**
 * The nodes whose gradients are complete, those recorded later first. Mostly there is one, which
 * needs no queue.
 *
 * <p><em>Threads</em>: confined to the thread of its backward run.
 */
final class ReadyNodes {
  private PendingNode first; // null if there is none
  private PriorityQueue<PendingNode> others; // null until a second node is ready

  /** Adds a node, unless it was added before. */
  void add(PendingNode node) {
    if (!node.queue()) {
      return;
    }
    if (first == null) {
      first = node;
      return;
    }
    if (others == null) {
      others = new PriorityQueue<>();
    }
    if (node.compareTo(first) < 0) {
      others.add(first);
      first = node;
    } else {
      others.add(node);
    }
  }

  /** Removes the node that was recorded last and returns it, or null. */
  PendingNode poll() {
    PendingNode node = first;
    first = others == null ? null : others.poll();
    return node;
  }
}
