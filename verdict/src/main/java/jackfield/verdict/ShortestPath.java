package jackfield.verdict;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HeapObject.HeapInstance;

/**
 * The shortest ways from roots to objects, found breadth first. Shark's own analyzer is made for
 * Android, where an object's class and a class's loader hold nothing; here they are the links that
 * matter, so the search is our own and Shark reads the dump.
 */
final class ShortestPath {
  private static final int CHECK_MASK = 0xfff; // looks at the clock every 4,096 objects

  private final HeapGraph graph;
  private final Links links;
  private final Order order;
  private final List<Integer> softs = new ArrayList<>(); // positions of soft references
  private int next; // the position to look at; a later search goes on where this one ended

  ShortestPath(HeapGraph graph, Links links) {
    this.graph = graph;
    this.links = links;
    this.order = new Order(graph.getObjectCount());
  }

  /** Lets the search begin at {@code roots} too. */
  void beginAt(List<Long> roots) {
    roots.forEach(root -> reach(root, Order.NONE));
  }

  /** Lets the search go through the soft references that it has met. */
  void throughSoftReferences() {
    for (int soft : softs) {
      Link held = Links.held((HeapInstance) graph.findObjectById(order.number(soft)));
      if (held != null) {
        reach(held.target(), soft);
      }
    }
  }

  /**
   * Returns the way to each of {@code targets} that is reached before {@code deadline}, from its
   * root to the target.
   */
  Map<Long, List<HeapObject>> to(Set<Long> targets, long deadline) {
    Set<Long> left = new HashSet<>(targets);
    left.removeIf(target -> order.position(target) != Order.NONE);
    for (; next < order.size() && !left.isEmpty(); next++) {
      if ((next & CHECK_MASK) == 0 && System.nanoTime() - deadline > 0) {
        break;
      }
      HeapObject object = graph.findObjectById(order.number(next));
      left.remove(object.getObjectId());
      for (Link link : links.of(object)) {
        reach(link.target(), next);
      }
      if (Links.isSoft(object)) {
        softs.add(next);
      }
    }
    return targets.stream()
        .filter(target -> order.position(target) != Order.NONE)
        .collect(Collectors.toMap(target -> target, this::way));
  }

  private void reach(long target, int from) {
    if (order.position(target) == Order.NONE && !order.isFull() && graph.objectExists(target)) {
      order.add(target, from);
    }
  }

  private List<HeapObject> way(long target) {
    List<HeapObject> way = new ArrayList<>();
    for (int at = order.position(target); at != Order.NONE; at = order.before(at)) {
      way.addFirst(graph.findObjectById(order.number(at)));
    }
    return way;
  }
}
