package jackfield.feature.autograd.history;

import jackfield.context.DispatchContext;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradSlot;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;
import jackfield.tensor.ViewOrigin;
import java.util.Arrays;

/**
 * Records how tensors were computed; called by the generated kernels.
 *
 * <p>An in-place change of an ordinary tensor gives the tensor a new edge. A change of a view
 * changes its base too. The base gets a node that applies the change's node to the view's part of
 * the gradient and passes the rest through ({@link StructuralFormulas#COPY_SLICES}). From then on
 * all views of that base are stale, which their versions show. A stale view gets an edge to the new
 * base, as a strided part of it, when its edge is next requested. So the cost of a change does not
 * depend on the number of views, and no base keeps a list of its views.
 *
 * <p><em>Threads</em>: the same rules as for the tensors.
 *
 * <p><em>Source</em>: the rules for views and changes in place are those of PyTorch 2.6.
 */
public final class Histories {
  private static final Object[] NOTHING = {};

  private final GradientRuntime cell;

  public Histories(GradientRuntime cell) {
    this.cell = cell;
  }

  /** Returns whether the calling thread records. */
  public boolean isRecording() {
    return DispatchContext.current().recordsGradients();
  }

  /** Returns a node of this bundle without saved values. */
  public GradientNode node(int formula, int gradients, GradientEdge[] next) {
    return node(formula, gradients, next, NOTHING);
  }

  /** Returns a node of this bundle. */
  public GradientNode node(int formula, int gradients, GradientEdge[] next, Object[] saved) {
    long sequence = DispatchContext.current().nextSequence();
    return new GradientNode(cell, formula, gradients, sequence, next, saved);
  }

  // ---- edges

  /**
   * Returns the edge along which the gradient of {@code tensor}, which may be null, flows; null if
   * it flows nowhere.
   */
  public GradientEdge edge(Tensor tensor) {
    AutogradSlot slot = tensor == null ? null : tensor.autograd();
    if (slot == null) {
      return null;
    }
    GradientEdge edge = slot.view() == null ? slot.edge() : ofView(tensor, slot);
    return edge == null && slot.isRequested() ? accumulator(tensor, slot) : edge;
  }

  /** Returns the edges {@code before}, followed by the edges of a list of tensors. */
  public GradientEdge[] edges(Tensor[] tensors, GradientEdge... before) {
    GradientEdge[] edges = Arrays.copyOf(before, before.length + tensors.length);
    for (int i = 0; i < tensors.length; i++) {
      edges[before.length + i] = edge(tensors[i]);
    }
    return edges;
  }

  /** Returns the edge to the node that computed {@code tensor}; null for a leaf. */
  public GradientEdge computedThrough(Tensor tensor) {
    AutogradSlot slot = tensor.autograd();
    if (slot == null) {
      return null;
    }
    return slot.view() == null ? slot.edge() : ofView(tensor, slot);
  }

  private static GradientEdge accumulator(Tensor leaf, AutogradSlot slot) {
    GradientEdge edge = slot.accumulator();
    if (edge == null) {
      edge = new GradientEdge(GradientNode.ofLeaf(leaf), 0, leaf);
      slot.setAccumulator(edge);
    }
    return edge;
  }

  private GradientEdge ofView(Tensor view, AutogradSlot slot) {
    if (slot.isStale(view)) {
      checkCreation(slot.view(), "its base or another view of it was changed in place");
      Tensor base = slot.view().base();
      GradientNode node =
          node(
              StructuralFormulas.AS_STRIDED,
              1,
              new GradientEdge[] {edge(base)},
              ViewedPart.Relation.saved(base, view));
      attach(view, node, 0);
    }
    return slot.edge();
  }

  // ---- results

  /**
   * Records that {@code result} is output {@code number} of the operator that {@code node}
   * differentiates.
   */
  public void attach(Tensor result, GradientNode node, int number) {
    if (result == null || !isDifferentiable(result)) {
      return;
    }
    AutogradSlot slot = result.autogradSlot();
    slot.setEdge(new GradientEdge(node, number, result));
    ViewOrigin view = slot.view();
    if (view != null && view.attachedVersion() != result.version()) {
      slot.setView(view.attachedAt(result.version()));
    }
  }

