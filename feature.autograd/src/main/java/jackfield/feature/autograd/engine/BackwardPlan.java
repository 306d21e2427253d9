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
  private final IdentityHashMap<GradientNode, PendingNode> pending = new IdentityHashMap<>(8);
  private final IdentityHashMap<GradientNode, Boolean>
      leads; // whether a node leads to a target; null if there are no targets

  private BackwardPlan(IdentityHashMap<GradientNode, Boolean> leads) {
    this.leads = leads;
  }

  /** Plans to run all nodes that are reachable from {@code roots}. */
  static BackwardPlan ofAll(GradientEdge[] roots) {
    BackwardPlan plan = new BackwardPlan(null);
    plan.countDependencies(roots);
    return plan;
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
    BackwardPlan plan = new BackwardPlan(leads);
    plan.countDependencies(roots);
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

  private void countDependencies(GradientEdge[] roots) {
    Deque<GradientNode> open = new ArrayDeque<>();
    for (GradientEdge root : roots) {
      enter(root, open);
    }
    while (!open.isEmpty()) {
      for (GradientEdge edge : open.pop().next()) {
        PendingNode next = edge == null ? null : enter(edge, open);
        if (next != null) {
          next.addDependency();
        }
      }
    }
  }

  private PendingNode enter(GradientEdge edge, Deque<GradientNode> open) {
    GradientNode node = edge.node();
    if (leads != null && !leads.getOrDefault(node, false)) {
      return null;
    }
    PendingNode present = pending.get(node);
    if (present == null) {
      present = new PendingNode(node);
      pending.put(node, present);
      open.push(node);
    }
    return present;
  }

  private void capture(GradientEdge target, int position) {
    PendingNode node = target == null ? null : pending.get(target.node());
    if (node == null) {
      return;
    }
    node.capture(target.input(), position);
    if (!leadsFurther(target.node(), leads)) {
      node.onlyCaptures();
    }
  }

  /** Returns the entry of a node, or null if the run does not need it. */
  PendingNode pending(GradientNode node) {
    return pending.get(node);
  }

  /** Returns whether the run needs a gradient along {@code edge}. */
  boolean isWanted(GradientEdge edge) {
    return edge != null && (leads == null || pending.containsKey(edge.node()));
  }
}
