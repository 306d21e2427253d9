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
 * Finds the shortest paths from roots to objects by breadth-first search. Shark reads the dump, but
 * its analyzer is for Android: it ignores the links from an object to its class and from a class to
 * its loader. Class loader leaks go through these links, so this search is our own.
 */
final class ShortestPath {
  private static final int CHECK_MASK = 0xfff; // reads the clock every 4,096 objects

  private final HeapGraph graph;
  private final Links links;
  private final VisitedObjects order;
  private final List<Integer> deferring = new ArrayList<>(); // positions of objects with one
  private int next; // the next position; a later search continues there

  ShortestPath(HeapGraph graph, Links links) {
    this.graph = graph;
    this.links = links;
    this.order = new VisitedObjects(graph.getObjectCount());
  }

  /** Adds {@code roots} to the starting points of the search. */
  void beginAt(List<Long> roots) {
    roots.forEach(root -> reach(root, VisitedObjects.NONE));
  }

  /** Lets the search continue through the {@linkplain Links deferred references} it has found. */
  void throughDeferredReferences() {
    for (int from : deferring) {
      Link link = Links.deferred((HeapInstance) graph.findObjectById(order.number(from)));
      if (link != null) {
        reach(link.target(), from);
      }
    }
  }

  /**
   * Returns the path from a root to each of {@code targets} that is reached before {@code
   * deadline}.
   */
  Map<Long, List<HeapObject>> to(Set<Long> targets, long deadline) {
    Set<Long> left = new HashSet<>(targets);
    left.removeIf(target -> order.position(target) != VisitedObjects.NONE);
    for (; next < order.size() && !left.isEmpty(); next++) {
      if ((next & CHECK_MASK) == 0 && System.nanoTime() - deadline > 0) {
        break;
      }
      HeapObject object = graph.findObjectById(order.number(next));
      left.remove(object.getObjectId());
      for (Link link : links.of(object)) {
        reach(link.target(), next);
      }
      if (Links.hasDeferred(object)) {
        deferring.add(next);
      }
    }
    return targets.stream()
        .filter(target -> order.position(target) != VisitedObjects.NONE)
        .collect(Collectors.toMap(target -> target, this::path));
  }

  private void reach(long target, int from) {
    if (order.position(target) == VisitedObjects.NONE
        && !order.isFull()
        && graph.objectExists(target)) {
      order.add(target, from);
    }
  }

  private List<HeapObject> path(long target) {
    List<HeapObject> path = new ArrayList<>();
    for (int at = order.position(target); at != VisitedObjects.NONE; at = order.before(at)) {
      path.addFirst(graph.findObjectById(order.number(at)));
    }
    return path;
  }
}
