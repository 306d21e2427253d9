package jackfield.tensor;

/**
 * Autograd's data about one tensor. It uses types of this bundle only, so tensors outlive any
 * autograd bundle.
 *
 * <p><em>Threads</em>: as the tensor's.
 */
public final class AutogradSlot {
  private boolean requested; // by the user, on a leaf
  private Tensor grad;
  private GradientEdge edge; // null on a leaf
  private GradientEdge accumulator; // a leaf's sink, created on first use
  private ViewOrigin view; // null unless the tensor is a differentiable view

  AutogradSlot() {}

  /**
   * Returns whether gradients flow into or through the tensor. They flow into a view whenever they
   * flow into its base.
   */
  public boolean requiresGrad() {
    return requested || edge != null || (view != null && view.base().requiresGrad());
  }

  /** Returns whether the user requested a gradient of this tensor itself. */
  public boolean isRequested() {
    return requested;
  }

  /** Sets whether a gradient of this leaf is requested. */
  public void setRequested(boolean wanted) {
    requested = wanted;
  }

  /** Returns the accumulated gradient, or null. */
  public Tensor grad() {
    return grad;
  }

  /** Replaces the accumulated gradient; null clears it. */
  public void setGrad(Tensor gradient) {
    grad = gradient;
  }

  /**
   * Returns the edge into which the tensor's gradient flows, or null for a leaf. The edge of a view
   * is stale if its base was changed in place since; see {@link Autograd#edge}.
   */
  public GradientEdge edge() {
    return edge;
  }

  /** Sets the edge through which the tensor was computed; null makes the tensor a leaf. */
  public void setEdge(GradientEdge origin) {
    edge = origin;
  }

  /** Returns the edge that adds to {@link #grad}, or null if none was created yet. */
  public GradientEdge accumulator() {
    return accumulator;
  }

  /** Stores the edge that adds to {@link #grad}. */
  public void setAccumulator(GradientEdge sink) {
    accumulator = sink;
  }

  /** Returns the origin of the tensor as a view, or null. */
  public ViewOrigin view() {
    return view;
  }

  /** Sets the origin of the tensor as a view. */
  public void setView(ViewOrigin origin) {
    view = origin;
  }

  /**
   * Returns whether the base or another view changed the elements after the view's edge was
   * created.
   */
  public boolean isStale(Tensor tensor) {
    return view != null
        && view.attachedVersion() != tensor.version()
        && (edge != null || view.base().requiresGrad());
  }
}
