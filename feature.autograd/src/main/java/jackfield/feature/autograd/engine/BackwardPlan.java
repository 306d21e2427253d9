package jackfield.feature.autograd.engine;

import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;

/**
 * The nodes that a backward run needs, and the number of gradients for which each waits.
 *
 * <p>Without targets these are all nodes that are reachable from the roots. With targets they are
 * the nodes on paths from the roots to a target; all other results would be unused.
 *
 * <p>Graphs are as deep as a program is long, so nothing here is recursive.
 */
final class BackwardPlan {
  private static final PendingNode[] NOWHERE = {};

  private final PendingNodes pending = new PendingNodes();
  private final PendingNode[] roots; // null for one that does not lead to a target
  private final IdentityHashMap<GradientNode, Boolean>
      leads; // whether a node leads to a target; null if there are no targets

  private BackwardPlan(GradientEdge[] roots, IdentityHashMap<GradientNode, Boolean> leads) {
    this.leads = leads;
    this.roots = new PendingNode[roots.length];
    for (int i = 0; i < roots.length; i++) {
      this.roots[i] = enter(roots[i]);
    }
    for (int i = 0; i < pending.size(); i++) { // more are entered on the way
      link(pending.get(i));
    }
  }

  /** Plans to run all nodes that are reachable from {@code roots}. */
  static BackwardPlan ofAll(GradientEdge[] roots) {
    return new BackwardPlan(roots, null);
  }

  /**
   * Plans to run the nodes between {@code roots} and {@code targets}, and to return the gradient of
   * each target, in order. A null target stands for a tensor that is in no graph.
   */
  static BackwardPlan ofTargets(GradientEdge[] roots, GradientEdge[] targets) {
    IdentityHashMap<GradientNode, Boolean> leads = new IdentityHashMap<>();
    for (GradientEdge target : targets) {
      if (target != null) {
        leads.put(target.node(), true);
      }
    }
    search(roots, leads);
    BackwardPlan plan = new BackwardPlan(roots, leads);
    for (int i = 0; i < targets.length; i++) {
      plan.capture(targets[i], i);
    }
    return plan;
  }

  /**
   * Determines for all nodes that are reachable from {@code roots} whether they lead to a target.
   */
  private static void search(GradientEdge[] roots, IdentityHashMap<GradientNode, Boolean> leads) {
    IdentityHashMap<GradientNode, Boolean> entered = new IdentityHashMap<>();
    Deque<GradientNode> way = new ArrayDeque<>();
    for (GradientEdge root : roots) {
      way.push(root.node());
    }
    while (!way.isEmpty()) {
      GradientNode node = way.peek();
      if (entered.putIfAbsent(node, true) == null) {
        for (GradientEdge edge : node.next()) {
          if (edge != null && !entered.containsKey(edge.node())) {
            way.push(edge.node());
          }
        }
      } else {
        way.pop();
        leads.computeIfAbsent(node, done -> leadsFurther(done, leads));
      }
    }
  }

  /**
   * Returns whether a successor leads to a target; requires that this was determined for all
   * successors.
   */
  private static boolean leadsFurther(
      GradientNode node, IdentityHashMap<GradientNode, Boolean> leads) {
    for (GradientEdge edge : node.next()) {
      if (edge != null && leads.getOrDefault(edge.node(), false)) {
        return true;
      }
    }
    return false;
  }

  /** Enters the nodes to which {@code node} passes gradients, and counts these. */
  private void link(PendingNode node) {
    GradientEdge[] edges = node.node().next();
    PendingNode[] next = edges.length == 0 ? NOWHERE : new PendingNode[edges.length];
    for (int i = 0; i < edges.length; i++) {
      next[i] = enter(edges[i]);
      if (next[i] != null) {
        next[i].addDependency();
      }
    }
    node.link(next);
  }

  /** Returns the entry of an edge's node, or null if the run needs no gradient along the edge. */
  private PendingNode enter(GradientEdge edge) {
    if (edge == null || (leads != null && !leads.getOrDefault(edge.node(), false))) {
      return null;
    }
    PendingNode present = pending.find(edge.node());
    return present != null ? present : pending.add(edge.node());
  }

  private void capture(GradientEdge target, int position) {
    PendingNode node = target == null ? null : pending.find(target.node());
    if (node == null) {
      return;
    }
    node.capture(target.input(), position);
    if (!leadsFurther(target.node(), leads)) {
      node.onlyCaptures();
    }
  }

  /** Returns the entry of a root, or null if the root does not lead to a target. */
  PendingNode root(int index) {
    return roots[index];
  }
}