  /**
   * Records that {@code results} are the outputs of the operator that {@code node} differentiates.
   */
  public void attachAll(Tensor[] results, GradientNode node) {
    for (int i = 0; i < results.length; i++) {
      attach(results[i], node, i);
    }
  }

  private static boolean isDifferentiable(Tensor tensor) {
    return tensor.dtype().isFloating() || tensor.dtype().isComplex();
  }

  // ---- changes in place

  /**
   * Throws if a change in place of {@code tensor} could not be recorded.
   *
   * @param operator the operator that changes it, for the message
   */
  public void checkInPlace(Tensor tensor, String operator) {
    AutogradSlot slot = tensor.autograd();
    ViewOrigin view = slot == null ? null : slot.view();
    if (view != null) {
      checkCreation(view, operator + " was to change it in place");
    }
    if (!tensor.requiresGrad()) {
      return;
    }
    if (tensor.isLeaf() || (view != null && view.base().isLeaf())) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.LEAF_IN_PLACE,
          "%s was to change %s in place, a leaf that requires gradients or a view of one"
                  .formatted(operator, tensor)
              + "; do it while gradients are off, or to a clone");
    }
  }

  private static void checkCreation(ViewOrigin view, String problem) {
    switch (view.creation()) {
      case DEFAULT -> {}
      case IN_NO_GRAD ->
          throw new AutogradMisuse(
              AutogradMisuse.Kind.NO_GRAD_VIEW_IN_PLACE,
              "a view was made while gradients were off and "
                  + problem
                  + " while they are on; do both with gradients off, or both on");
      case IN_INFERENCE ->
          throw new AutogradMisuse(
              AutogradMisuse.Kind.INFERENCE,
              "a view was made in inference mode and "
                  + problem
                  + " outside of it; make the view outside too");
      case MULTI_OUTPUT ->
          throw new AutogradMisuse(
              AutogradMisuse.Kind.MULTI_VIEW_IN_PLACE,
              "a view is one of several that one operator made and "
                  + problem
                  + "; make it by an operator with one result, or clone it");
    }
  }

  /** Records that {@code node} differentiates the change in place of {@code tensor}. */
  public void rebase(Tensor tensor, GradientNode node) {
    if (!isDifferentiable(tensor)) {
      return;
    }
    AutogradSlot slot = tensor.autogradSlot();
    ViewOrigin view = slot.view();
    if (view == null) {
      slot.setEdge(new GradientEdge(node, 0, tensor));
      return;
    }
    Tensor base = view.base();
    GradientEdge[] next = node.next().clone();
    next[0] = edge(base);
    Object[] relation = ViewedPart.Relation.saved(base, tensor);
    Object[] saved = new Object[1 + relation.length];
    saved[0] = node;
    System.arraycopy(relation, 0, saved, 1, relation.length);
    GradientNode slices = node(StructuralFormulas.COPY_SLICES, 1, next, saved);
    base.autogradSlot().setEdge(new GradientEdge(slices, 0, base));
    ofView(tensor, slot);
  }

  /** Returns the error for an {@code out=} operator one of whose arguments requires a gradient. */
  public static AutogradMisuse outRefused(String operator) {
    return new AutogradMisuse(
        AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
        operator
            + " writes its result to a given tensor, which has no gradient, and an argument"
            + " requires one; use the form that returns its result, or switch gradients off");
  }

  /** Throws if an input requires a gradient that the operator does not have. */
  public static void refuseGradient(Tensor tensor, String input, String operator) {
    if (tensor != null && tensor.requiresGrad()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
          "%s has no gradient with respect to %s, which requires one; detach it"
              .formatted(operator, input));
    }
  }

  /** Turns {@code tensor}, which must not be a view, into a leaf that requires no gradient. */
  void detachInPlace(Tensor tensor) {
    AutogradSlot slot = tensor.autograd();
    if (slot == null) {
      return;
    }
    if (slot.view() != null) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.DETACH_VIEW,
          "a view cannot be detached in place, found "
              + tensor.summary()
              + "; use the functional form");
    }
    slot.setEdge(null);
    slot.setRequested(false);
  }
}
