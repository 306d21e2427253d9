package jackfield.nn.loss;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.tensor.Autograd;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Memory for the gradients of leaves that no scope releases.
 *
 * <p>A backward run allocates gradients in the scope of its step. A second step could not add to
 * them, because they are closed by then. So each leaf gets a tensor that belongs to no scope, and
 * every first gradient is copied there. The tensor is used again after the gradient was cleared,
 * which costs one copy in a step and leaves nothing to the garbage collector.
 *
 * <p><em>Threads</em>: safe for all, if no two threads run backwards to the same leaf.
 */
public final class RetainedGradients {
  private final Aten aten;
  private final Autograd autograd;
  private final Map<Tensor, Tensor> retained = Collections.synchronizedMap(new WeakHashMap<>());

  /** Creates the memory for gradients that {@code autograd} computes. */
  public RetainedGradients(Aten aten, Autograd autograd) {
    this.aten = aten;
    this.autograd = autograd;
  }

  /** Returns the operators. */
  Aten aten() {
    return aten;
  }

  /** Runs backwards from {@code value} and moves the leaves' gradients into this memory. */
  void backward(Tensor value) {
    List<Tensor> leaves = leaves(autograd.edge(value));
    autograd.backward(value);
    retain(leaves);
  }

  /** Returns the leaves that gradients flow into from {@code edge}; empty if it is null. */
  private static List<Tensor> leaves(GradientEdge edge) {
    List<Tensor> leaves = new ArrayList<>();
    Set<GradientNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<GradientNode> rest = new ArrayDeque<>();
    add(edge, seen, rest);
    while (!rest.isEmpty()) {
      GradientNode node = rest.pop();
      if (node.leaf() != null) {
        leaves.add(node.leaf());
      }
      for (GradientEdge next : node.next()) {
        add(next, seen, rest);
      }
    }
    return leaves;
  }

  private static void add(GradientEdge edge, Set<GradientNode> seen, Deque<GradientNode> rest) {
    if (edge != null && seen.add(edge.node())) {
      rest.push(edge.node());
    }
  }

  private void retain(List<Tensor> leaves) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      leaves.forEach(this::retain);
    }
  }

  private void retain(Tensor leaf) {
    Tensor gradient = leaf.grad();
    Tensor own = retained.get(leaf);
    if (gradient == null || gradient == own) {
      return;
    }
    if (own == null || !isLike(own, gradient)) {
      own = Scope.outside(() -> aten.emptyLike(gradient));
      retained.put(leaf, own);
    }
    aten.copy_(own, gradient);
    leaf.autogradSlot().setGrad(own);
  }

  private static boolean isLike(Tensor own, Tensor gradient) {
    return !own.storage().isClosed()
        && own.dtype() == gradient.dtype()
        && own.device().equals(gradient.device())
        && Arrays.equals(own.sizes(), gradient.sizes())
        && Arrays.equals(own.strides(), gradient.strides());
  }
}
